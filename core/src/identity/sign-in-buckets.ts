import { MINUTE_MS, SECOND_MS } from '../kernel/clock.js'
import { addressGroup } from '../rate-limiting/address-group.js'
import type { Bucket } from './sign-in-limits.repository.js'
import type { Place } from './session.js'

/** How well the place of an attempt is known for the user it names. */
export type Familiarity = 'device' | 'address' | 'none'

const MINUTELY = { refillMs: MINUTE_MS }

/**
 * The limits on guessing. Each bucket holds some tries, and fills again one by one; a success gives its try back.
 *
 * | who tries | bucket | tries | then one each |
 * |---|---|---|---|
 * | a browser that this user has signed in with | user and browser | 10 | minute |
 * | from an address this user has signed in from | e-mail and address | 20 | minute |
 * | any other | e-mail and address | 5 | minute |
 * | | e-mail, from all such places together | 30 | minute |
 * | every one but the first | address (IPv4, or IPv6 /64) | 60 | 5 s |
 *
 * A guesser elsewhere empties none of the buckets that a known browser or address draws from. A person at a place that is
 * new to the service may have to wait while a guesser tries theirs. Spread over any number of addresses a guesser gets
 * 1,470 tries a day at passwords of 12 or more characters.
 */
export function passwordBuckets(emailKey: string, place: Place, familiarity: Familiarity): Bucket[] {
  const address = addressGroup(place.ip)
  if (familiarity === 'device') return [{ name: `device ${emailKey} ${place.device ?? ''}`, capacity: 10, ...MINUTELY }]
  const known = { name: `known ${emailKey} ${address}`, capacity: 20, ...MINUTELY }
  if (familiarity === 'address') return [known, addressBucket(place)]
  return [
    { name: `email ${emailKey} ${address}`, capacity: 5, ...MINUTELY },
    { name: `email ${emailKey}`, capacity: 30, ...MINUTELY },
    addressBucket(place),
  ]
}

/**
 * Codes of six digits, after the password was right or from a session. 5 tries for one person at one place, and 10 at all unknown places
 * together, then one each 5 minutes: a guesser who knows the password succeeds with a chance of 0.1 % a day.
 */
export function codeBuckets(userId: string, place: Place, isKnownDevice: boolean): Bucket[] {
  const slowly = { refillMs: 5 * MINUTE_MS }
  if (isKnownDevice) return [{ name: `code ${userId} device ${place.device ?? ''}`, capacity: 5, ...slowly }]
  return [
    { name: `code ${userId} ${addressGroup(place.ip)}`, capacity: 5, ...slowly },
    { name: `code ${userId}`, capacity: 10, ...slowly },
  ]
}

/** The holder of a stolen session may guess at the password, or offer passkeys: 5 tries, then one a minute. */
export const confirmBuckets = (sessionId: string): Bucket[] => [
  { name: `confirm ${sessionId}`, capacity: 5, ...MINUTELY },
]

/** Mails with a reset: 3 to one address, then one each 10 minutes. */
export const resetBuckets = (emailKey: string): Bucket[] => [
  { name: `reset ${emailKey}`, capacity: 3, refillMs: 10 * MINUTE_MS },
]

/** Mails that ask for consent to another address: 5 by one person, 3 to one address, then one each 10 minutes. */
export const emailChangeBuckets = (userId: string, emailKey: string): Bucket[] => [
  { name: `email change ${userId}`, capacity: 5, refillMs: 10 * MINUTE_MS },
  { name: `email change to ${emailKey}`, capacity: 3, refillMs: 10 * MINUTE_MS },
]

/** Everything that one address tries without a session. */
export const addressBucket = (place: Place): Bucket => ({
  name: `address ${addressGroup(place.ip)}`,
  capacity: 60,
  refillMs: 5 * SECOND_MS,
})
