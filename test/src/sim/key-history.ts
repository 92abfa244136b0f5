import type { Snapshot } from './snapshot.js'
import type { World } from './world.js'

const SILENCE_MS = 15_000

/** Whoever works under a key keeps it while its lease lasts and its process is heard of (I35). */
export function compareKeys({ watch, nowMs }: World, before: Snapshot, after: Snapshot): void {
  for (const [key, { owner_token, lease_until }] of before.keys) {
    const is = after.keys.get(key)
    if (!is || is.owner_token === owner_token || Date.parse(lease_until) <= nowMs) continue
    const [owner = ''] = owner_token.split(':')
    const [row] = watch.rows<{ seen_at: string }>('select seen_at from workers where id = ?', owner) ?? []
    const isHeardOf = row !== undefined && Date.parse(row.seen_at) >= nowMs - SILENCE_MS
    if (isHeardOf) watch.blame('I35', `key ${key} is taken from ${owner_token}, who lives, by ${is.owner_token}`)
  }
}
