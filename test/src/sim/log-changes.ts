import type { Snapshot } from './snapshot.js'
import type { World } from './world.js'

/** Logs the changes of links and payments, and the providers' view. */
export function logChanges({ options, sessions }: World, before: Snapshot, after: Snapshot): void {
  const { tell } = options
  if (!tell) return
  const rows = [...after.links.values(), ...after.payments.values(), ...after.invoices.values()]
  for (const row of rows) {
    const known = before.links.get(row.id) ?? before.payments.get(row.id) ?? before.invoices.get(row.id)
    const was = known ?? {}
    const changes = Object.entries(row).filter(([key, value]) => value !== (was as Record<string, unknown>)[key])
    const told = !known ? changes.filter(([key]) => TOLD_AT_FIRST.has(key)) : changes
    if (told.length === 0) continue
    tell(`    ${row.id} ${told.map(([key, value]) => `${key}=${String(value)}`).join(' ')}`)
    const session = sessions.find(({ paymentId }) => paymentId === row.id)
    if (session) tell(`        ${session.id} is ${session.status} ${session.oddity ?? ''} ${session.refunded || ''}`)
  }
}

const TOLD_AT_FIRST = new Set([
  'status',
  'link_id',
  'provider',
  'provider_ref',
  'expires_at',
  'checkout_expires_at',
  'payment_id',
  'name',
])
