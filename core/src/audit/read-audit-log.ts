import { type ListPage, type PageStart, readPage } from '../kernel/keyset.js'
import type { AuditEntry, ListedEntry } from './audit-entry.js'
import type { AuditConditions, AuditLog } from './audit-log.repository.js'

export interface AuditFilter extends AuditConditions {
  /** Beginnings of actions, such as `user.`; one of them must fit. */
  groups?: readonly string[]
  /** What was typed into the search field. */
  text?: string
  /** What its words may stand for besides: actions that are called so, and actors, as entries name them. */
  meanings?: { actions: ReadonlySet<string>; actors: ReadonlySet<string> }
}

/** How many entries a page looks at to find those that no index tells. */
const BUDGET = 2000
/** Such as `plink_…`. */
const ID = /^[a-z]{2,12}_[0-9a-z]{8,40}$/

/** The audit log for people, newest first, forwards and backwards. */
export class ReadAuditLog {
  constructor(private readonly auditLog: AuditLog) {}

  /** Entries of the account, and those about the whole installation. */
  async page(
    accountId: string,
    { groups, text = '', meanings, ...conditions }: AuditFilter,
    { start, limit }: { start?: PageStart; limit: number },
  ): Promise<ListPage<ListedEntry>> {
    const typed = text.trim().toLowerCase()
    const isId = ID.test(typed)
    const indexed = isId ? { ...conditions, target: typed } : conditions
    const isPlain = groups === undefined && (typed === '' || isId)
    const keep = (entry: AuditEntry): boolean =>
      (groups === undefined || groups.some((prefix) => entry.action.startsWith(prefix))) &&
      (typed === '' || isId || hasText(entry, typed, meanings))
    const place = start && Number.isSafeInteger(Number(start.from.id)) ? start : undefined
    const direction = place?.direction ?? 'older'
    return readPage<ListedEntry>({
      ...{ start: place, limit, budget: isPlain ? Infinity : BUDGET },
      read: (from, count) => this.auditLog.walk(accountId, indexed, { direction, from }, count),
      ...(isPlain ? {} : { keep }),
    })
  }
}

const hasText = (
  { action, actor, target, details }: AuditEntry,
  typed: string,
  meanings: AuditFilter['meanings'],
): boolean =>
  meanings?.actions.has(action) === true ||
  meanings?.actors.has(actor) === true ||
  [action, target, ...textsIn(details)].some((text) => text.toLowerCase().includes(typed))

/** The values, not their names. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}
