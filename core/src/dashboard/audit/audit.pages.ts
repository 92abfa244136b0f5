import type { ReadAuditLog } from '../../audit/read-audit-log.js'
import type { CheckAuditLog } from '../../audit/check-audit-log.js'
import type { ReadActorNames } from '../../identity/read-actor-names.js'
import { redirect, showPage } from '../answer.js'
import { isBeyondNewest, pagesBeside, pageStartIn, textIn } from '../list-address.js'
import type { Route } from '../route.js'
import type { Visit } from '../visit.js'
import { AUDIT, auditAddress, readAuditQuery, toAuditFilter } from './audit-filters.js'
import { auditPage } from './audit-view.js'
import { KEPT_HASH, type KeptHash } from './chain-part.js'

const PER_PAGE = 25
const HASH = /^[0-9a-f]{64}$/

/** `/settings/audit`: who did what, newest first, and whether the chain of entries is intact. */
export class AuditPages {
  constructor(
    private readonly log: ReadAuditLog,
    private readonly chain: CheckAuditLog,
    private readonly names: ReadActorNames,
  ) {}

  routes(): Route[] {
    const permission = 'audit:read'
    return [
      { method: 'get', path: AUDIT, permission, answer: this.show },
      { method: 'post', path: `${AUDIT}/verify`, permission, formAt: AUDIT, answer: this.verify },
    ]
  }

  private readonly show = async (visit: Visit): Promise<void> => {
    const { account, request } = visit
    const names = await this.names.all(account.id)
    const query = readAuditQuery(visit, names)
    const start = pageStartIn(request.query)
    const filter = toAuditFilter(visit, query, names)
    const kept = await this.keptIn(request.query)
    const [page, chain, head] = await Promise.all([
      this.log.page(account.id, filter, { start, limit: PER_PAGE }),
      this.chain.latest(),
      this.chain.head(),
    ])
    if (isBeyondNewest(start, page)) return redirect(visit, auditAddress({ base: '' }, query))
    const beside = pagesBeside(auditAddress(visit, query), page)
    const shown = { query, entries: page.data, names, chain, head, kept, ...beside }
    await showPage(visit, auditPage(visit, shown), kept?.result === 'malformed' ? 422 : 200)
  }

  /** A hash that was kept elsewhere, and whether the log still has it; null: none was typed. */
  private async keptIn(query: Visit['request']['query']): Promise<KeptHash | null> {
    const typed = textIn(query, KEPT_HASH)
    if (typed === '') return null
    const hash = typed.toLowerCase()
    return { typed, result: HASH.test(hash) ? await this.chain.find(hash) : 'malformed' }
  }

  private readonly verify = async (visit: Visit): Promise<void> => {
    await this.chain.run()
    redirect(visit, AUDIT)
  }
}
