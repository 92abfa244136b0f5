import type { TOTP } from 'otpauth'

export const TOTP_SECRET_BYTES = 20
/** One step earlier or later: for clocks that differ, and for slow typing. */
const TOLERANCE = 1
const DIGITS = /^\d{6}$/

export const isTotpCode = (text: string): boolean => DIGITS.test(text)

/** As it is typed or pasted: with blanks, in any case. */
export const bareCode = (text: string): string => text.replace(/[\s\u00a0-]/g, '').toLowerCase()

export async function toBase32(bytes: Uint8Array): Promise<string> {
  const { Secret } = await import('otpauth')
  return new Secret({ buffer: Uint8Array.from(bytes).buffer }).base32
}

/** The address that a QR code carries to an authenticator app. */
export async function totpUri(secret: string, issuer: string, email: string): Promise<string> {
  // A colon separates issuer and label.
  return (await totpOf(secret, issuer.replaceAll(':', ' '), email)).toString()
}

/** The step that this code is for; null: for none near this moment. */
export async function stepOf(secret: string, code: string, now: Date): Promise<number | null> {
  const totp = await totpOf(secret)
  const timestamp = now.getTime()
  const delta = totp.validate({ token: code, timestamp, window: TOLERANCE })
  return delta === null ? null : totp.counter({ timestamp }) + delta
}

async function totpOf(secret: string, issuer = '', label = ''): Promise<TOTP> {
  const { TOTP } = await import('otpauth')
  return new TOTP({ secret, issuer, label, algorithm: 'SHA1', digits: 6, period: 30 })
}
