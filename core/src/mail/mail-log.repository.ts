import type { Reader } from '../database/engine.js'
import type { Cursor } from '../kernel/cursor.js'
import type { Batch, PageStart } from '../kernel/keyset.js'
import type { Email } from './email.js'
import { EMAIL_COLUMNS, type EmailRow, toEmail } from './email.row.js'

/** Mails as people look through them. */
export class MailLog {
  constructor(private readonly reader: Reader) {}

  /** Mails of an account, in both modes, or of a link, in one direction, through the index. */
  async walk(
    where: { accountId: string; linkId?: string },
    { direction, from }: { direction: PageStart['direction']; from: Cursor | undefined },
    count: number,
  ): Promise<Batch<Email>> {
    const [order, beyond] = direction === 'older' ? (['desc', '<'] as const) : (['asc', '>'] as const)
    const query = this.reader<EmailRow>('email_deliveries').select(...EMAIL_COLUMNS)
    // By the link alone, so that the index of the link is used; it belongs to the account, as its caller knows.
    if (where.linkId === undefined) void query.where({ account_id: where.accountId })
    else void query.where({ link_id: where.linkId })
    if (from) void query.whereRaw(`(created_at, id) ${beyond} (?, ?)`, [from.createdAt, from.id])
    const found = await query
      .orderBy([
        { column: 'created_at', order },
        { column: 'id', order },
      ])
      .limit(count)
    const rows = found.map(toEmail)
    return { rows, last: rows.length < count ? null : (rows.at(-1) ?? null) }
  }
}
