import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { isIP } from 'node:net'
import type { Tx } from '../database/engine.js'
import { type Clock, iso } from '../kernel/clock.js'
import type { BaseUrl } from '../kernel/named.js'
import type { Ceremony, Challenges } from './challenges.repository.js'
import type { Passkey } from './passkey.js'
import type { Passkeys } from './passkeys.repository.js'

/** What a browser made, checked, and not stored yet. */
export type NewPasskey = Pick<Passkey, 'id' | 'publicKey' | 'counter' | 'transports'>

export interface UsedPasskey {
  passkey: Passkey
  /** Records the use, in the transaction of what it allows. False: it was used or removed meanwhile. */
  use: (tx: Tx) => Promise<boolean>
}

interface Named {
  id: string
  name: string
  email: string
}

/** Browsers take passkeys on host names only, and on plain http for localhost only. */
export function isPasskeyPossible(baseUrl: string): boolean {
  const { protocol, hostname } = new URL(baseUrl)
  if (hostname === 'localhost') return true
  return protocol === 'https:' && isIP(hostname) === 0 && !hostname.startsWith('[')
}

/** Makes and checks passkeys of this host. The person must be verified by their device: finger, face or PIN. */
export class PasskeyCeremonies {
  private readonly origin: string
  private readonly rpId: string
  readonly arePossible: boolean

  constructor(
    private readonly challenges: Challenges,
    private readonly passkeys: Passkeys,
    private readonly clock: Clock,
    baseUrl: BaseUrl,
  ) {
    const { origin, hostname } = new URL(baseUrl)
    this.origin = origin
    this.rpId = hostname
    this.arePossible = isPasskeyPossible(baseUrl)
  }

  /** @param subject the user or the invitation that the passkey will be of */
  async registrationOptions(
    user: Named,
    rpName: string,
    subject: string,
  ): Promise<PublicKeyCredentialCreationOptionsJSON> {
    const { generateRegistrationOptions } = await import('@simplewebauthn/server')
    const existing = await this.passkeys.listOf(user.id)
    return generateRegistrationOptions({
      rpName,
      rpID: this.rpId,
      userID: new TextEncoder().encode(user.id),
      userName: user.email,
      userDisplayName: user.name,
      challenge: Buffer.from(await this.challenges.make({ purpose: 'register', subject }), 'base64url'),
      excludeCredentials: existing.map(({ id }) => ({ id })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
  }

  /** Null: it is not valid. */
  async register(response: unknown, subject: string): Promise<NewPasskey | null> {
    if (!this.arePossible || !isObject(response)) return null
    const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
    let signed = ''
    const verified = await orNull(() =>
      verifyRegistrationResponse({
        response: response as unknown as RegistrationResponseJSON,
        expectedChallenge: (challenge) => (signed = challenge) !== '',
        expectedOrigin: this.origin,
        expectedRPID: this.rpId,
        requireUserVerification: true,
      }),
    )
    if (!verified?.verified || !(await this.challenges.use(signed, { purpose: 'register', subject }))) return null
    const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential
    const known = transports.filter((transport) => TRANSPORTS.includes(transport))
    return { id, publicKey: Buffer.from(publicKey).toString('base64url'), counter, transports: known }
  }

  /** @param userId whose passkeys may answer; undefined: any; the passkey identifies its user */
  async authenticationOptions(ceremony: Ceremony, userId?: string): Promise<PublicKeyCredentialRequestOptionsJSON> {
    const { generateAuthenticationOptions } = await import('@simplewebauthn/server')
    const allowed = userId === undefined ? [] : await this.passkeys.listOf(userId)
    return generateAuthenticationOptions({
      rpID: this.rpId,
      userVerification: 'required',
      challenge: Buffer.from(await this.challenges.make(ceremony), 'base64url'),
      allowCredentials: allowed.map(({ id, transports }) => ({ id, transports })),
    })
  }

  /** Null: it is not valid, or not a passkey of that user. */
  async authenticate(response: unknown, ceremony: Ceremony, userId?: string): Promise<UsedPasskey | null> {
    if (!this.arePossible || !isObject(response) || typeof response['id'] !== 'string') return null
    const passkey = await this.passkeys.find(response['id'].replaceAll('\0', ''))
    if (!passkey || (userId !== undefined && passkey.userId !== userId)) return null
    const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
    let signed = ''
    const verified = await orNull(() =>
      verifyAuthenticationResponse({
        response: response as unknown as AuthenticationResponseJSON,
        expectedChallenge: (challenge) => (signed = challenge) !== '',
        expectedOrigin: this.origin,
        expectedRPID: this.rpId,
        requireUserVerification: true,
        credential: {
          id: passkey.id,
          publicKey: Uint8Array.from(Buffer.from(passkey.publicKey, 'base64url')),
          counter: passkey.counter,
          transports: passkey.transports,
        },
      }),
    )
    if (!verified?.verified || !(await this.challenges.use(signed, ceremony))) return null
    const { newCounter } = verified.authenticationInfo
    const use = (tx: Tx): Promise<boolean> => this.passkeys.recordUse(tx, passkey, newCounter, iso(this.clock.now()))
    return { passkey, use }
  }
}

/** The others a browser may send, now or later, would only be kept. */
const TRANSPORTS: readonly string[] = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** The library throws for everything that can be wrong with a response: to us it is all the same. */
async function orNull<T>(verify: () => Promise<T>): Promise<T | null> {
  try {
    return await verify()
  } catch {
    return null
  }
}
