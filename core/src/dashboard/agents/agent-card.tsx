import type { VNode } from 'preact'
import type { ListedKey } from '../../accounts/read-keys.js'
import { API_SCOPES, type ApiScope } from '../../kernel/principal.js'
import { ButtonLink } from '../../web/button.js'
import { CheckIcon, ClockIcon } from '../../web/icons.js'
import { auditByAddress } from '../audit/audit-filters.js'
import { Chip } from '../components/chip.js'
import { CrossIcon, ListIcon, SparkIcon, TickIcon } from '../components/icons.js'
import { Moment } from '../components/moment.js'
import { Facts } from '../components/timeline.js'
import { dayOf, keyMark, KEYS } from '../keys/key-parts.js'
import { keysWords } from '../keys/words.js'
import { linksByKey } from '../links/link-filters.js'
import { timeFormatOf } from '../time-format.js'
import type { Visit } from '../visit.js'
import type { AgentWords } from './words.js'

/** A key that may do only what was chosen. */
export type Agent = ListedKey & { scopes: readonly ApiScope[] }

export const isLimited = (key: ListedKey): key is Agent => key.scopes !== null

interface Parts {
  visit: Visit
  words: AgentWords
  agent: Agent
}

/** One program: what it can and cannot, its limits, and how its access is taken away. */
export function AgentCard(parts: Parts): VNode {
  const { visit, words, agent } = parts
  const { id, name, lastUsedAt, createdAt, scopes } = agent
  return (
    <section class="card agent" id={id}>
      <div class="agent-head">
        <span class="plate" aria-hidden="true">
          <SparkIcon />
        </span>
        <div>
          <h2>“{name}”</h2>
          <p class="muted small">
            <span class="code">{keyMark(agent)}</span> · {words.made(dayOf(visit, createdAt))}
          </p>
        </div>
        {lastUsedAt === null ? (
          <Chip tone="grey" icon={ClockIcon}>
            {words.state.unused}
          </Chip>
        ) : (
          <Chip tone="green" icon={CheckIcon}>
            {words.state.on}
          </Chip>
        )}
      </div>
      <div class="agent-body">
        <div>
          <h3>{words.can}</h3>
          <ScopeList visit={visit} scopes={scopes} />
        </div>
        <div>
          <h3>{words.limits}</h3>
          <Limits {...parts} />
        </div>
      </div>
      <Acts {...parts} />
    </section>
  )
}

/** Everything that a limited key may or may not do, so that nothing is left to guess. */
function ScopeList({ visit, scopes }: { visit: Visit; scopes: readonly ApiScope[] }): VNode {
  const { scopeNames, cannot } = keysWords(visit.locale).new
  return (
    <ul class="scope-list">
      {API_SCOPES.filter((scope) => scopes.includes(scope)).map((scope) => (
        <li>
          <TickIcon />
          {scopeNames[scope]}
        </li>
      ))}
      {API_SCOPES.filter((scope) => !scopes.includes(scope)).map((scope) => (
        <li class="muted">
          <CrossIcon />
          <span>
            <span class="unseen">{cannot} </span>
            {scopeNames[scope]}
          </span>
        </li>
      ))}
    </ul>
  )
}

function Limits({ visit, words, agent: { rateLimit, expiresAt, lastUsedAt } }: Parts): VNode {
  const { locale } = visit
  const used = lastUsedAt === null ? words.never : <Moment at={lastUsedAt} timeFormat={timeFormatOf(visit)} />
  const facts = [
    {
      label: words.perMinute,
      value: rateLimit === null ? words.usual : words.requests(rateLimit.toLocaleString('en-US')),
    },
    { label: words.end, value: expiresAt === null ? words.noEnd : dayOf(visit, expiresAt) },
    { label: words.used, value: used },
  ]
  return <Facts facts={facts} locale={locale} isSide />
}

const Acts = ({ visit, words, agent: { id, scopes } }: Parts): VNode => (
  <div class="row agent-acts">
    {scopes.includes('links:write') && (
      <ButtonLink isSmall href={linksByKey(visit, id)}>
        {words.links}
      </ButtonLink>
    )}
    <ButtonLink isSmall icon={ListIcon} href={auditByAddress(visit, `key:${id}`)}>
      {words.done}
    </ButtonLink>
    <ButtonLink isSmall kind="ask" href={`${visit.base}${KEYS}/${id}/revoke`}>
      {words.remove}
    </ButtonLink>
  </div>
)
