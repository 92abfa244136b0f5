import { DAY_MS, HOUR_MS } from '../kernel/clock.js'
import { fractionOf, VERIFICATION } from '../work/backoff.js'
import type { Payment } from './payment.js'

/** What a pending payment is waiting for. */
export type CheckoutStage = 'creating' | 'open' | 'delayed'

/** After this age only every six hours: most checkouts that live for a year have been abandoned. */
const YOUNG_MS: Record<CheckoutStage, number> = { creating: Infinity, open: 7 * DAY_MS, delayed: DAY_MS }
const FULL_JITTER = 0.1

/** An outcome unknown for this long needs review. The reservation stays (I22). */
export const GIVE_UP_MS = 7 * DAY_MS

/** When the sweep next asks the provider (R237). */
export function nextVerification(
  payment: Pick<Payment, 'id' | 'createdAt' | 'checkoutExpiresAt'>,
  waiting: CheckoutStage,
  now: Date,
): Date {
  const created = Date.parse(payment.createdAt)
  const expiry = payment.checkoutExpiresAt === null ? null : Date.parse(payment.checkoutExpiresAt)
  const isYoung = now.getTime() - created < YOUNG_MS[waiting]
  // Jitter: a little before each point, never after it, so that payments created together are spread out.
  const early = (ms: number): number => ms * (1 - FULL_JITTER * fractionOf(payment.id))
  const points = [
    ...VERIFICATION[waiting].map((ms) => created + early(ms)),
    ...(expiry !== null && waiting === 'open' ? VERIFICATION.afterExpiry.map((ms) => expiry + early(ms)) : []),
    now.getTime() + early(isYoung ? HOUR_MS : 6 * HOUR_MS),
  ]
  return new Date(Math.ceil(Math.min(...points.filter((point) => point > now.getTime()))))
}

/** Stores may report a voucher late: it is polled for this long after its expiry. */
const LATE_VOUCHER_MS = 72 * HOUR_MS
const LATE_VOUCHER_EVERY_MS = 6 * HOUR_MS

/** When a settled payment is next verified; null: only if the provider sends a notification. */
export function nextWatch(payment: Payment, now: Date): string | null {
  if (payment.connectionId === null) return null
  const early = (ms: number): number => ms * (1 - FULL_JITTER * fractionOf(payment.id))
  const point = watchPoints(payment, early, now).find((candidate) => candidate > now.getTime())
  return point === undefined ? null : new Date(Math.ceil(point)).toISOString()
}

function watchPoints(payment: Payment, early: (ms: number) => number, now: Date): number[] {
  switch (payment.status) {
    case 'succeeded': {
      const { paidAt } = payment
      return paidAt === null ? [] : VERIFICATION.refunds.map((ms) => Date.parse(paidAt) + early(ms))
    }
    case 'failed':
    case 'canceled': {
      const until = lastPayableAt(payment)
      if (until === null || now.getTime() >= until + LATE_VOUCHER_MS) return decisionWatch(payment, early)
      return [Math.min(now.getTime() + early(LATE_VOUCHER_EVERY_MS), until + LATE_VOUCHER_MS)]
    }
    case 'pending':
    case 'refunded':
      return []
  }
}

/** A payment that an operator ended, not the provider, may still have been paid. */
function decisionWatch({ reviewDecidedAt, releasedAt }: Payment, early: (ms: number) => number): number[] {
  const decidedAt = reviewDecidedAt ?? releasedAt
  if (decidedAt === null) return []
  return [HOUR_MS, ...VERIFICATION.refunds].map((ms) => Date.parse(decidedAt) + early(ms))
}

/** Until when an ended checkout may still be paid; null: it cannot be. */
function lastPayableAt(payment: Payment): number | null {
  const { releasedAt, checkoutExpiresAt } = payment
  const voucher = voucherExpiry(payment)
  if (releasedAt === null || checkoutExpiresAt === null) return voucher
  return Math.max(voucher ?? 0, Date.parse(checkoutExpiresAt))
}

/** It can no longer be paid, and stores have had their time to report a payment. */
export function isNoLongerPayable(payment: Payment, now: Date): boolean {
  if (payment.checkoutExpiresAt === null) return false
  const end = Math.max(Date.parse(payment.checkoutExpiresAt), voucherExpiry(payment) ?? 0)
  return now.getTime() >= end + LATE_VOUCHER_MS
}

function voucherExpiry({ voucher, checkoutExpiresAt }: Payment): number | null {
  if (voucher === null) return null
  const { expiresAt = checkoutExpiresAt } = JSON.parse(voucher) as { expiresAt?: string }
  return expiresAt === null ? null : Date.parse(expiresAt)
}
