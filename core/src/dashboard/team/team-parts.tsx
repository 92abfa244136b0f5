import type { VNode } from 'preact'
import type { TeamMember } from '../../identity/read-users.js'
import { ROLES, type Role } from '../../identity/role.js'
import { WarningIcon } from '../../web/icons.js'
import { formatDay } from '../../web/format-time.js'
import { Notice } from '../../web/notice.js'
import { Chip } from '../components/chip.js'
import type { Choice } from '../components/fields.js'
import { momentText } from '../components/moment.js'
import { frameWords } from '../frame/words.js'
import { timeFormatOf } from '../time-format.js'
import type { Visit } from '../visit.js'
import { type TeamWords, teamWords } from './words.js'

/** Below the base. */
export const TEAM = '/settings/team'
export const PEOPLE = `${TEAM}/people`

export const hasFactor = ({ hasPasskey, hasCodes }: TeamMember): boolean => hasPasskey || hasCodes

export function wayText({ ways }: TeamWords, { hasPassword, hasPasskey, hasCodes }: TeamMember): string {
  if (hasPasskey) return hasCodes ? ways.both : ways.passkey
  if (hasCodes) return ways.code
  return hasPassword ? ways.password : ways.none
}

/** How a person signs in: a password alone stands out. */
export const Way = ({ words, member }: { words: TeamWords; member: TeamMember }): VNode =>
  hasFactor(member) ? (
    <>{wayText(words, member)}</>
  ) : (
    <Chip tone="amber" icon={WarningIcon}>
      {wayText(words, member)}
    </Chip>
  )

export const seenText = (visit: Visit, { lastUsedAt }: TeamMember): string =>
  lastUsedAt === null ? teamWords(visit.locale).notSeen : momentText(timeFormatOf(visit), lastUsedAt)

export const dayText = ({ locale, account, now }: Visit, at: string): string =>
  formatDay(locale, account.brand.timeZone, new Date(at), now)

/** What each role may do, the one that may least first. */
export const roleChoices = ({ locale }: Visit): Choice[] =>
  ROLES.toReversed().map((role) => ({
    value: role,
    label: frameWords(locale).roles[role],
    about: teamWords(locale).roles[role],
  }))

/** Undefined: nothing that is offered was chosen. */
export const roleIn = (text: string | undefined): Role | undefined => ROLES.find((role) => role === text)

/** What a redirect to the list tells, and what a form was about that is not there. */
export interface Told {
  missing?: keyof TeamWords['missing']
  /** Why the act was refused. */
  refusal?: string
}

export function Notices({ visit, missing, refusal }: Told & { visit: Visit }): VNode {
  const words = teamWords(visit.locale)
  const { saved } = visit.request.query
  const done = visit.request.method === 'GET' && typeof saved === 'string' ? words.saved[saved] : undefined
  const refused = refusal ?? (missing && words.missing[missing])
  return (
    <>
      {refused !== undefined && (
        <Notice tone="attention">
          <p>{refused}</p>
        </Notice>
      )}
      {done !== undefined && (
        <Notice tone="good">
          <p>{done}</p>
        </Notice>
      )}
    </>
  )
}
