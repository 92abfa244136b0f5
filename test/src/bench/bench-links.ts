import { createHash } from 'node:crypto'
import Database from 'better-sqlite3'
import pg from 'pg'

/** What the bench creates, through the API and in bulk. */
export const LINK_BODY = JSON.stringify({
  title: 'Taza de barro',
  description: 'Hecha a mano en Oaxaca',
  items: [
    { name: 'Taza azul', quantity: 1, unitPriceCentavos: 15_000 },
    { name: 'Plato hondo', quantity: 2, unitPriceCentavos: 9_900 },
  ],
  customerEmail: 'ana@example.com',
  customerName: 'Ana Pérez',
  metadata: { order: '1042' },
})

const ITEMS = JSON.stringify([
  { name: 'Taza azul', quantity: 1, unitPriceCentavos: 15_000, tax: 'iva_included' },
  { name: 'Plato hondo', quantity: 2, unitPriceCentavos: 9_900, tax: 'iva_included' },
])

const COLUMNS = `id, account_id, livemode, slug, status, title, description, items, amount_centavos, currency,
  customer_email, customer_name, expires_at, metadata, providers, invoiceable, channel, paid_payment_id, created_at`
const CONSTANTS = `'Taza de barro', 'Hecha a mano en Oaxaca', '${ITEMS}', 34800, 'MXN', 'ana@example.com', 'Ana Pérez'`

/** A link a second, the last one now. */
const agoMs = (n: number, count: number): number => (count - n) * 1000

/** The id of the n-th, counted from 0: ids and times rise together. */
export const bulkId = (n: number): string => `plink_0${String(n).padStart(25, '0')}`

/** One in twenty is disabled, one in twenty expired; of the active ones a fourth expires later. */
function bulkStatus(n: number): 'disabled' | 'expired' | 'active' {
  return n % 20 === 3 ? 'disabled' : n % 20 === 7 ? 'expired' : 'active'
}

/** Fills a database that is migrated and has an account. */
export async function fillWithLinks(databaseUrl: string, count: number): Promise<void> {
  if (databaseUrl.startsWith('sqlite:')) fillSqlite(databaseUrl.slice('sqlite:'.length), count)
  else await fillPostgres(databaseUrl, count)
}

function fillSqlite(path: string, count: number): void {
  const database = new Database(path)
  try {
    database.pragma('cache_size = -300000')
    database.pragma('synchronous = OFF')
    const { id: account } = database.prepare('select id from accounts').get() as { id: string }
    const insert = database.prepare(
      `insert into payment_links (${COLUMNS})
       values (?, ?, 0, ?, ?, ${CONSTANTS}, ?, '{"order":"1042"}', '[]', 0, 'api', null, ?)`,
    )
    const now = Date.now()
    const later = new Date(now + 30 * 86_400_000).toISOString()
    database.transaction(() => {
      for (let n = 0; n < count; n++) {
        const createdAt = new Date(now - agoMs(n, count)).toISOString()
        const status = bulkStatus(n)
        const expiresAt = status === 'expired' ? createdAt : n % 4 === 0 ? later : null
        const slug = `b${createHash('md5').update(String(n)).digest('hex').slice(0, 21)}`
        insert.run(bulkId(n), account, slug, status, expiresAt, createdAt)
      }
    })()
    // A shop's links were indexed long ago.
    database.exec('delete from search_queue')
    database.pragma('wal_checkpoint(TRUNCATE)')
  } finally {
    database.close()
  }
}

async function fillPostgres(url: string, count: number): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(
      `insert into payment_links (${COLUMNS})
       select 'plink_0' || lpad(n::text, 25, '0'), (select id from accounts limit 1), false,
         'b' || substr(md5(n::text), 1, 21), status, ${CONSTANTS},
         case when status = 'expired' then created_at when n % 4 = 0 then now() + interval '30 days' end,
         '{"order":"1042"}', '[]', false, 'api', null, created_at
       from generate_series(0, $1::int - 1) n,
         lateral (select case n % 20 when 3 then 'disabled' when 7 then 'expired' else 'active' end as status,
           date_trunc('milliseconds', now() - ($1::int - n) * interval '1 second') as created_at) as link`,
      [count],
    )
    // As autovacuum would soon, in the middle of a sample.
    await client.query('truncate search_queue')
    await client.query('vacuum analyze payment_links')
    await client.query('checkpoint')
  } finally {
    await client.end()
  }
}
