import { connect } from '@paylink/core/database/connect'
import { FindViolations } from '@paylink/core/doctor/find-violations.repository'
import { SystemClock } from '@paylink/core/kernel/clock'
import { DEFAULT_EVENT_TYPES } from '@paylink/core/webhooks/event'
import { expect } from 'chai'
import type { DatabaseView } from '../support/database-view.js'
import type { Site } from '../support/site.js'
import { booksOf } from '../support/site-invoices.js'

const DEFAULT_TYPES = DEFAULT_EVENT_TYPES.map((type) => `'${type}'`).join()

/** What no history may leave behind, each as a question that must have no answer (I1–I5, I15, I25, I27, I28, I30). */
const QUESTIONS: readonly [unsound: string, sql: string][] = [
  [
    'a link with two open payments (I1)',
    "select link_id from payments where status = 'pending' group by link_id having count(*) > 1",
  ],
  [
    'a link that is processing without an open payment (I2)',
    `select id from payment_links l where status = 'processing'
       and not exists (select 1 from payments p where p.link_id = l.id and p.status = 'pending')`,
  ],
  [
    'an open payment of a link that is not processing (I2)',
    `select p.id from payments p join payment_links l on l.id = p.link_id
      where p.status = 'pending' and l.status <> 'processing'`,
  ],
  [
    'a paid link without its payment (I3)',
    `select l.id from payment_links l left join payments p on p.id = l.paid_payment_id and p.link_id = l.id
      where l.status = 'paid' and (p.id is null or p.status not in ('succeeded', 'refunded'))`,
  ],
  [
    'money for a link that is not paid (I5)',
    `select p.id from payments p join payment_links l on l.id = p.link_id
      where p.status in ('succeeded', 'refunded') and l.status <> 'paid'`,
  ],
  [
    'an event that was written twice (I25)',
    `select object_id, type from events where type not like 'payment.invoice%'
      group by object_id, type having count(*) > 1`,
  ],
  [
    'a payment that ended without its event (I25)',
    `select id from payments p where status <> 'pending' and not exists (
       select 1 from events e where e.object_id = p.id and e.type =
         case when p.status = 'refunded' then 'payment.succeeded' else 'payment.' || p.status end)`,
  ],
  [
    'a link that ended without its event (I25)',
    `select id from payment_links l where status in ('paid', 'disabled') and not exists (
       select 1 from events e where e.object_id = l.id and e.type = 'payment_link.' || l.status)`,
  ],
  [
    'an event of something that did not happen (I25)',
    `select e.id from events e left join payments p on p.id = e.object_id left join payment_links l on l.id = e.object_id
      where (p.id is null and l.id is null)
         or (e.type = 'payment.succeeded' and p.status not in ('succeeded', 'refunded'))
         or (e.type = 'payment_link.paid' and l.status <> 'paid')`,
  ],
  [
    'an event without a delivery (I27)',
    `select e.id, p.id as endpoint from events e join webhook_endpoints p
        on p.account_id = e.account_id and p.livemode = e.livemode and p.created_at < e.created_at
      where p.status = 'enabled' and ((p.events is null and e.type in (${DEFAULT_TYPES})) or p.events like '% ' || e.type || ' %')
        and not exists (
        select 1 from webhook_deliveries d where d.event_id = e.id and d.endpoint_id = p.id
          and (d.finished_at is not null or d.next_attempt_at is not null))`,
  ],
  [
    'a delivery that counts as delivered, and no 2xx came (I28)',
    `select id from webhook_deliveries d where status = 'delivered' and not exists (
       select 1 from webhook_attempts a where a.delivery_id = d.id and a.status between 200 and 299)`,
  ],
  [
    'a payment with two open invoices (I36)',
    `select payment_id from invoices where status in ('requested', 'stamping', 'stamped', 'cancel_pending')
      group by payment_id having count(*) > 1`,
  ],
  [
    'an invoice that was not announced as often as it was stamped and cancelled (I40)',
    `select p.id from payments p where
       (select count(*) from events e where e.object_id = p.id and e.type = 'payment.invoiced')
         <> (select count(*) from invoices i where i.payment_id = p.id and i.uuid is not null)
       or (select count(*) from events e where e.object_id = p.id and e.type = 'payment.invoice_cancelled')
         <> (select count(*) from invoices i where i.payment_id = p.id and i.status = 'cancelled')`,
  ],
  [
    'a receipt of no payment (I24)',
    `select payment_id from receipts r where not exists (
       select 1 from payments p where p.id = r.payment_id and p.provider = 'manual')`,
  ],
]

const IN_FLIGHT: [string, string] = [
  'a request that was repeated until it was answered, and is still in flight (I35)',
  "select key from idempotency_keys where state = 'in_flight'",
]

/**
 * All that is wrong with a database; nothing, if it is sound. `allAnswered`: every request has been repeated
 * until it was answered.
 */
export async function unsoundness(view: DatabaseView, allAnswered = true): Promise<string[]> {
  const found: string[] = []
  for (const [unsound, sql] of allAnswered ? [...QUESTIONS, IN_FLIGHT] : QUESTIONS) {
    const rows = await view.rows(sql)
    if (rows.length > 0) found.push(`${unsound}: ${JSON.stringify(rows.slice(0, 3))}`)
  }
  return [...found, ...(await fileFaults(view)), ...(await doubleSessions(view)), ...(await doubleStamps(view))]
}

async function fileFaults(view: DatabaseView): Promise<string[]> {
  if (view.isPostgres) return []
  const integrity = await view.rows<{ integrity_check: string }>('pragma integrity_check')
  const orphans = await view.rows('pragma foreign_key_check')
  return [
    ...integrity.filter((row) => row.integrity_check !== 'ok').map((row) => `integrity: ${row.integrity_check}`),
    ...orphans.map((row) => `an orphan row: ${JSON.stringify(row)}`),
  ]
}

/** Two sessions at the provider for one payment (I15). */
async function doubleSessions(view: DatabaseView): Promise<string[]> {
  const sessions = await view.rows<{ value: string }>("select value from plugin_entries where key like 'session:%'")
  const seen = new Set<string>()
  const twice: string[] = []
  for (const { value } of sessions) {
    const { reference } = JSON.parse(value) as { reference: string }
    if (seen.has(reference)) twice.push(`two sessions for one payment (I15): ${reference}`)
    seen.add(reference)
  }
  return twice
}

/** Two stamps at the provider for one invoice, by any of the merchant's issuers (I37). */
async function doubleStamps(view: DatabaseView): Promise<string[]> {
  const stamped = (await booksOf({ view })).map(({ invoiceId }) => invoiceId)
  return stamped.filter((id, at) => stamped.indexOf(id) !== at).map((id) => `two stamps for one invoice (I37): ${id}`)
}

/** What `paylink doctor` asks of the rows. */
export async function expectSound({ database }: Site): Promise<void> {
  const connected = connect(database.url)
  try {
    expect(await new FindViolations(connected.reader, new SystemClock()).run()).to.deep.equal([])
  } finally {
    await connected.close()
  }
}
