import { createHash } from 'node:crypto'
import type { PluginStore } from '@paylink/plugin-api'
import type { Behaviour } from './behaviour.js'
import { Refusal } from './refusal.js'

const stampPrefix = (lot: string) => `stamp:${lot}:`

/**
 * Takes one stamp for `purpose`, and never a second one for the same purpose.
 *
 * Each stamp of a lot is an entry that can be added once, so concurrent requests cannot take the same one.
 *
 * @throws Refusal none is left
 */
export async function takeStamp(purpose: string, { stamps, lot }: Behaviour, store: PluginStore): Promise<void> {
  if (stamps === null) return
  const taker = createHash('sha256').update(purpose).digest('hex')
  for (let number = 1; number <= stamps; number++) {
    const key = stampPrefix(lot) + String(number).padStart(6, '0')
    if ((await store.add(key, taker)) || (await store.get(key)) === taker) return
  }
  throw new Refusal(
    402,
    'subscription_required',
    'Se agotaron los timbres de tu plan. Compra más para seguir facturando.',
  )
}

/** Null: unlimited. */
export async function stampsLeft({ stamps, lot }: Behaviour, store: PluginStore): Promise<number | null> {
  if (stamps === null) return null
  return Math.max(0, stamps - (await store.list(stampPrefix(lot))).length)
}
