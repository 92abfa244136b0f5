import Database from 'better-sqlite3'
import pg from 'pg'

const COLUMNS = `id, link_id, account_id, livemode, connection_id, provider, provider_ref, status, amount_centavos,
  currency, created_at, metadata, redirect_url, reconcile_after`

/** Gives every link an open checkout that is due for verification now. The links are there, the connection too. */
export async function fillWithPending(databaseUrl: string): Promise<void> {
  const statement = (number: string, now: string): string =>
    `insert into payments (${COLUMNS})
     select 'pay_0' || ${number}, l.id, l.account_id, l.livemode, c.id, c.provider, 'cs_test_pay_0' || ${number},
       'pending', l.amount_centavos, l.currency, l.created_at, '{}', 'http://127.0.0.1/pay', ${now}
     from payment_links l, (select id, provider from connections where status = 'active' and provider = 'provider_a') c`
  if (databaseUrl.startsWith('sqlite:')) {
    const database = new Database(databaseUrl.slice('sqlite:'.length))
    database.pragma('synchronous = OFF')
    database.exec("update payment_links set status = 'processing', expires_at = null")
    database.exec(statement('substr(l.id, 8)', "strftime('%Y-%m-%dT%H:%M:%fZ', 'now')"))
    database.exec('delete from search_queue')
    database.pragma('wal_checkpoint(TRUNCATE)')
    database.close()
    return
  }
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    await client.query("update payment_links set status = 'processing', expires_at = null")
    await client.query(statement('substr(l.id, 8)', 'now()'))
    await client.query('truncate search_queue')
    await client.query('vacuum analyze payments')
    await client.query('vacuum analyze payment_links')
    await client.query('checkpoint')
  } finally {
    await client.end()
  }
}
