import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const ID = 'provider_quiet'

/** A second provider, for payers who cannot decide: it keeps its checkouts in the store it is given. */
const SOURCE = `
const capabilities = {
  idempotentCreate: true, findByReference: false, expireCheckout: true,
  checkoutLifetime: { minSeconds: 60, maxSeconds: 86400 }, methods: ['other'], delayedMethods: [],
  reportsCardFunding: false, installments: false, refunds: 'none', disputes: 'none', payouts: 'none',
  webhooks: 'none', simulator: true,
}
const refOf = (paymentId) => 'quiet_' + paymentId
const none = async () => ({ status: 404 })

export default {
  manifest: {
    apiVersion: 1, kind: 'payment-provider', id: '${ID}', name: 'Quiet', version: '1.0.0',
    allowedHosts: [], checkoutOrigins: ['https://quiet.example'], capabilities,
  },
  config: [],
  simulator: { config: () => ({}), api: none, page: none },
  create: () => ({
    limits: () => ({ min: 1, max: 2147483647 }),
    checkConnection: async (ctx) => ({ ok: true, livemode: ctx.livemode, externalAccountId: 'quiet' }),
    createCheckout: async ({ paymentId, expiresAt }, ctx) => {
      await ctx.store.add('checkout:' + paymentId, 'open')
      return { providerRef: refOf(paymentId), redirectUrl: 'https://quiet.example/' + paymentId, expiresAt }
    },
    retrieve: async ({ providerRef, paymentId }, ctx) => {
      const isOpen = (await ctx.store.get('checkout:' + paymentId)) === 'open'
      return { providerRef, paymentId, status: isOpen ? 'open' : 'expired', livemode: ctx.livemode }
    },
    expireCheckout: async ({ paymentId }, ctx) => {
      await ctx.store.set('checkout:' + paymentId, 'closed')
      return { outcome: 'expired' }
    },
    verifyWebhook: async () => { throw new Error('it sends none') },
  }),
}
`

const CLOSES = "return { outcome: 'expired' }"
const REFUSES = "return { outcome: 'refused', reason: 'this provider closes no vouchers' }"

/** Installs it as an operator would, in the data directory. The first start connects it. */
export function installQuietProvider(dataDir: string, source = SOURCE): void {
  const folder = join(dataDir, 'plugins', ID)
  mkdirSync(folder, { recursive: true })
  const paylink = { kind: 'payment-provider', apiVersion: 1, id: ID, main: 'index.js' }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: ID, version: '1.0.0', type: 'module', paylink }))
  writeFileSync(join(folder, 'index.js'), source)
}

/** One that refuses to close a checkout, and leaves it open. */
export function installUnclosingProvider(dataDir: string): void {
  const unclosing = SOURCE.replace(CLOSES, REFUSES)
    .replace(/await ctx.store.set.*\n/, '')
    .replace('limits: () =>', "limits: (currency) => currency !== 'MXN' ? null :")
  installQuietProvider(dataDir, unclosing)
}
