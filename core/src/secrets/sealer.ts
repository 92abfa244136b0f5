import * as errors from 'jose/errors'
import { compactDecrypt } from 'jose/jwe/compact/decrypt'
import { CompactEncrypt } from 'jose/jwe/compact/encrypt'
import { timingSafeEqual } from 'node:crypto'
import { type Clock, iso, later, MINUTE_MS } from '../kernel/clock.js'
import type { Log } from '../kernel/log.js'
import { Problem } from '../kernel/problem.js'
import { CANARY, FORMER_KEY, type KeyRows, LASTING_KEY } from './key-rows.repository.js'
import { keyIdIn } from './sealed-text.js'
import type { SealedPlace } from './sealed-columns.js'
import { authenticate, derive, SecretKey } from './secret-key.js'

/** The row and column a secret is bound to: copied to another one, it cannot be opened. */
export type AssociatedData = SealedPlace & {
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

/** None of the keys that were given is the one that the stored secrets are sealed with. */
export class OtherSecretKeyError extends Error {
  constructor(keyId: string, given: Iterable<string>) {
    super(
      `The stored secrets are sealed with another secret key than the one given: with ${keyId}, not ${[...given].join(', ')}. Set PAYLINK_SECRET_KEY or PAYLINK_SECRET_KEY_FILE to the key ${keyId}.`,
    )
    this.name = 'OtherSecretKeyError'
  }
}

/** Stored secrets are sealed with another key now, which this process has not been given. */
export class SecretKeyReplacedError extends Problem {
  constructor(keyId: string) {
    super('service_unavailable', {
      detail: `The secret key was replaced by ${keyId}, which this process does not have. Give it the new key and restart it.`,
      headers: { 'Retry-After': '60' },
    })
    this.name = 'SecretKeyReplacedError'
  }
}

/** Where a sealer learns which keys there are, and which is in use. */
export interface KeySource {
  /** Those that this process has been given, as of now. */
  keys(): Uint8Array[]
  rows(): Promise<KeyRows>
  clock: Clock
  log?: Log
}

interface Former {
  derivation: string
  until: string
}

/** How long what the former key signed still counts: as long as a signed URL does. */
export const FORMER_KEY_MS = 15 * MINUTE_MS

/** SHA-256 in hex. */
const MAC_LENGTH = 64

export const CANARY_TEXT = 'paylink'

/**
 * Encrypts secrets at rest: AES-256-GCM, bound to their row by associated data. The database records which of the given keys
 * is in use, by the one that its canary is sealed with; the others only open what is sealed with them.
 */
export class Sealer {
  private readonly keys = new Map<string, SecretKey>()
  /** Null: the key in use is not among those given. */
  private current: SecretKey | null
  private currentId: string
  private lasting: Uint8Array
  private former: Former | null = null
  private isRead = false

  /** `secretKey`: 32 bytes, used until the database was asked. */
  constructor(
    secretKey: Uint8Array,
    private readonly source: KeySource | null = null,
  ) {
    const key = new SecretKey(secretKey)
    this.keys.set(key.id, key)
    this.current = key
    this.currentId = key.id
    this.lasting = key.derivation
    this.readKeys()
  }

  /** Identifies the secret key in use, and reveals nothing of it. */
  get keyId(): string {
    return this.currentId
  }

  /** Was the key in use ever replaced? */
  get hasFormerKeys(): boolean {
    return this.current !== null && Buffer.compare(this.lasting, this.current.derivation) !== 0
  }

  has(keyId: string): boolean {
    return this.keys.has(keyId)
  }

  /** At the start. @throws OtherSecretKeyError */
  assertGiven(): void {
    if (!this.current) throw new OtherSecretKeyError(this.currentId, this.keys.keys())
  }

  /** Of keys that were given since the start. */
  readKeys(): void {
    for (const bytes of this.source?.keys() ?? []) {
      const key = new SecretKey(bytes)
      this.keys.set(key.id, key)
    }
  }

  /** Learns which key is in use: with every change of the generation, and with every heartbeat. */
  async refresh(): Promise<void> {
    if (this.source) await this.use(await this.source.rows())
  }

  async seal(associatedData: AssociatedData, secret: string): Promise<string> {
    return sealWith(this.inUse, describe(associatedData), secret)
  }

  /** @throws UnsealError, SecretKeyReplacedError */
  async open(associatedData: AssociatedData, sealed: string): Promise<string> {
    const { text, boundTo } = await this.unseal(sealed)
    if (boundTo !== describe(associatedData)) throw new UnsealError()
    return text
  }

  /** The same text, bound to the same row, sealed with the key in use. @throws UnsealError */
  async reseal(sealed: string): Promise<string> {
    const { text, boundTo } = await this.unseal(sealed)
    return sealWith(this.inUse, boundTo, text)
  }

  /** A separate secret for each purpose, the same at every start until the key is replaced. 32 bytes in hex. */
  derive(purpose: string): string {
    return derive(this.inUse.derivation, purpose)
  }

  /** The same, then that of the former key while it counts. */
  derivations(purpose: string): string[] {
    return this.derivationKeys().map((key) => derive(key, purpose))
  }

  /** A MAC, in hex: a holder of the secret key wrote this text for this purpose. */
  authenticate(purpose: string, text: string): string {
    return authenticate(this.inUse.derivation, purpose, text)
  }

  /** Is it such a MAC, or its first `length` characters, of the key in use or, while it counts, of the former one? */
  isAuthentic(purpose: string, text: string, given: string, length = MAC_LENGTH): boolean {
    const bytes = Buffer.from(given)
    return this.derivationKeys().some((key) => {
      const expected = Buffer.from(authenticate(key, purpose, text).slice(0, length))
      return bytes.length === expected.length && timingSafeEqual(bytes, expected)
    })
  }

  /** Like `derive`, but the same for ever: for what cannot be made again when the key is replaced. */
  deriveLasting(purpose: string): string {
    return derive(this.lasting, purpose)
  }

  /** Like `authenticate`, but the same for ever. */
  authenticateLasting(purpose: string, text: string): string {
    return authenticate(this.lasting, purpose, text)
  }

  /** The key rows that put another of the given keys in use, from now on. */
  async handOver(keyId: string): Promise<KeyRows> {
    const next = this.keys.get(keyId)
    if (!next || !this.source) throw new Error(`there is no secret key ${keyId} to use`)
    const sealInto = (row: string, text: string): Promise<string> => sealWith(next, describe(inInstance(row)), text)
    const former: Former = {
      derivation: Buffer.from(this.inUse.derivation).toString('hex'),
      until: iso(later(this.source.clock.now(), FORMER_KEY_MS)),
    }
    return new Map([
      [CANARY, await sealInto(CANARY, CANARY_TEXT)],
      [LASTING_KEY, await sealInto(LASTING_KEY, Buffer.from(this.lasting).toString('hex'))],
      [FORMER_KEY, await sealInto(FORMER_KEY, JSON.stringify(former))],
    ])
  }

  /** A sealer for the key that these rows identify. */
  async withRows(rows: KeyRows): Promise<Sealer> {
    const other = Object.assign(Object.create(Sealer.prototype) as Sealer, this)
    await other.use(rows)
    return other
  }

  /** @throws SecretKeyReplacedError */
  assertCurrent(): void {
    void this.inUse
  }

  private async use(rows: KeyRows): Promise<void> {
    const canary = rows.get(CANARY)
    const id = canary === undefined ? undefined : keyIdIn(canary)
    if (canary === undefined || id === undefined || (this.isRead && id === this.currentId && this.current)) return
    if (!this.keys.has(id)) this.readKeys()
    const key = this.keys.get(id)
    if (!key) {
      if (this.current)
        this.source?.log?.error({ keyId: id }, 'the secret key was replaced by one that is missing here')
      Object.assign(this, { current: null, currentId: id })
      return
    }
    await decrypt(key, canary)
    const [lasting, former] = [rows.get(LASTING_KEY), rows.get(FORMER_KEY)]
    const opened = {
      lasting: lasting === undefined ? key.derivation : Buffer.from((await decrypt(key, lasting)).text, 'hex'),
      former: former === undefined ? null : (JSON.parse((await decrypt(key, former)).text) as Former),
    }
    Object.assign(this, { current: key, currentId: id, isRead: true, ...opened })
  }

  private get inUse(): SecretKey {
    if (!this.current) throw new SecretKeyReplacedError(this.currentId)
    return this.current
  }

  private derivationKeys(): Uint8Array[] {
    const { former, source } = this
    const counts = former !== null && source !== null && iso(source.clock.now()) < former.until
    return counts ? [this.inUse.derivation, Buffer.from(former.derivation, 'hex')] : [this.inUse.derivation]
  }

  private async unseal(sealed: string): Promise<{ text: string; boundTo: string }> {
    const id = keyIdIn(sealed)
    if (id === undefined) throw new UnsealError()
    if (!this.keys.has(id)) await this.learn(id)
    const key = this.keys.get(id)
    if (!key) throw id === this.currentId ? new SecretKeyReplacedError(id) : new UnsealError()
    return decrypt(key, sealed)
  }

  /** The row is newer than what this process knows: another one may have replaced the key. */
  private async learn(id: string): Promise<void> {
    this.readKeys()
    if (id !== this.currentId) await this.refresh()
  }
}

async function decrypt({ sealing }: SecretKey, sealed: string): Promise<{ text: string; boundTo: string }> {
  try {
    const { plaintext, protectedHeader } = await compactDecrypt(sealed, sealing)
    return { text: new TextDecoder().decode(plaintext), boundTo: String(protectedHeader['for']) }
  } catch (error) {
    throw error instanceof errors.JOSEError ? new UnsealError({ cause: error }) : error
  }
}

const sealWith = (key: SecretKey, boundTo: string, secret: string): Promise<string> =>
  new CompactEncrypt(new TextEncoder().encode(secret))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: key.id, for: boundTo })
    .encrypt(key.sealing)

/** The associated data of a key row. */
export const inInstance = (row: string): AssociatedData => ({
  ...{ table: 'instance', column: 'value', row, accountId: '', livemode: false },
})

const describe = ({ table, column, row, accountId, livemode }: AssociatedData): string =>
  [table, column, row, accountId, livemode ? 'live' : 'test'].join('|')
