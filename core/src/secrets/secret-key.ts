import { createHmac, hkdfSync } from 'node:crypto'

export const KEY_BYTES = 32

/** What the secret key is used as: never itself. */
export class SecretKey {
  /** Identifies the key, and reveals nothing of it. */
  readonly id: string
  readonly sealing: Uint8Array
  readonly derivation: Uint8Array

  /** `bytes`: 32 of them. */
  constructor(bytes: Uint8Array) {
    this.sealing = new Uint8Array(hkdfSync('sha256', bytes, '', 'paylink seal', KEY_BYTES))
    this.derivation = new Uint8Array(hkdfSync('sha256', bytes, '', 'paylink derive', KEY_BYTES))
    this.id = createHmac('sha256', bytes).update('paylink key id').digest('hex').slice(0, 8)
  }
}

/** A separate secret for each purpose, in hex. */
export const derive = (derivation: Uint8Array, purpose: string): string =>
  createHmac('sha256', derivation).update(purpose).digest('hex')

export const authenticate = (derivation: Uint8Array, purpose: string, text: string): string =>
  createHmac('sha256', derive(derivation, purpose)).update(text).digest('hex')
