/** A key pair in a device of a person: its public half. */
export interface Passkey {
  /** The credential id, base64url. */
  id: string
  userId: string
  accountId: string
  /** In COSE, base64url. */
  publicKey: string
  counter: number
  transports: string[]
  /** The name that its owner gave it. */
  name: string
  createdAt: string
  lastUsedAt: string | null
}
