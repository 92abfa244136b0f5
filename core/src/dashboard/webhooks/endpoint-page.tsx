import type { ComponentChildren, VNode } from 'preact'
import type { ActorName } from '../../identity/read-actor-names.js'
import type { ListPage } from '../../kernel/keyset.js'
import type { Delivery } from '../../webhooks/delivery.js'
import { DEFAULT_EVENT_TYPES } from '../../webhooks/event.js'
import type { PingResult } from '../../webhooks/ping-endpoint.js'
import type { Waiting } from '../../webhooks/read-deliveries.js'
import type { ShownEndpoint } from '../../webhooks/read-endpoints.js'
import { ButtonLink, SubmitButton } from '../../web/button.js'
import { ClosedIcon, ForwardIcon } from '../../web/icons.js'
import { KeyIcon, PencilIcon } from '../components/icons.js'
import { PageHead } from '../components/page-head.js'
import { actorText } from '../links/actor-text.js'
import type { Visit } from '../visit.js'
import { ActForm } from './act-form.js'
import { DeliveryList, type DeliveryTab } from './delivery-list.js'
import { EndpointNotices } from './endpoint-notices.js'
import { EndpointChip, hostOf, longDay, momentOf, pathOf, WEBHOOKS } from './endpoint-parts.js'
import { webhooksWords, type WebhooksWords } from './words.js'

export interface EndpointPageParts {
  visit: Visit
  endpoint: ShownEndpoint
  waiting: Waiting
  page: ListPage<Delivery>
  tab: DeliveryTab
  isFurther: boolean
  names: ReadonlyMap<string, ActorName>
  /** What the endpoint answered just now. */
  ping?: PingResult
}

/** One endpoint: how it is, what it got, and what can be done. */
export function EndpointPage({ visit, endpoint, waiting, names, ping, ...list }: EndpointPageParts): VNode {
  const words = webhooksWords(visit.locale)
  const { one } = words
  return (
    <>
      <PageHead
        title={hostOf(endpoint)}
        chip={<EndpointChip visit={visit} endpoint={endpoint} isLarge />}
        back={{ href: `${visit.base}${WEBHOOKS}`, label: words.title }}
      >
        <ActForm visit={visit} endpoint={endpoint} act="ping">
          <SubmitButton icon={ForwardIcon} busy={one.pinging}>
            {one.ping}
          </SubmitButton>
        </ActForm>
        {endpoint.status === 'enabled' && (
          <ActForm visit={visit} endpoint={endpoint} act="pause">
            <SubmitButton icon={ClosedIcon} busy={one.pausing}>
              {one.pause}
            </SubmitButton>
          </ActForm>
        )}
      </PageHead>
      <EndpointNotices visit={visit} endpoint={endpoint} waiting={waiting} words={words} ping={ping} />
      <div class="columns">
        <div>
          <DeliveryList visit={visit} endpoint={endpoint} words={words} {...list} />
        </div>
        <div>
          <Facts visit={visit} endpoint={endpoint} words={words} names={names} />
        </div>
      </div>
    </>
  )
}

function Facts({
  visit,
  endpoint,
  words,
  names,
}: Pick<EndpointPageParts, 'visit' | 'endpoint' | 'names'> & { words: WebhooksWords }): VNode {
  const { one } = words
  const { url, events, secretEnd, formerSecretUntil, createdAt, createdBy, id } = endpoint
  const path = visit.base + pathOf(endpoint)
  const day = longDay(visit, createdAt)
  const by = actorText(visit.locale, names, createdBy)
  const hasFormer = formerSecretUntil !== null && formerSecretUntil > visit.now.toISOString()
  return (
    <section class="card">
      <h2>{one.facts}</h2>
      <dl class="facts side-facts">
        <Fact name={one.address}>
          <span class="code">{url}</span>
        </Fact>
        <Fact name={one.events}>
          {(events ?? DEFAULT_EVENT_TYPES).map((type) => (
            <div class="code">{type}</div>
          ))}
        </Fact>
        <Fact name={one.secret}>
          {secretEnd === null ? one.secretUnreadable : <span class="code">whsec_••••{secretEnd}</span>}
          {hasFormer && <p class="muted tiny">{one.formerUntil(momentOf(visit, formerSecretUntil))}</p>}
        </Fact>
        <Fact name={one.created}>{by === null ? day : one.by(day, by)}</Fact>
        <Fact name={one.id}>
          <span class="code">{id}</span>
        </Fact>
      </dl>
      <div class="endpoint-acts">
        <ButtonLink href={`${path}/edit`} icon={PencilIcon} isSmall>
          {one.edit}
        </ButtonLink>
        <ButtonLink href={`${path}/secret`} icon={KeyIcon} isSmall>
          {one.newSecret}
        </ButtonLink>
        <ButtonLink kind="ask" href={`${path}/delete`} isSmall>
          {one.remove}
        </ButtonLink>
      </div>
    </section>
  )
}

const Fact = ({ name, children }: { name: string; children: ComponentChildren }): VNode => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
