import type { Metadata, PaymentMethod } from '../contract/fields.js'
import type { Scope } from '../kernel/principal.js'

export type PaymentStatus = 'pending' | 'succeeded' | 'failed' | 'refunded' | 'canceled'

/** Why an operator must decide (R238). */
export type ReviewReason =
  /** Money came for a link that was already paid. */
  | 'duplicate'
  /** Amount, currency, mode or reference differ from the request. */
  | 'mismatch'
  /** The provider reports a status that its plugin does not recognize. */
  | 'unrecognized'
  /** The outcome has been unknown for a week. */
  | 'unknown_outcome'

/** One attempt at paying a link, or money that the merchant recorded. */
export interface Payment extends Scope {
  id: string
  linkId: string
  connectionId: string | null
  /** A provider's id, or `manual`. */
  provider: string
  /** The provider's id of the checkout, `creating:<payment id>` while it is being made, `manual:<uuid>`. */
  providerRef: string
  status: PaymentStatus
  method: PaymentMethod | null
  /** The method as the provider reports it, as JSON. */
  methodDetail: string | null
  amountCentavos: number
  amountRefunded: number
  /** What the provider kept of it, in the payment's currency; null: it does not tell. */
  feeCentavos: number | null
  currency: string
  customerEmail: string | null
  customerName: string | null
  paidAt: string | null
  createdAt: string
  note: string | null
  hasReference: boolean
  metadata: Metadata
  /** The request to the provider, as JSON: a repeat under the same key must be identical. */
  checkoutRequest: string | null
  redirectUrl: string | null
  checkoutExpiresAt: string | null
  /** A store voucher or transfer that the payer was given, as JSON. */
  voucher: string | null
  reconcileAfter: string | null
  /** When the provider was last asked about it, whether it answered or not; null: not since this is recorded. */
  askedAt: string | null
  reconcileError: string | null
  reconcileAttempts: number
  verifyingToken: string | null
  verifyingUntil: string | null
  /** Since when the provider has given no answer about it; from its creation until the first answer. */
  unknownSince: string | null
  /** When a complete search at the provider first found no checkout. */
  searchedInVainAt: string | null
  reviewReason: ReviewReason | null
  reviewSince: string | null
  /** When an operator last decided a review: the same question is not raised again. */
  reviewDecidedAt: string | null
  /** When the merchant released its checkout although the provider did not close it: it may still be paid. */
  releasedAt: string | null
}

export const creatingRef = (paymentId: string): string => `creating:${paymentId}`

/** It is not yet known whether the provider has a checkout for it. */
export const isBeingCreated = (payment: Pick<Payment, 'id' | 'providerRef'>): boolean =>
  payment.providerRef === creatingRef(payment.id)

/**
 * What is found out about a payment now has changed since this time, ISO 8601: since its provider last answered. A settled
 * payment that is no longer watched is asked about because of a notification, so it has changed now.
 */
export const lastKnownAt = (
  { reconcileAfter, askedAt, createdAt }: Pick<Payment, 'reconcileAfter' | 'askedAt' | 'createdAt'>,
  now: string,
): string => (reconcileAfter === null ? now : (askedAt ?? createdAt))
