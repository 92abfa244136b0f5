import type { Snapshot } from './snapshot.js'
import type { World } from './world.js'

const SILENCE_MS = 15_000

/** A worker keeps its key while the lease lasts and its heartbeat is recent (I35). */
export function compareKeys({ checker, nowMs }: World, before: Snapshot, after: Snapshot): void {
  for (const [key, { owner_token, lease_until }] of before.keys) {
    const is = after.keys.get(key)
    if (!is || is.owner_token === owner_token || Date.parse(lease_until) <= nowMs) continue
    const [owner = ''] = owner_token.split(':')
    const [row] = checker.rows<{ seen_at: string }>('select seen_at from workers where id = ?', owner) ?? []
    const isHeardOf = row !== undefined && Date.parse(row.seen_at) >= nowMs - SILENCE_MS
    if (isHeardOf)
      checker.report('I35', `key ${key} is taken from ${owner_token}, a living worker, by ${is.owner_token}`)
  }
}
