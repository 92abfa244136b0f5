import type { ListedKey } from '../../accounts/read-keys.js'
import type { Grant } from '../../agents/grant.js'
import type { ActorName } from '../../identity/read-actor-names.js'
import { API_SCOPES } from '../../kernel/principal.js'
import { Moment } from '../components/moment.js'
import type { Fact } from '../components/timeline.js'
import { consentWords } from '../consent/words.js'
import { dayOf, keyMark, KEYS } from '../keys/key-parts.js'
import { keysWords } from '../keys/words.js'
import { timeFormatOf } from '../time-format.js'
import type { Visit } from '../visit.js'
import { AgentActs } from './agent-acts.js'
import type { Agent } from './agent-card.js'
import { grantPath } from './agent-paths.js'
import type { AgentWords } from './words.js'

interface Parts {
  visit: Visit
  words: AgentWords
  /** By holder, in the form of `creatorOf`. */
  askedToday: ReadonlyMap<string, number>
}

/** Only what was chosen, or only within limits. */
export const isLimited = ({ scopes, controls }: ListedKey): boolean => scopes !== null || controls !== null

/** A program that works with a key. */
export function keyAgent({ visit, words, askedToday }: Parts, key: ListedKey): Agent {
  const { id, name, lastUsedAt, createdAt, expiresAt, rateLimit, controls } = key
  const scopes = key.scopes ?? API_SCOPES
  const paths = { limits: `${KEYS}/${id}/limits`, revoke: `${KEYS}/${id}/revoke` }
  return {
    ...{ id, name, scopes, controls, askedTodayCentavos: askedToday.get(`key:${id}`) ?? 0 },
    about: (
      <>
        <span class="code">{keyMark(key)}</span> · {keysWords(visit.locale).created(dayOf(visit, createdAt))}
      </>
    ),
    state: lastUsedAt === null ? 'unused' : 'on',
    facts: [
      {
        label: words.perMinute,
        value: rateLimit === null ? words.usual : words.requests(rateLimit.toLocaleString('en-US')),
      },
      { label: words.end, value: expiresAt === null ? words.noEnd : dayOf(visit, expiresAt) },
      lastUse({ visit, words }, lastUsedAt),
    ],
    acts: <AgentActs {...{ visit, words, scopes, paths }} program={`key:${id}`} />,
  }
}

interface GrantParts extends Parts {
  /** Ids of those who may connect agents now. */
  backers: ReadonlySet<string>
  names: ReadonlyMap<string, ActorName>
}

/** A program that a person connected. */
export function grantAgent({ visit, words, askedToday, backers, names }: GrantParts, grant: Grant): Agent {
  const { id, clientName, clientHost, scopes, controls, userId, createdAt, lastUsedAt } = grant
  const { verified, unverified } = consentWords(visit.locale)
  const isBacked = backers.has(userId)
  const person = names.get(`user:${userId}`)?.name ?? words.someone
  const paths = { limits: grantPath(id, 'limits'), revoke: grantPath(id, 'revoke') }
  return {
    ...{ id, name: clientName, scopes, controls, askedTodayCentavos: askedToday.get(`grant:${id}`) ?? 0 },
    about: (
      <>
        {clientHost === null ? unverified : verified(clientHost)} · {words.connected(person, dayOf(visit, createdAt))}
        {!isBacked && <b class="agent-why">{words.stoppedWhy(person)}</b>}
      </>
    ),
    state: !isBacked ? 'stopped' : lastUsedAt === null ? 'unused' : 'on',
    facts: [
      { label: words.returns, value: <span class="code">{grant.redirectHost}</span> },
      lastUse({ visit, words }, lastUsedAt),
    ],
    acts: <AgentActs {...{ visit, words, scopes, paths }} program={`grant:${id}`} />,
  }
}

const lastUse = ({ visit, words }: Pick<Parts, 'visit' | 'words'>, at: string | null): Fact => ({
  label: words.used,
  value: at === null ? words.never : <Moment at={at} timeFormat={timeFormatOf(visit)} />,
})
