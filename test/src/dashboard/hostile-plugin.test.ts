import { expect } from 'chai'
import { TestAppliance } from '../support/appliance.js'
import { ShopPerson } from '../support/dashboard.js'
import { ENGINES } from '../support/engines.js'
import { dataDirWith } from '../support/third-party.js'

const LIST = '/dashboard/test/settings/connections'
const HTML = '"><script>alert(1)</script><img src=x onerror=alert(1)>'
/** What objects have by themselves, and what forms of the dashboard are named. */
const KEYS = ['constructor', 'toString', 'valueOf', 'hasOwnProperty', 'csrf', 'key', 'way', 'provider', 'isPrototypeOf']

const source = (id: string, config: unknown[]): string => `
export default {
  manifest: {
    apiVersion: 1, kind: 'payment-provider', id: '${id}', name: ${JSON.stringify(HTML)}, version: '0.1.0',
    allowedHosts: [], checkoutOrigins: ['https://acme.example'],
    capabilities: {
      idempotentCreate: true, findByReference: false, expireCheckout: false,
      checkoutLifetime: { minSeconds: 60, maxSeconds: 86400 }, methods: ['card'], delayedMethods: [],
      reportsCardFunding: false, installments: false, refunds: 'none', disputes: 'none', payouts: 'none',
      webhooks: 'none', simulator: false,
    },
  },
  config: ${JSON.stringify(config)},
  create: () => ({
    limits: (currency) => (currency === 'MXN' ? { min: 1, max: 100 } : null),
    checkConnection: async (ctx) => {
      const { config } = ctx
      if (config.key !== 'good') return { ok: false, livemode: false, problem: 'no: ' + config.key + ' ' + ${JSON.stringify(HTML)} }
      return { ok: true, livemode: false, externalAccountId: ${JSON.stringify(HTML)}, displayName: Object.keys(config).join() }
    },
    createCheckout: async () => { throw new Error('none') },
    retrieve: async () => { throw new Error('none') },
    verifyWebhook: async () => { throw new Error('none') },
  }),
}
`

const field = (key: string, more: object = {}) => ({ key, label: HTML, help: HTML, type: 'string', ...more })
const many = Array.from({ length: 200 }, (_, at) => field(`field${at}`))

/** Schemas that no form could show harmlessly. */
const REFUSED: Record<string, unknown[]> = {
  long_help: [field('a', { help: 'x'.repeat(10_000) })],
  script_url: [field('a', { helpUrl: 'javascript:alert(1)' })],
  too_many: many,
  same_twice: [field('a'), field('a')],
  own_proto: [field('__proto__')],
}

for (const engine of ENGINES) {
  describe(`forms that a hostile plugin declares, on ${engine}`, () => {
    let paylink: TestAppliance
    let owner: ShopPerson

    before(async () => {
      const names = KEYS.map((key) =>
        field(key, { type: key === 'key' ? 'secret' : 'string', required: key === 'key' }),
      )
      const select = field('choice', { type: 'select', options: [{ value: HTML, label: HTML }] })
      const url = field('page', { helpUrl: `https://acme.example/?${encodeURIComponent(HTML)}` })
      const plugins = [
        { id: 'hostile', main: source('hostile', [...names, select, url, ...many.slice(0, 80)]) },
        ...Object.entries(REFUSED).map(([id, config]) => ({ id, main: source(id, config) })),
      ]
      paylink = await TestAppliance.start(engine, { dataDir: dataDirWith(plugins) }, { http: true, jobs: false })
      owner = await ShopPerson.signIn(paylink)
    })
    after(() => paylink.stop())

    it('are refused when they are loaded, if they could harm', async () => {
      const { text } = await owner.get(LIST)
      expect(text).to.include('plugin de terceros, versión 0.1.0')
      for (const id of Object.keys(REFUSED)) {
        expect((await owner.get(`${LIST}/${id}/connect`)).status, id).to.equal(404)
      }
    })

    it('are shown as text, under names of their own, with addresses of the web alone', async () => {
      for (const path of [LIST, `${LIST}/hostile/connect`, '/dashboard/test/setup/3']) {
        const { status, html } = await owner.get(path)
        expect(status, path).to.equal(200)
        expect(html, path).to.not.match(/<script>alert|<img src=x/)
        expect(html, path).to.not.include('javascript:')
      }
      const { fields } = await owner.form(`${LIST}/hostile/connect`, '/connect')
      const own = Object.keys(fields).filter((name) => !name.startsWith('hostile.'))
      expect(own).to.deep.equal(['csrf'])
      for (const key of KEYS) expect(fields).to.have.own.property(`hostile.${key}`)
    })

    it('are sent and refused without a trace of what the plugin could do with its names', async () => {
      const path = `${LIST}/hostile/connect`
      const missing = await owner.send(path, {})
      expect(missing.status).to.equal(422)
      const refused = await owner.send(path, { 'hostile.key': 'bad-secret', 'hostile.constructor': 'x' })
      expect(refused.status).to.equal(422)
      expect(refused.html).to.not.match(/<script>alert|bad-secret/)
      const form = await owner.form(path, '/connect')
      paylink.clock.advance(11 * 60_000)
      const kept = await owner.post(form.action, { ...form.fields, 'hostile.key': 'a-secret', 'hostile.csrf': 'typed' })
      expect(kept.headers.get('location')).to.include('/confirm?next=')
      const { searchParams } = new URL(kept.headers.get('location') ?? '', paylink.url)
      const again = await (await ShopPerson.again(owner)).get(searchParams.get('next') ?? '')
      expect(again.html).to.include('value="typed"')
      expect(again.html).to.not.include('a-secret')
    })

    it('connect with what was typed, and nothing else', async () => {
      const person = await ShopPerson.signIn(paylink)
      const done = await person.send(`${LIST}/hostile/connect`, { 'hostile.key': 'good', 'hostile.way': 'x' })
      expect(done.status).to.equal(303)
      const { html, text } = await person.get(done.headers.get('location') ?? '')
      expect(text).to.match(/Cuenta (key,way|way,key) ·/)
      expect(html).to.not.match(/<script>alert|<img src=x/)
    })
  })
}
