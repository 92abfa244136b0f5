import type { Reader } from '../database/engine.js'
import { Statement } from '../database/statement.js'
import { HOUR_MS, iso, later } from '../kernel/clock.js'
import type { Scope } from '../kernel/principal.js'

/** A recipient to remind of a link that is about to expire. */
export interface DueReminder {
  livemode: boolean
  linkId: string
  title: string
  to: string
  /** Since when it is due. */
  dueAt: string
}

/**
 * Payable links that expire soon, and their recipients, except those who got the link so late that the reminder would
 * follow at once, and those whose first mail did not arrive.
 */
const due = (remindedAt: string): string => `
  select l.id, l.title, l.expires_at, min(d.recipient) as recipient
  from payment_links l join email_deliveries d on d.link_id = l.id and d.kind = 'request'
  where l.account_id = ? and l.livemode = ? and l.status = 'active' and l.expires_at > ? and l.expires_at <= ?
    and d.status in ('sent', 'delivered', 'simulated', 'unknown') and d.created_at < ${remindedAt}
    and not exists (
      select 1 from email_deliveries r where r.once = 'reminder:' || l.id || ':' || lower(d.recipient))
    and not exists (
      select 1 from email_suppressions s
      where s.account_id = l.account_id and s.livemode = l.livemode and s.address = lower(d.recipient))
  group by l.id, l.title, l.expires_at, lower(d.recipient)
  order by l.id limit ?`

const DUE = new Statement<{ id: string; title: string; expires_at: string; recipient: string }>(
  due("strftime('%Y-%m-%dT%H:%M:%fZ', l.expires_at, '-' || ? || ' hours')"),
  due("l.expires_at - ?::int * interval '1 hour'"),
)

export class Reminders {
  constructor(private readonly reader: Reader) {}

  /** `hours`: how long before expiry a reminder is sent. */
  async due(
    { accountId, livemode }: Scope,
    hours: number,
    { from, to }: { from: string; to: string },
    limit: number,
  ): Promise<DueReminder[]> {
    const rows = await DUE.rows(this.reader, [accountId, livemode, from, to, hours, limit])
    return rows.map(({ id, title, expires_at, recipient }) => {
      const dueAt = iso(later(new Date(expires_at), -hours * HOUR_MS))
      return { livemode, linkId: id, title, to: recipient, dueAt }
    })
  }
}
