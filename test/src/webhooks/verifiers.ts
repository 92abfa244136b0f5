import { Webhook } from 'standardwebhooks'
import Stripe from 'stripe'
import type { Received } from '../support/receiver.js'

const stripe = new Stripe('sk_test_unused')

const accepts = (verify: () => unknown): boolean => {
  try {
    verify()
    return true
  } catch {
    return false
  }
}

/** Stripe's own library, with our header in the place of theirs (R152). */
export const stripeAccepts = (secret: string, { body, headers }: Pick<Received, 'body' | 'headers'>): boolean =>
  accepts(() => stripe.webhooks.constructEvent(body, String(headers['service-signature']), secret))

/** The reference library of Standard Webhooks (R206). */
export const standardAccepts = (secret: string, { body, headers }: Pick<Received, 'body' | 'headers'>): boolean =>
  accepts(() => new Webhook(secret).verify(body, headers as Record<string, string>))

/** The `v1` signatures of the specification's header. */
export const signaturesOf = ({ headers }: Pick<Received, 'headers'>): string[] =>
  String(headers['service-signature'])
    .split(',')
    .filter((part) => part.startsWith('v1='))
