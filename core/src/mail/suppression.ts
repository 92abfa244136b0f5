export type SuppressionReason = 'bounced' | 'complained' | 'unsubscribed'

/** An address that this account must not email in this mode. */
export interface Suppression {
  address: string
  livemode: boolean
  reason: SuppressionReason
  /** The email that led to it. */
  deliveryId: string
  createdAt: string
}

/** `id`: of the email that led to it. */
export interface ListedSuppression extends Suppression {
  id: string
}
