import { actorOfCreator } from '../../audit/audit-entry.js'
import type { AuditFilter } from '../../audit/read-audit-log.js'
import { choiceIn, createdIn, listAddress, type Period, PERIODS, textIn } from '../list-address.js'
import type { Visit } from '../visit.js'
import { actorName, type ActorNames } from './entry-text.js'
import { auditWords } from './words.js'

/** Below the base. */
export const AUDIT = '/settings/audit'

/** Kinds of acts, by the beginnings of their actions. */
const GROUPS = {
  links: ['payment_link.', 'checkout.'],
  payments: ['payment.', 'review.', 'receipt.', 'sheet.'],
  invoices: ['invoice.', 'invoices.', 'invoicing.'],
  team: ['user.'],
  business: ['account.', 'email.'],
  connections: ['connection.', 'plugin.'],
  agents: ['grant.', 'approval.', 'tool.'],
  developers: ['key.', 'webhook_endpoint.', 'event.', 'events.'],
} as const

type Group = keyof typeof GROUPS
export const GROUP_NAMES = ['all', ...(Object.keys(GROUPS) as Group[])] as const

/** The filters in the address of the list. */
export interface AuditQuery {
  text: string
  /** As `creatorOf` names them; empty: everyone. */
  by: string
  group: Group | 'all'
  period: Period
}

const NOTHING: AuditQuery = { text: '', by: '', group: 'all', period: 'any' }
const NAMES: Record<keyof AuditQuery, string> = { text: 'q', by: 'by', group: 'what', period: 'when' }

/** Whatever is not understood filters nothing. */
export const readAuditQuery = ({ request: { query } }: Pick<Visit, 'request'>, names: ActorNames): AuditQuery => ({
  text: textIn(query, NAMES.text),
  by: choiceIn(query, NAMES.by, ['', ...names.keys()]),
  group: choiceIn(query, NAMES.group, GROUP_NAMES),
  period: choiceIn(query, NAMES.period, PERIODS),
})

/** The address of the first page of the list with some of the query changed. */
export function auditAddress(
  { base }: Pick<Visit, 'base'>,
  query: AuditQuery,
  changes: Partial<AuditQuery> = {},
): string {
  const next = { ...query, ...changes }
  const names = Object.keys(NAMES) as (keyof AuditQuery)[]
  return listAddress(
    base + AUDIT,
    Object.fromEntries(names.map((name) => [NAMES[name], next[name] === NOTHING[name] ? '' : next[name]])),
  )
}

/** Everything about one thing. */
export const aboutAddress = (visit: Pick<Visit, 'base'>, target: string): string =>
  auditAddress(visit, { ...NOTHING, text: target })

/** Everything that one person or key did, as `creatorOf` names them. */
export const auditByAddress = (visit: Pick<Visit, 'base'>, by: string): string =>
  auditAddress(visit, { ...NOTHING, by })

export const isNarrowed = (query: AuditQuery): boolean => JSON.stringify(query) !== JSON.stringify(NOTHING)

/** What was typed also finds acts and people by the words of the page. */
export function toAuditFilter(visit: Visit, { text, by, group, period }: AuditQuery, names: ActorNames): AuditFilter {
  const words = auditWords(visit.locale)
  const typed = text.toLowerCase()
  const has = (name: string): boolean => name.toLowerCase().includes(typed)
  const { createdFrom, createdTo } = createdIn(period, visit)
  return {
    ...(text !== '' && {
      text,
      meanings: {
        actions: new Set(Object.entries(words.actions).flatMap(([action, name]) => (has(name) ? [action] : []))),
        actors: new Set(
          [...names].flatMap(([actor, name]) => (has(actorName(words, name)) ? [actorOfCreator(actor)] : [])),
        ),
      },
    }),
    ...(by !== '' && { actor: actorOfCreator(by) }),
    ...(group !== 'all' && { groups: GROUPS[group] }),
    ...(createdFrom !== undefined && { from: createdFrom }),
    ...(createdTo !== undefined && { to: createdTo }),
  }
}
