import { definePaymentProvider, PLUGIN_API_VERSION } from '@paylink/plugin-api'
import { ConektaOrders } from './conekta-orders.js'
import { SETTINGS } from './settings.js'
import { simulator } from './simulator/simulator.js'

/** Conekta Orders with hosted checkout: one order for each payment, paid on Conekta's own page. */
export default definePaymentProvider({
  manifest: {
    apiVersion: PLUGIN_API_VERSION,
    kind: 'payment-provider',
    id: 'provider_b',
    name: 'Conekta',
    version: '1.0.0',
    docsUrl: 'https://developers.conekta.com',
    marks: { card: ['Visa', 'Mastercard', 'American Express'], retail_cash: ['OXXO'], spei_transfer: ['SPEI'] },
    allowedHosts: ['api.conekta.io'],
    checkoutOrigins: ['https://pay.conekta.com'],
    capabilities: {
      idempotentCreate: false,
      findByReference: true,
      listCheckouts: true,
      expireCheckout: true,
      checkoutLifetime: { minSeconds: 300, maxSeconds: 31_536_000 },
      methods: ['card', 'retail_cash', 'spei_transfer'],
      delayedMethods: ['retail_cash', 'spei_transfer'],
      reportsCardFunding: true,
      installments: false,
      refunds: 'reported',
      disputes: 'reported',
      payouts: 'none',
      webhooks: 'auto',
      timedNotifications: false,
      simulator: true,
    },
  },
  config: SETTINGS,
  webhookSecretKey: 'webhookPublicKey',
  create: () => new ConektaOrders(),
  simulator,
})
