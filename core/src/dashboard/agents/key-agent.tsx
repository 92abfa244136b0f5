import type { VNode } from 'preact'
import type { ListedKey } from '../../accounts/read-keys.js'
import { API_SCOPES } from '../../kernel/principal.js'
import { ButtonLink } from '../../web/button.js'
import { auditByAddress } from '../audit/audit-filters.js'
import { ListIcon } from '../components/icons.js'
import { Moment } from '../components/moment.js'
import { dayOf, keyMark, KEYS } from '../keys/key-parts.js'
import { keysWords } from '../keys/words.js'
import { linksByKey } from '../links/link-filters.js'
import { timeFormatOf } from '../time-format.js'
import type { Visit } from '../visit.js'
import type { Agent } from './agent-card.js'
import type { AgentWords } from './words.js'

interface Parts {
  visit: Visit
  words: AgentWords
  agent: ListedKey
}

/** Only what was chosen, or only within limits. */
export const isLimited = ({ scopes, controls }: ListedKey): boolean => scopes !== null || controls !== null

/** A program that works with a key. */
export function keyAgent(visit: Visit, words: AgentWords, key: ListedKey, askedTodayCentavos: number): Agent {
  const { id, name, lastUsedAt, createdAt, expiresAt, rateLimit, controls } = key
  const timeFormat = timeFormatOf(visit)
  return {
    ...{ id, name, controls, askedTodayCentavos },
    about: (
      <>
        <span class="code">{keyMark(key)}</span> · {words.made(dayOf(visit, createdAt))}
      </>
    ),
    wasUsed: lastUsedAt !== null,
    scopes: key.scopes ?? API_SCOPES,
    facts: [
      {
        label: words.perMinute,
        value: rateLimit === null ? words.usual : words.requests(rateLimit.toLocaleString('en-US')),
      },
      { label: words.end, value: expiresAt === null ? words.noEnd : dayOf(visit, expiresAt) },
      { label: words.used, value: lastUsedAt === null ? words.never : <Moment at={lastUsedAt} timeFormat={timeFormat} /> },
    ],
    acts: <Acts visit={visit} words={words} agent={key} />,
  }
}

const Acts = ({ visit, words, agent: { id, scopes } }: Parts): VNode => (
  <>
    <ButtonLink isSmall href={`${visit.base}${KEYS}/${id}/limits`}>
      {keysWords(visit.locale).limits.action}
    </ButtonLink>
    {(scopes === null || scopes.includes('links:write')) && (
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
  </>
)
