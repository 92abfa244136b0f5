import { crc32 } from 'node:zlib'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../kernel/clock.js'
import type { Payment } from './payment.js'

/** What a payment waits for. */
export type Waiting = 'creating' | 'open' | 'delayed'

const AFTER_CREATION: Record<Waiting, number[]> = {
  creating: [15 * SECOND_MS, 30 * SECOND_MS, MINUTE_MS, 2 * MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS],
  open: [2, 5, 10, 20, 40].map((minutes) => minutes * MINUTE_MS),
  delayed: [],
}
const AFTER_EXPIRY = [1, 5, 30].map((minutes) => minutes * MINUTE_MS)
const FULL_JITTER = 0.1

/** Not known for this long: a person must look. The reservation stays all the same (I22). */
export const GIVE_UP_MS = 7 * DAY_MS

/** When the background next asks the provider (R237). */
export function nextVerification(
  payment: Pick<Payment, 'id' | 'createdAt' | 'checkoutExpiresAt'>,
  waiting: Waiting,
  now: Date,
): Date {
  const created = Date.parse(payment.createdAt)
  const expiry = payment.checkoutExpiresAt === null ? null : Date.parse(payment.checkoutExpiresAt)
  const isYoung = now.getTime() - created < DAY_MS
  // A little before each point, never after it, so that a crowd of payments does not come at once.
  const early = (ms: number): number => ms * (1 - FULL_JITTER * fractionOf(payment.id))
  const points = [
    ...AFTER_CREATION[waiting].map((ms) => created + early(ms)),
    ...(expiry !== null && waiting === 'open' ? AFTER_EXPIRY.map((ms) => expiry + early(ms)) : []),
    now.getTime() + early(waiting === 'delayed' && !isYoung ? 6 * HOUR_MS : HOUR_MS),
  ]
  return new Date(Math.ceil(Math.min(...points.filter((point) => point > now.getTime()))))
}

/** Between 0 and 1, the same for the same payment. */
const fractionOf = (id: string): number => crc32(id) / 0xffffffff
