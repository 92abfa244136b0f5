import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

/** No scrypt of what `begin` starts ends before the release, which costs nothing. */
export async function holdHashes(begin: () => Promise<unknown>[]): Promise<() => Promise<void>> {
  const original = crypto.scrypt
  let isHeld = true
  const held: (() => void)[] = []
  crypto.scrypt = (...args: unknown[]) => {
    const done = args.at(-1) as (error: null, key: Buffer) => void
    const end = (): void => done(null, Buffer.alloc(32))
    if (isHeld) held.push(end)
    else setImmediate(end)
  }
  syncBuiltinESMExports()
  const begun = begin()
  await new Promise((resolve) => setImmediate(resolve))
  return async () => {
    isHeld = false
    for (const end of held.splice(0)) end()
    await Promise.allSettled(begun)
    crypto.scrypt = original
    syncBuiltinESMExports()
  }
}
