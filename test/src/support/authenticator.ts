import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'

/** CBOR of what an authenticator sends: unsigned and negative numbers, bytes, texts and maps. */
type Item = number | string | Uint8Array | Map<number | string, Item>

function cbor(item: Item): Buffer {
  if (typeof item === 'number') return item < 0 ? head(1, -1 - item) : head(0, item)
  if (typeof item === 'string') return Buffer.concat([head(3, Buffer.byteLength(item)), Buffer.from(item)])
  if (item instanceof Uint8Array) return Buffer.concat([head(2, item.length), item])
  return Buffer.concat([head(5, item.size), ...[...item].flatMap(([key, value]) => [cbor(key), cbor(value)])])
}

function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value])
  if (value < 256) return Buffer.from([(major << 5) | 24, value])
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255])
}

const sha256 = (data: string | Uint8Array): Buffer => createHash('sha256').update(data).digest()

const FLAGS = { present: 0x01, verified: 0x04, attested: 0x40 }

interface Credential {
  id: Buffer
  key: KeyObject
  userHandle: string
}

/** A software authenticator: makes ES256 passkeys and signs with them, rightly or wrongly. */
export class Authenticator {
  counter = 0
  isVerified = true
  private readonly credentials: Credential[] = []

  constructor(
    private readonly origin: string,
    private readonly rpId = new URL(origin).hostname,
  ) {}

  /** What `startRegistration` returns in a browser. */
  register(options: { challenge: string; user: { id: string } }): any {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    const credential = { id: randomBytes(32), key: privateKey, userHandle: options.user.id }
    this.credentials.push(credential)
    const cose = new Map<number, Item>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ])
    const { id } = credential
    const length = Buffer.from([id.length >> 8, id.length & 255])
    const attested = Buffer.concat([Buffer.alloc(16), length, id, cbor(cose)])
    const attestation = new Map<string, Item>([
      ['fmt', 'none'],
      ['attStmt', new Map<string, Item>()],
      ['authData', this.dataWith(FLAGS.attested, attested)],
    ])
    return {
      ...envelope(id),
      response: {
        clientDataJSON: this.clientData('webauthn.create', options.challenge),
        attestationObject: cbor(attestation).toString('base64url'),
        transports: ['internal'],
      },
    }
  }

  /** What `startAuthentication` returns in a browser, with the passkey made last unless others are asked for. */
  authenticate(options: { challenge: string; allowCredentials?: { id: string }[] | undefined }): any {
    const allowed = (options.allowCredentials ?? []).map(({ id }) => id)
    const credential = this.credentials
      .filter(({ id }) => allowed.length === 0 || allowed.includes(id.toString('base64url')))
      .at(-1)
    if (!credential) throw new Error('the authenticator has no such passkey')
    this.counter++
    const authenticatorData = this.dataWith(0)
    const clientDataJSON = this.clientData('webauthn.get', options.challenge)
    const signed = Buffer.concat([authenticatorData, sha256(Buffer.from(clientDataJSON, 'base64url'))])
    return {
      ...envelope(credential.id),
      response: {
        clientDataJSON,
        authenticatorData: authenticatorData.toString('base64url'),
        signature: createSign('sha256').update(signed).sign(credential.key).toString('base64url'),
        userHandle: credential.userHandle,
      },
    }
  }

  private dataWith(flags: number, rest: Uint8Array = new Uint8Array()): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.counter)
    const all = FLAGS.present | (this.isVerified ? FLAGS.verified : 0) | flags
    return Buffer.concat([sha256(this.rpId), Buffer.from([all]), counter, rest])
  }

  private clientData(type: string, challenge: string): string {
    const { origin } = this
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })).toString('base64url')
  }
}

const envelope = (id: Buffer): object => ({
  ...{ id: id.toString('base64url'), rawId: id.toString('base64url') },
  ...{ type: 'public-key', clientExtensionResults: {}, authenticatorAttachment: 'platform' },
})
