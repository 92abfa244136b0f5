import type { Scope } from '../kernel/caller.js'
import type { Metadata, PaymentMethod } from '../kernel/contract.js'

export type PaymentStatus = 'pending' | 'succeeded' | 'failed' | 'refunded' | 'canceled'

/** Why a person must look (R238). */
export type ReviewReason =
  /** Money came for a link that was paid already. */
  | 'duplicate'
  /** Amount, currency, mode or reference are not what we asked for. */
  | 'mismatch'
  /** The provider answers something its plugin does not understand. */
  | 'unrecognized'
  /** Not known for a week. */
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
  /** The provider's own words about the method, as JSON. */
  methodDetail: string | null
  amountCentavos: number
  amountRefunded: number
  currency: string
  customerEmail: string | null
  customerName: string | null
  paidAt: string | null
  createdAt: string
  note: string | null
  hasReference: boolean
  metadata: Metadata
  /** What was asked of the provider, as JSON: a repeat under one key must be the same to the letter. */
  checkoutRequest: string | null
  redirectUrl: string | null
  checkoutExpiresAt: string | null
  /** A store voucher or transfer that the payer was given, as JSON. */
  voucher: string | null
  reconcileAfter: string | null
  reconcileError: string | null
  reconcileAttempts: number
  verifyingToken: string | null
  verifyingUntil: string | null
  /** Since when its provider has not been heard of it: from its creation, while that is not answered. */
  unknownSince: string | null
  /** When a complete search at the provider first found nothing. */
  searchedInVainAt: string | null
  reviewReason: ReviewReason | null
  reviewSince: string | null
  /** When a person last decided what is to become of it: the same doubt is not raised again. */
  reviewDecidedAt: string | null
  /** When the merchant gave its checkout up, though the provider did not close it: it may still be paid. */
  releasedAt: string | null
}

export const creatingRef = (paymentId: string): string => `creating:${paymentId}`

/** It is not known yet whether the provider has a checkout for it. */
export const isBeingCreated = (payment: Payment): boolean => payment.providerRef === creatingRef(payment.id)
