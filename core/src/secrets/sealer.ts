import { CompactEncrypt, compactDecrypt, errors } from 'jose'
import { createHmac, hkdfSync } from 'node:crypto'

/** The row and column a secret is bound to: copied to another one, it cannot be opened. */
export interface AssociatedData {
  table: string
  column: string
  row: string
  accountId: string
  livemode: boolean
}

/** The text was sealed with another secret key, was changed, or was moved to another row. */
export class UnsealError extends Error {
  constructor(options?: ErrorOptions) {
    super('A stored secret cannot be opened: it was sealed with another secret key, or its row was changed.', options)
    this.name = 'UnsealError'
  }
}

/** Encrypts secrets at rest: AES-256-GCM, bound to their row by associated data. */
export class Sealer {
  private readonly key: Uint8Array
  private readonly derivationKey: Uint8Array
  /** Names the secret key. It tells nothing about it. */
  readonly keyId: string

  /** `secretKey`: 32 bytes. */
  constructor(secretKey: Uint8Array) {
    this.key = new Uint8Array(hkdfSync('sha256', secretKey, '', 'paylink seal', 32))
    this.derivationKey = new Uint8Array(hkdfSync('sha256', secretKey, '', 'paylink derive', 32))
    this.keyId = createHmac('sha256', secretKey).update('paylink key id').digest('hex').slice(0, 8)
  }

  async seal(associatedData: AssociatedData, secret: string): Promise<string> {
    return new CompactEncrypt(new TextEncoder().encode(secret))
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: this.keyId, for: describe(associatedData) })
      .encrypt(this.key)
  }

  /** @throws UnsealError */
  async open(associatedData: AssociatedData, sealed: string): Promise<string> {
    try {
      const { plaintext, protectedHeader } = await compactDecrypt(sealed, this.key)
      if (protectedHeader['for'] !== describe(associatedData)) throw new UnsealError()
      return new TextDecoder().decode(plaintext)
    } catch (error) {
      throw error instanceof errors.JOSEError ? new UnsealError({ cause: error }) : error
    }
  }

  /** A separate secret for each purpose, the same at every start. 32 bytes in hex. */
  derive(purpose: string): string {
    return createHmac('sha256', this.derivationKey).update(purpose).digest('hex')
  }

  /** A MAC, in hex: a holder of the secret key wrote this text for this purpose. */
  authenticate(purpose: string, text: string): string {
    return createHmac('sha256', this.derive(purpose)).update(text).digest('hex')
  }
}

const describe = ({ table, column, row, accountId, livemode }: AssociatedData): string =>
  [table, column, row, accountId, livemode ? 'live' : 'test'].join('|')
