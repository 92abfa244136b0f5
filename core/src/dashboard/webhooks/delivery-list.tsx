import type { VNode } from 'preact'
import type { ListPage } from '../../kernel/keyset.js'
import type { Attempt, Delivery, DeliveryStatus } from '../../webhooks/delivery.js'
import type { ShownEndpoint } from '../../webhooks/read-endpoints.js'
import { ButtonLink, SubmitButton } from '../../web/button.js'
import { PostForm } from '../../web/form.js'
import { AgainIcon } from '../../web/icons.js'
import { Pager } from '../../web/pager.js'
import { StatusChip } from '../components/chip.js'
import { Tabs } from '../components/filter-bar.js'
import { SearchIcon } from '../components/icons.js'
import { EmptyState } from '../components/menu.js'
import { dayRange, Moment } from '../components/moment.js'
import { listAddress, pagesBeside } from '../list-address.js'
import { timeFormatOf } from '../time-format.js'
import type { Visit } from '../visit.js'
import { eventName, momentOf, pathOf, secondOf } from './endpoint-parts.js'
import type { WebhooksWords } from './words.js'

export const DELIVERY_TABS = ['all', 'waiting', 'delivered', 'undelivered'] as const
export type DeliveryTab = (typeof DELIVERY_TABS)[number]

/** Undefined: all. */
export const STATUSES_OF: Record<DeliveryTab, readonly DeliveryStatus[] | undefined> = {
  all: undefined,
  waiting: ['scheduled', 'sending'],
  delivered: ['delivered'],
  undelivered: ['exhausted', 'stopped'],
}

/** Of an answer, in the list. */
const SHOWN_CHARACTERS = 200

interface Parts {
  visit: Visit
  endpoint: ShownEndpoint
  words: WebhooksWords
}

interface ListParts extends Parts {
  page: ListPage<Delivery>
  tab: DeliveryTab
  /** Not the first page. */
  isFurther: boolean
}

/** Below the base, with its query. */
export const deliveriesAddress = (endpoint: Pick<ShownEndpoint, 'id'>, tab: DeliveryTab): string =>
  listAddress(pathOf(endpoint), { status: tab === 'all' ? '' : tab })

export function DeliveryList({ visit, endpoint, words, page, tab, isFurther }: ListParts): VNode {
  const { deliveries: own } = words
  const timeFormat = timeFormatOf(visit)
  const isEmpty = page.data.length === 0
  const isNew = isEmpty && tab === 'all' && !isFurther
  return (
    <section class="card full deliveries">
      <div class="card-head">
        <h2>{own.title}</h2>
        {endpoint.status === 'enabled' && !isNew && (
          <div class="row">
            <ResendAll visit={visit} endpoint={endpoint} words={words} />
            <ButtonLink kind="bare" href={`${visit.base}${pathOf(endpoint)}/period`} isSmall>
              {words.period.link}
            </ButtonLink>
          </div>
        )}
      </div>
      {!isNew && (
        <Tabs
          label={own.kinds}
          tabs={DELIVERY_TABS.map((one) => ({
            label: own.tabs[one],
            href: visit.base + deliveriesAddress(endpoint, one),
            isCurrent: one === tab,
          }))}
        />
      )}
      {isNew ? (
        <EmptyState icon={AgainIcon} title={own.empty}>
          {own.emptyText}
        </EmptyState>
      ) : isEmpty ? (
        <EmptyState icon={SearchIcon} title={own.none}>
          {page.older === null ? own.noneText : own.noneYet}
        </EmptyState>
      ) : (
        <ul>
          {page.data.map((delivery) => (
            <DeliveryRow visit={visit} endpoint={endpoint} words={words} delivery={delivery} />
          ))}
        </ul>
      )}
      {(page.newer !== null || page.older !== null) && (
        <Pager
          locale={visit.locale}
          {...pagesBeside(visit.base + deliveriesAddress(endpoint, tab), page)}
          range={dayRange(timeFormat, page.data)}
        />
      )}
    </section>
  )
}

/** Everything that the endpoint has not got, also what waits for its next attempt. */
export const ResendAll = ({ visit, endpoint, words: { deliveries: words } }: Parts): VNode => (
  <PostForm
    action={`${visit.base}${pathOf(endpoint)}/resend`}
    csrfToken={visit.csrfToken}
    formKey={`${visit.formKey}.all`}
  >
    <SubmitButton icon={AgainIcon} busy={words.resending} isSmall>
      {words.resendAll}
    </SubmitButton>
  </PostForm>
)

function DeliveryRow({ visit, endpoint, words, delivery }: Parts & { delivery: Delivery }): VNode {
  const { deliveries: own } = words
  const { id, eventId, type, status, attempts, createdAt } = delivery
  return (
    <li class="delivery">
      <div>
        <b>{eventName(words, type)}</b>
        <span class="code">{type}</span>
      </div>
      <div>
        <StatusChip of="delivery" status={status} locale={visit.locale} />
        <small>{storyOf(visit, words, delivery)}</small>
      </div>
      <Moment at={createdAt} timeFormat={timeFormatOf(visit)} />
      {endpoint.status === 'enabled' && (
        <PostForm
          action={`${visit.base}${pathOf(endpoint)}/events/${eventId}/resend`}
          csrfToken={visit.csrfToken}
          formKey={`${visit.formKey}.${id}`}
        >
          <SubmitButton busy={own.resending} isSmall>
            {own.resend}
          </SubmitButton>
        </PostForm>
      )}
      {attempts.length > 0 && (
        <details>
          <summary>{own.attempts(attempts.length)}</summary>
          <ol class="attempts">
            {attempts.map((attempt, at) => (
              <AttemptLine visit={visit} words={words} attempt={attempt} before={attempts[at - 1]} />
            ))}
          </ol>
          <p class="code">{eventId}</p>
        </details>
      )}
    </li>
  )
}

/** `Tercer intento: 502. El siguiente hoy a las 11:48.` */
function storyOf(visit: Visit, { deliveries: words }: WebhooksWords, delivery: Delivery): string {
  const { attempts, status, nextAttemptAt } = delivery
  const last = attempts.at(-1)
  if (last === undefined) return status === 'scheduled' ? words.first : ''
  const ordinal = words.ordinals[attempts.length - 1] ?? String(attempts.length)
  const told = words.attempt(ordinal, last.status === null ? words.silent : String(last.status))
  const isWaiting = status === 'scheduled' && nextAttemptAt !== null
  return isWaiting ? `${told} ${words.next(momentOf(visit, nextAttemptAt))}` : told
}

function AttemptLine({
  visit,
  words: { deliveries: words },
  attempt: { at, status, ms, error, answer },
  before,
}: {
  visit: Visit
  words: WebhooksWords
  attempt: Attempt
  before: Attempt | undefined
}): VNode {
  const text = status === null ? error : answer
  const isNews = text !== null && text !== (before?.status === null ? before.error : before?.answer)
  return (
    <li>
      <time dateTime={at}>{secondOf(visit, at)}</time>
      <span class={error === null ? undefined : 'wrong'}>{status ?? words.silent}</span>
      <span>{durationText(ms)}</span>
      {isNews && <q>{text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text}</q>}
    </li>
  )
}

export const durationText = (ms: number): string => `${ms.toLocaleString('en-US')} ms`
