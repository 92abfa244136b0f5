import type { DatabaseView } from './database-view.js'

const LEASES: readonly [table: string, column: string][] = [
  ['workers', 'seen_at'],
  ['payments', 'verifying_until'],
  ['payments', 'reconcile_after'],
  ['idempotency_keys', 'lease_until'],
  ['notifications', 'next_attempt_at'],
]

/** The simulated provider holds a key for half a minute, too, when a request under it was cut off. */
const CLAIMS_ON_SQLITE = `update plugin_entries
  set value = json_set(value, '$.claimedAt', json_extract(value, '$.claimedAt') - 600000)
  where key like 'idempotency:%'`
const CLAIMS_ON_POSTGRES = `update plugin_entries
  set value = jsonb_set(value::jsonb, '{claimedAt}', to_jsonb((value::jsonb ->> 'claimedAt')::bigint - 600000))::text
  where key like 'idempotency:%'`

/**
 * Makes it seem that the server, which is down, has been so for ten minutes: what waits for a time has waited,
 * and every lease has expired. Returns what to call once a server is up again.
 */
export function tenMinutesPass(view: DatabaseView): Promise<() => void> {
  const earlier = (column: string): string =>
    view.isPostgres ? `${column} - interval '10 minutes'` : `strftime('%Y-%m-%dT%H:%M:%fZ', ${column}, '-10 minutes')`
  const statements = LEASES.map(
    ([table, column]) => `update ${table} set ${column} = ${earlier(column)} where ${column} is not null`,
  )
  return view.change([...statements, view.isPostgres ? CLAIMS_ON_POSTGRES : CLAIMS_ON_SQLITE])
}
