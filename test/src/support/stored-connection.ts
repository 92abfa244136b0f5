import type { PaymentConnection } from '@paylink/core/connections/connection'

type Given = Pick<PaymentConnection, 'id' | 'accountId' | 'livemode' | 'createdAt'> & Partial<PaymentConnection>

/** A connection that is only stored: no provider was asked for it, and none may be called through it. */
export const storedConnection = (given: Given): PaymentConnection => ({
  kind: 'payment',
  provider: 'provider_a',
  status: 'active',
  sandbox: false,
  externalAccountId: 'acct_unknown',
  displayName: null,
  issuer: null,
  sealedSettings: 'never opened',
  webhookId: null,
  lastError: null,
  stalledSince: null,
  lastCheckedAt: null,
  updatedAt: given.createdAt,
  ...given,
})
