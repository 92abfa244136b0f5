import { createHash } from 'node:crypto'
import type { Random } from '../kernel/random.js'

const TOKEN_BYTES = 32

/** 256 random bits, base64url. */
export const newToken = (random: Random): string => Buffer.from(random.bytes(TOKEN_BYTES)).toString('base64url')

/** What is stored of a token: nothing in the database opens anything. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')
