/** A third-party provider that includes its settings in every message and error. The title of a link chooses how. */
export const INDISCREET = `
import { definePaymentProvider, ProviderAuthError, ProviderRejectedError, WebhookSignatureError } from '@paylink/plugin-api'

const told = ({ config }) => 'refused ' + config.apiKey + ' and ' + JSON.stringify(config)
const ways = {
  throw: (ctx) => { throw Object.assign(new Error(told(ctx)), { config: ctx.config, cause: new Error(told(ctx)) }) },
  reject: (ctx) => { throw new ProviderRejectedError(told(ctx), { providerCode: ctx.config.apiKey }) },
  auth: (ctx) => { throw new ProviderAuthError(told(ctx), { httpStatus: 401, providerCode: ctx.config.apiKey }) },
  log: (ctx) => { ctx.log.error(told(ctx), { config: ctx.config, nested: [{ key: told(ctx) }] }) },
  print: (ctx) => { console.log(told(ctx)); console.error(JSON.stringify(ctx.config)) },
  forget: (ctx) => void Promise.reject(new Error(told(ctx))),
  request: (ctx) => ctx.http.request({ method: 'GET', url: 'http://127.0.0.1:9/' + ctx.config.apiKey, effect: 'read' }),
}

export default definePaymentProvider({
  manifest: {
    apiVersion: 1, kind: 'payment-provider', id: 'indiscreet', name: 'Indiscreet', version: '0.1.0',
    allowedHosts: ['api.indiscreet.example', '127.0.0.1:9'], checkoutOrigins: ['https://indiscreet.example'],
    capabilities: {
      idempotentCreate: true, findByReference: false, expireCheckout: false,
      checkoutLifetime: { minSeconds: 1800, maxSeconds: 86_400 }, methods: ['card'], delayedMethods: [],
      reportsCardFunding: true, installments: false, refunds: 'none', disputes: 'none', payouts: 'none',
      webhooks: 'manual', simulator: false,
    },
  },
  config: [
    { key: 'apiKey', label: 'API key', type: 'secret', required: true },
    { key: 'webhookSecret', label: 'Webhook secret', type: 'secret' },
  ],
  webhookSecretKey: 'webhookSecret',
  create: () => ({
    limits: (currency) => (currency === 'MXN' ? { min: 1000, max: 1_000_000 } : null),
    async checkConnection(ctx) {
      if (await ctx.store.get('asked')) throw new ProviderAuthError(told(ctx))
      return { ok: true, livemode: ctx.livemode, externalAccountId: 'acct_indiscreet' }
    },
    async createCheckout({ title }, ctx) {
      await ctx.store.set('asked', title)
      await ways[title]?.(ctx)
      throw new ProviderRejectedError('not today')
    },
    async retrieve(_, ctx) { throw new Error(told(ctx)) },
    async verifyWebhook(_, ctx) { throw new WebhookSignatureError(told(ctx)) },
  }),
})
`
export const WAYS = ['log', 'print', 'throw', 'reject', 'request', 'forget', 'auth']
