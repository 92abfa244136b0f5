import { once } from 'node:events'
import { expect } from 'chai'
import { eventually } from '../support/appliance.js'
import { Installation, keyIn, spawnCommand } from '../support/command.js'
import { DatabaseProxy } from '../support/database-proxy.js'
import { dropPlugin } from '../support/third-party.js'

/** Its sandbox never answers. */
const HANGING = `
  const capabilities = { idempotentCreate: true, findByReference: false, expireCheckout: false,
    checkoutLifetime: { minSeconds: 1800, maxSeconds: 86400 }, methods: ['card'], delayedMethods: [],
    reportsCardFunding: false, installments: false, refunds: 'none', disputes: 'none', payouts: 'none',
    webhooks: 'manual', simulator: true }
  const manifest = { apiVersion: 1, kind: 'payment-provider', id: 'hangs', name: 'Hangs', version: '0.1.0',
    allowedHosts: ['api.example.com'], checkoutOrigins: ['https://pay.example.com'], capabilities }
  const hang = () => new Promise(() => setInterval(() => undefined, 60000))
  const provider = { limits: () => null, checkConnection: hang, createCheckout: hang, retrieve: hang, verifyWebhook: hang }
  const simulator = { config: hang, api: hang, page: hang }
  export default { manifest, config: [], simulator, create: () => provider }`

describe('a database that does not answer at the start', () => {
  let site: Installation
  before(async () => {
    site = await Installation.make('postgres')
    await (await site.start('up')).stop()
  })
  after(() => site.remove())

  it('keeps no probe of a later start waiting', async () => {
    const proxy = await DatabaseProxy.before(site.env.PAYLINK_DATABASE_URL ?? '')
    proxy.fallSilent()
    const up = spawnCommand(['up'], { ...site.env, PAYLINK_DATABASE_URL: proxy.url })
    const exited = once(up, 'exit')
    try {
      const probe = (path: string) =>
        eventually(
          () => fetch(site.url + path).catch(() => null),
          (answer) => answer !== null,
        )
      expect((await probe('/healthz'))?.status).to.equal(200)
      const ready = await probe('/readyz')
      expect([ready?.status, await ready?.json()]).to.deep.equal([503, { status: 'not ready', reason: 'starting' }])
    } finally {
      up.kill('SIGKILL')
      await exited
      await proxy.close()
    }
  })
})

describe('a first run', () => {
  it('answers probes once its key is printed, while a sandbox is being connected', async () => {
    const site = await Installation.make('sqlite')
    dropPlugin(site.env.PAYLINK_DATA_DIR ?? '', { id: 'hangs', main: HANGING })
    const up = spawnCommand(['up'], site.env)
    const exited = once(up, 'exit')
    let printed = ''
    up.stdout?.on('data', (text) => (printed += String(text)))
    try {
      await eventually(
        () => Promise.resolve(keyIn(printed)),
        (key) => key !== undefined,
      )
      expect((await fetch(`${site.url}/healthz`)).status).to.equal(200)
      const ready = await fetch(`${site.url}/readyz`)
      expect([ready.status, await ready.json()]).to.deep.equal([503, { status: 'not ready', reason: 'starting' }])
    } finally {
      up.kill('SIGKILL')
      await exited
      await site.remove()
    }
  })
})
