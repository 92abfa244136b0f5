import { expect } from 'chai'
import { TestAppliance } from '../support/appliance.js'
import { ShopPerson } from '../support/dashboard.js'
import { ENGINES } from '../support/engines.js'
import { dataDirWith } from '../support/third-party.js'

const SETTINGS = '/dashboard/test/settings'
const HTML = '"><script>alert(1)</script><img src=x onerror=alert(1)>'
/** Turns around what follows, as it is shown. */
const BACKWARDS = '\u202Egnirts\u2066'
const LONG = 'W'.repeat(500)
/** What objects have by themselves, and what forms of the dashboard are named. */
const KEYS = ['constructor', 'toString', 'valueOf', 'hasOwnProperty', 'csrf', 'key', 'way', 'provider', 'isPrototypeOf']

/** Takes the key `good` alone, and answers everything else with what it was given. */
const CHECK = `async (ctx) => {
  const { config } = ctx
  if (config.key !== 'good') return { ok: false, livemode: false, problem: 'no: ' + config.key + ' ' + ${JSON.stringify(HTML)} }
  return { ok: true, livemode: false, externalAccountId: ${JSON.stringify(HTML)}, displayName: Object.keys(config).join() }
}`
const NONE = `async () => { throw new Error('none') }`

/** Either kind has forms, each under an address of its own. */
const KINDS = {
  'payment-provider': {
    list: `${SETTINGS}/connections`,
    manifest: {
      checkoutOrigins: ['https://acme.example'],
      capabilities: {
        ...{ idempotentCreate: true, findByReference: false, expireCheckout: false },
        ...{ checkoutLifetime: { minSeconds: 60, maxSeconds: 86400 }, methods: ['card'], delayedMethods: [] },
        ...{ reportsCardFunding: false, installments: false, refunds: 'none', disputes: 'none', payouts: 'none' },
        ...{ webhooks: 'none', simulator: false },
      },
    },
    methods: `limits: (currency) => (currency === 'MXN' ? { min: 1, max: 100 } : null),
      createCheckout: ${NONE}, retrieve: ${NONE}, verifyWebhook: ${NONE},`,
  },
  invoicing: {
    list: `${SETTINGS}/invoicing`,
    manifest: {},
    methods: `listIssuers: async () => [{ id: 'i1', rfc: 'EKU9003173C9', legalName: ${JSON.stringify(HTML)} }],
      chooseIssuer: ${NONE}, stamp: ${NONE}, findByReference: ${NONE}, retrieve: ${NONE}, cancel: ${NONE}, file: ${NONE},
      verifyWebhook: ${NONE},`,
  },
} as const
type Kind = keyof typeof KINDS

const source = (kind: Kind, id: string, config: unknown[]): string => {
  const described = { apiVersion: 1, kind, id, name: HTML, version: '0.1.0', allowedHosts: [] }
  return `export default {
    manifest: ${JSON.stringify({ ...described, ...KINDS[kind].manifest })},
    config: ${JSON.stringify(config)},
    create: () => ({ checkConnection: ${CHECK}, ${KINDS[kind].methods} }),
  }`
}

const field = (key: string, more: object = {}) => ({ key, label: HTML, help: HTML, type: 'string', ...more })
const many = Array.from({ length: 200 }, (_, at) => field(`field${at}`))
const ALLOWED = [
  ...KEYS.map((key) => field(key, { type: key === 'key' ? 'secret' : 'string', required: key === 'key' })),
  field('choice', { type: 'select', options: [{ value: HTML, label: HTML }] }),
  field('page', { helpUrl: `https://acme.example/?${encodeURIComponent(HTML)}` }),
  field('backwards', { label: BACKWARDS, help: BACKWARDS }),
  field('long', { label: LONG, help: LONG }),
  field('bilingual', { label: { es: `${HTML} uno`, en: `${HTML} one` }, help: { es: LONG, en: BACKWARDS } }),
  ...many.slice(0, 80),
]

/** Schemas that no form could show harmlessly. */
const REFUSED: Record<string, unknown[]> = {
  long_help: [field('a', { help: 'x'.repeat(10_000) })],
  long_label: [field('a', { label: `${LONG}W` })],
  nul_label: [field('a', { label: 'a\0b' })],
  nul_option: [field('a', { type: 'select', options: [{ value: 'a\0b', label: 'a' }] })],
  one_language: [field('a', { label: { es: 'uno' } })],
  script_url: [field('a', { helpUrl: 'javascript:alert(1)' })],
  data_url: [field('a', { helpUrl: 'data:text/html,<script>alert(1)</script>' })],
  too_many: many,
  same_twice: [field('a'), field('a')],
  own_proto: [field('__proto__')],
  not_a_list: { length: 3 } as unknown as unknown[],
}

for (const engine of ENGINES) {
  for (const kind of Object.keys(KINDS) as Kind[]) {
    describe(`forms that a hostile plugin of the kind ${kind} declares, on ${engine}`, () => {
      const { list } = KINDS[kind]
      let paylink: TestAppliance
      let owner: ShopPerson

      before(async () => {
        const plugins = Object.entries({ hostile: ALLOWED, ...REFUSED }).map(([id, config]) => ({
          ...{ id, kind, main: source(kind, id, config) },
        }))
        paylink = await TestAppliance.start(engine, { dataDir: dataDirWith(plugins) }, { http: true, jobs: false })
        owner = await ShopPerson.signIn(paylink)
      })
      after(() => paylink.stop())

      it('are refused when they are loaded, if they could harm', async () => {
        const { text } = await owner.get(`${SETTINGS}/plugins`)
        for (const id of Object.keys(REFUSED)) {
          expect(text, id).to.match(new RegExp(`${id} [^“]*“[^”]*\\bconfig`))
          expect((await owner.get(`${list}/${id}/connect`)).status, id).to.equal(404)
        }
      })

      for (const locale of ['es-MX', 'en'] as const) {
        it(`are shown as text, under names of their own, with addresses of the web alone, in ${locale}`, async () => {
          const person = await ShopPerson.signIn(paylink, 'owner', undefined, locale)
          const plugins = `${SETTINGS}/plugins`
          for (const path of [list, `${list}/hostile/connect`, plugins, '/dashboard/test/setup/3']) {
            const { status, html } = await person.get(path)
            expect(status, path).to.equal(200)
            expect(html, path).to.not.match(/<script>alert|<img src=x/)
            expect(html, path).to.not.match(/(href|src|action)="(javascript:|data:text)/)
          }
          const { html, text } = await person.get(`${list}/hostile/connect`)
          for (const shown of [BACKWARDS, LONG, locale === 'en' ? `${HTML} one` : `${HTML} uno`]) {
            expect(text).to.include(shown.replace(/\s+/g, ' '))
          }
          expect(text).to.not.include(locale === 'en' ? `${HTML} uno` : `${HTML} one`)
          // What it turns around ends with the element that shows it.
          expect(html).to.match(new RegExp(`<label[^>]*>\\s*${BACKWARDS}\\s*(<[^>]*>[^<]*</[^>]*>\\s*)?</label>`))
          const { fields } = await person.form(`${list}/hostile/connect`, '/connect')
          expect(Object.keys(fields).filter((name) => !name.startsWith('hostile.'))).to.deep.equal(['csrf'])
          for (const key of KEYS) expect(fields).to.have.own.property(`hostile.${key}`)
        })
      }

      it('are sent and refused without a trace of what the plugin could do with its names', async () => {
        const path = `${list}/hostile/connect`
        const missing = await owner.send(path, {})
        expect(missing.status).to.equal(422)
        const refused = await owner.send(path, { 'hostile.key': 'bad-secret', 'hostile.constructor': 'x' })
        expect(refused.status).to.equal(422)
        expect(refused.html).to.not.match(/<script>alert|bad-secret/)
        const form = await owner.form(path, '/connect')
        paylink.clock.advance(11 * 60_000)
        const typed = { 'hostile.key': 'a-secret', 'hostile.csrf': 'typed' }
        const kept = await owner.post(form.action, { ...form.fields, ...typed })
        expect(kept.headers.get('location')).to.include('/confirm?next=')
        const { searchParams } = new URL(kept.headers.get('location') ?? '', paylink.url)
        const again = await (await ShopPerson.again(owner)).get(searchParams.get('next') ?? '')
        expect(again.html).to.include('value="typed"')
        expect(again.html).to.not.include('a-secret')
        expect(JSON.stringify(await paylink.db('held_forms'))).to.not.include('a-secret')
      })

      it('connect with what was typed, and nothing else', async () => {
        const person = await ShopPerson.signIn(paylink)
        const done = await person.send(`${list}/hostile/connect`, { 'hostile.key': 'good', 'hostile.way': 'x' })
        expect(done.status).to.equal(303)
        for (const path of [done.headers.get('location') ?? '', `${list}/hostile/connect`]) {
          const { html } = await person.get(path)
          expect(html, path).to.not.match(/<script>alert|<img src=x|value="good"/)
        }
        expect((await person.get(list)).text).to.match(/\b(key,way|way,key)\b/)
      })
    })
  }
}
