import { createPrivateKey, generateKeyPair, sign } from 'node:crypto'
import { promisify } from 'node:util'
import type { SimulatorContext } from '@paylink/plugin-api'
import { certificateOf } from './certificate.js'

/** As the SAT's. */
const KEY_BITS = 2048

/** A signing key with its certificate. */
export interface Seal {
  /** Twenty digits. */
  number: string
  /** Base64. */
  certificate: string
  /** Base64 of RSA over SHA-256. */
  sign(text: string): string
}

interface Kept {
  privateKey: string
  certificate: string
}

/** Created at first use and stored; of two created concurrently, one is kept. */
export async function sealOf(
  owner: { rfc: string; name: string; number: string },
  sim: SimulatorContext,
): Promise<Seal> {
  const { store } = sim
  const entry = `seal:${owner.rfc}`
  let kept = await store.get(entry)
  if (kept === null) {
    await store.add(entry, JSON.stringify(await made(owner, sim.now())))
    kept = (await store.get(entry))!
  }
  const { privateKey, certificate } = JSON.parse(kept) as Kept
  const key = createPrivateKey(privateKey)
  return {
    number: owner.number,
    certificate,
    sign: (text) => sign('sha256', Buffer.from(text), key).toString('base64'),
  }
}

async function made(owner: { rfc: string; name: string; number: string }, from: Date): Promise<Kept> {
  const pair = await promisify(generateKeyPair)('rsa', { modulusLength: KEY_BITS })
  const certificate = certificateOf({ ...owner, ...pair, from })
  return {
    privateKey: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    certificate: certificate.toString('base64'),
  }
}
