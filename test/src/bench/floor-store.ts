import { randomUUID } from 'node:crypto'
import Database from 'better-sqlite3'
import pg from 'pg'

export const FLOOR_ACCOUNT = 'acct_floor'

/** The least that creates a link and remembers the answer: no checks, one statement, durable when it returns. */
export interface FloorStore {
  create(key: string, body: any): Promise<object>
  one(id: string): Promise<object | undefined>
  list(limit: number): Promise<object[]>
}

export async function openFloorStore(url: string): Promise<FloorStore> {
  return url.startsWith('sqlite:') ? new SqliteFloor(url.slice('sqlite:'.length)) : PostgresFloor.open(url)
}

const KEY_COLUMNS = 'account_id, livemode, key, operation, fingerprint, state, status, body, created_at, completed_at'
const LINK_COLUMNS = `id, account_id, livemode, slug, status, title, description, items, amount_centavos, currency,
  customer_email, customer_name, metadata, providers, invoiceable, channel, created_at`

const ONE = 'select * from payment_links where account_id = $1 and livemode = $2 and id = $3'
const LIST = `select * from payment_links where account_id = $1 and livemode = $2
  order by created_at desc, id desc limit $3`

class PostgresFloor implements FloorStore {
  private constructor(private readonly pool: pg.Pool) {}

  static async open(url: string): Promise<PostgresFloor> {
    const pool = new pg.Pool({ connectionString: url, max: 10 })
    await pool.query('select 1')
    return new PostgresFloor(pool)
  }

  async create(key: string, body: any): Promise<object> {
    const { keyValues, linkValues, view } = prepared(key, body, false)
    await this.pool.query({
      name: 'create',
      text: `with claim as (
          insert into idempotency_keys (${KEY_COLUMNS})
          values ($1, $2, $3, $4, $5, 'completed', 201, $6, $7, $7)
          on conflict do nothing returning key
        )
        insert into payment_links (${LINK_COLUMNS})
        select $8::text, $1, $2, $9::text, 'active', $10::text, $11::text, $12::text, $13::int, 'MXN',
          $14::text, $15::text, $16::text, '[]', false, 'api', $7::timestamptz from claim`,
      values: [...keyValues, ...linkValues],
    })
    return view
  }

  async one(id: string): Promise<object | undefined> {
    const { rows } = await this.pool.query({ name: 'one', text: ONE, values: [FLOOR_ACCOUNT, false, id] })
    return rows[0] && shape(rows[0])
  }

  async list(limit: number): Promise<object[]> {
    const { rows } = await this.pool.query({ name: 'list', text: LIST, values: [FLOOR_ACCOUNT, false, limit] })
    return rows.map(shape)
  }
}

class SqliteFloor implements FloorStore {
  private readonly insert: (key: unknown[], link: unknown[]) => void
  private readonly oneStatement: Database.Statement
  private readonly listStatement: Database.Statement

  constructor(path: string) {
    const database = openDurable(path)
    this.insert = insertBoth(database)
    this.oneStatement = database.prepare(ONE.replace(/\$\d/g, '?'))
    this.listStatement = database.prepare(LIST.replace(/\$\d/g, '?'))
  }

  async create(key: string, body: any): Promise<object> {
    const { keyValues, linkValues, view } = prepared(key, body, 0)
    this.insert(keyValues, linkValues)
    return view
  }

  async one(id: string): Promise<object | undefined> {
    const row = this.oneStatement.get(FLOOR_ACCOUNT, 0, id)
    return row === undefined ? undefined : shape(row)
  }

  async list(limit: number): Promise<object[]> {
    return this.listStatement.all(FLOOR_ACCOUNT, 0, limit).map(shape)
  }
}

export function openDurable(path: string): Database.Database {
  const database = new Database(path)
  database.pragma('busy_timeout = 5000')
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = FULL')
  database.pragma('foreign_keys = ON')
  return database
}

/** One transaction, one fsync, both rows. */
export function insertBoth(database: Database.Database): (key: unknown[], link: unknown[]) => void {
  const key = database.prepare(
    `insert into idempotency_keys (${KEY_COLUMNS}) values (?, ?, ?, ?, ?, 'completed', 201, ?, ?, ?)
     on conflict do nothing`,
  )
  const link = database.prepare(
    `insert into payment_links (${LINK_COLUMNS})
     values (?, ?, ?, ?, 'active', ?, ?, ?, ?, 'MXN', ?, ?, ?, '[]', 0, 'api', ?)`,
  )
  const both = database.transaction((keyValues: unknown[], linkValues: unknown[]) => {
    const [account, livemode, , , , , at] = keyValues
    const [id, ...rest] = linkValues
    key.run(...keyValues, at)
    link.run(id, account, livemode, ...rest, at)
  })
  return (keyValues, linkValues) => both.immediate(keyValues, linkValues)
}

const FINGERPRINT = 'f'.repeat(64)

export function prepared(key: string, body: any, livemode: boolean | number) {
  const id = `plink_${randomUUID().replaceAll('-', '').slice(0, 26)}`
  const slug = randomUUID().replaceAll('-', '').slice(0, 22)
  const at = new Date().toISOString()
  let amountCentavos = 0
  for (const item of body.items) amountCentavos += item.quantity * item.unitPriceCentavos
  const view = {
    object: 'payment_link',
    id,
    livemode: false,
    status: 'active',
    url: `http://127.0.0.1/p/${slug}`,
    amountCentavos,
    currency: 'MXN',
    expiresAt: null,
    metadata: body.metadata,
  }
  return {
    view,
    keyValues: [FLOOR_ACCOUNT, livemode, key, 'POST /v1/payment_links', FINGERPRINT, JSON.stringify(view), at],
    linkValues: [
      id,
      slug,
      body.title,
      body.description,
      JSON.stringify(body.items),
      amountCentavos,
      body.customerEmail,
      body.customerName,
      JSON.stringify(body.metadata),
    ],
  }
}

/** A row as the API shows it. */
function shape(row: any): object {
  return {
    object: 'payment_link',
    id: row.id,
    livemode: Boolean(row.livemode),
    status: row.status,
    url: `http://127.0.0.1/p/${row.slug}`,
    amountCentavos: row.amount_centavos,
    currency: row.currency,
    expiresAt: row.expires_at,
    metadata: JSON.parse(row.metadata),
    slug: row.slug,
    title: row.title,
    description: row.description,
    items: JSON.parse(row.items),
    customerEmail: row.customer_email,
    customerName: row.customer_name,
    createdAt: row.created_at,
    paidPaymentId: row.paid_payment_id,
    channel: row.channel,
    providers: JSON.parse(row.providers),
    invoiceable: Boolean(row.invoiceable),
  }
}
