import { createHash } from 'node:crypto'
import { Refusal } from './refusal.js'

/** The account of an API key. Each key has its own. */
export interface Caller {
  id: string
  secretKey: string
  newId(prefix: string): string
}

export function accountOf(authorization: string | undefined): { id: string; secretKey: string } {
  const secretKey = /^Bearer (sk_test_sandbox\S{8,})$/.exec(authorization ?? '')?.[1]
  if (secretKey === undefined) {
    throw new Refusal(401, { type: 'invalid_request_error', message: 'Invalid API Key provided' })
  }
  return { id: `acct_${createHash('sha256').update(secretKey).digest('hex').slice(0, 16)}`, secretKey }
}
