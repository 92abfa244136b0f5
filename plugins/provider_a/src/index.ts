import { definePaymentProvider, PLUGIN_API_VERSION } from '@paylink/plugin-api'
import { StripeCheckout } from './stripe-checkout.js'
import { SETTINGS } from './settings.js'
import { simulator } from './simulator/simulator.js'

/** Stripe Checkout Sessions: one session for each payment, on Stripe's own page. */
export default definePaymentProvider({
  manifest: {
    apiVersion: PLUGIN_API_VERSION,
    kind: 'payment-provider',
    id: 'provider_a',
    name: 'Stripe',
    version: '1.0.0',
    docsUrl: 'https://docs.stripe.com/payments/checkout',
    marks: { card: ['Visa', 'Mastercard', 'American Express'], retail_cash: ['OXXO'] },
    allowedHosts: ['api.stripe.com'],
    checkoutOrigins: ['https://checkout.stripe.com'],
    capabilities: {
      idempotentCreate: true,
      findByReference: true,
      listCheckouts: true,
      expireCheckout: true,
      checkoutLifetime: { minSeconds: 1800, maxSeconds: 86_400 },
      methods: ['card', 'retail_cash'],
      delayedMethods: ['retail_cash'],
      reportsCardFunding: true,
      installments: false,
      refunds: 'reported',
      disputes: 'reported',
      payouts: 'none',
      webhooks: 'auto',
      simulator: true,
    },
  },
  config: SETTINGS,
  webhookSecretKey: 'webhookSecret',
  create: () => new StripeCheckout(),
  simulator,
})
