import Database from 'better-sqlite3'
import pg from 'pg'
import { LINK_BODY } from './bench-links.js'

const ID = '@'.repeat(26)

/** As long as what our own outbox writes for a link that was paid; `ID` becomes the event's own. */
export const EVENT_BODY = JSON.stringify({
  id: `evt_${ID}`,
  object: 'event',
  type: 'payment_link.paid',
  createdAt: '2026-01-01T00:00:00.000Z',
  livemode: false,
  apiVersion: '0.0.1',
  data: {
    object: {
      object: 'payment_link',
      id: `plink_${ID}`,
      livemode: false,
      status: 'paid',
      url: `http://127.0.0.1:12345/p/${'a'.repeat(22)}`,
      amountCentavos: 34_800,
      currency: 'MXN',
      expiresAt: null,
      ...(JSON.parse(LINK_BODY) as object),
      slug: 'a'.repeat(22),
      createdAt: '2026-01-01T00:00:00.000Z',
      paidPaymentId: `pay_${ID}`,
      channel: 'api',
      createdBy: null,
      providers: [],
      invoiceable: false,
    },
  },
})

/** Until what the filling left to be done on the disk is done. */
const DUE_IN_MS = 1000
const MAX_ENDPOINTS = 1000

/**
 * Writes events down, each with its delivery to the first so many endpoints, all due in a second. The server may run:
 * it finds them when it next looks.
 */
export async function fillWithDeliveries(databaseUrl: string, events: number, endpoints: number): Promise<void> {
  if (databaseUrl.startsWith('sqlite:')) fillSqlite(databaseUrl.slice('sqlite:'.length), events, endpoints)
  else await fillPostgres(databaseUrl, events, endpoints)
}

/** Ids rise with time, as ours do. */
const firstNumber = (): number => Date.now() * MAX_ENDPOINTS

function fillSqlite(path: string, events: number, endpoints: number): void {
  const database = new Database(path)
  try {
    database.pragma('synchronous = OFF')
    database.pragma('busy_timeout = 5000')
    const { id: account } = database.prepare('select id from accounts').get() as { id: string }
    const endpointIds = database
      .prepare('select id from webhook_endpoints order by id limit ?')
      .pluck()
      .all(endpoints) as string[]
    const insertEvent = database.prepare(
      `insert into events (id, account_id, livemode, type, object_id, payload, created_at)
       values (?, ?, 0, 'payment_link.paid', ?, ?, ?)`,
    )
    const insertDelivery = database.prepare(
      `insert into webhook_deliveries
         (id, account_id, livemode, event_id, endpoint_id, status, next_attempt_at, created_at)
       values (?, ?, 0, ?, ?, 'scheduled', ?, ?)`,
    )
    const first = firstNumber()
    const due = new Date(Date.now() + DUE_IN_MS).toISOString()
    database.transaction(() => {
      for (let n = 0; n < events; n++) {
        const number = String(first + n).padStart(26, '0')
        const eventId = `evt_${number}`
        insertEvent.run(eventId, account, `plink_${number}`, EVENT_BODY.replaceAll(ID, number), due)
        endpointIds.forEach((endpointId, at) => {
          const id = `dlv_${String(first + n).padStart(23, '0')}${String(at).padStart(3, '0')}`
          insertDelivery.run(id, account, eventId, endpointId, due, due)
        })
      }
    })()
    database.pragma('wal_checkpoint(TRUNCATE)')
  } finally {
    database.close()
  }
}

async function fillPostgres(url: string, events: number, endpoints: number): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const due = new Date(Date.now() + DUE_IN_MS).toISOString()
    await client.query(
      `with made as (
         insert into events (id, account_id, livemode, type, object_id, payload, created_at)
         select 'evt_' || number, (select id from accounts limit 1), false, 'payment_link.paid', 'plink_' || number,
           replace($4, '${ID}', number), $5::timestamptz
         from generate_series(0, $1::int - 1) n, lateral (select lpad(($3::bigint + n)::text, 26, '0') as number) one
         returning id, account_id)
       insert into webhook_deliveries
         (id, account_id, livemode, event_id, endpoint_id, status, next_attempt_at, created_at)
       select 'dlv_' || substr(made.id, 8) || lpad(e.place::text, 3, '0'), made.account_id, false, made.id, e.id,
         'scheduled', $5::timestamptz, $5::timestamptz
       from made, (select id, row_number() over (order by id) - 1 as place from webhook_endpoints
         order by id limit $2::int) e`,
      [events, endpoints, firstNumber(), EVENT_BODY, due],
    )
    // As autovacuum would soon, in the middle of a sample.
    for (const table of ['events', 'webhook_deliveries', 'webhook_attempts', 'webhook_endpoints']) {
      await client.query(`vacuum analyze ${table}`)
    }
    await client.query('checkpoint')
  } finally {
    await client.end()
  }
}
