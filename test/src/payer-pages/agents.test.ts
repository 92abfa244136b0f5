import { expect } from 'chai'
import { MINUTE_MS } from '@paylink/core/kernel/clock'
import { Plugins } from '@paylink/core/plugin-host/registry'
import { PAYLOADS } from '../browser/payloads.js'
import { type Reply, TestAppliance } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'
import { expectProblem } from '../support/problems.js'
import { rowMarks } from '../support/rows.js'
import { statementsDuring } from '../support/statements.js'
import { wire } from '../support/wire.js'
import {
  AMOUNT,
  type BothModes,
  ITEMS,
  linksInBothModes,
  type Mode,
  MODES,
  NAMES,
  type State,
  STATES,
  titleOf,
} from './links-in-both-modes.js'

const JSON_TYPE = 'application/json'
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
const PAYEE = 'Barro y Fuego'
const SCHEMA = 'https://schema.org'

const PAYMENT_STATUS: Record<string, string | undefined> = {
  active: `${SCHEMA}/PaymentDue`,
  processing: `${SCHEMA}/PaymentDue`,
  paid: `${SCHEMA}/PaymentComplete`,
}

/** `Accept` of a request for a page, and what the answer is. */
const ACCEPTED: readonly (readonly [string | null, 'page' | 'data'])[] = [
  [null, 'page'],
  ['', 'page'],
  ['*/*', 'page'],
  [BROWSER, 'page'],
  ['text/html', 'page'],
  ['image/*', 'page'],
  ['text/html, application/json', 'page'],
  ['application/json, text/html', 'page'],
  ['text/html;q=0.9, application/json;q=0.8', 'page'],
  ['application/json;q=0.5, */*', 'page'],
  ['text/html;q=0.5, */*', 'page'],
  ['application/json;q=0', 'page'],
  [JSON_TYPE, 'data'],
  ['APPLICATION/JSON', 'data'],
  ['application/*', 'data'],
  ['application/json, text/plain, */*', 'data'],
  ['application/json, */*;q=0.5', 'data'],
  ['application/json;q=0.9, text/html;q=0.8', 'data'],
  ['application/json, text/html;q=0', 'data'],
]

for (const engine of ENGINES) {
  describe(`the page of a link for a payer's agent, on ${engine}`, () => {
    let paylink: TestAppliance
    let calls = 0
    let links: BothModes['links']
    let ends: BothModes['ends']

    before(async () => {
      // No background: rows change by requests alone.
      paylink = await TestAppliance.start(engine, {}, { http: true, jobs: false })
      await paylink.changeAccount({ name: PAYEE })
      const prepared = await linksInBothModes(paylink)
      links = prepared.links
      ends = prepared.ends
      for (const id of ['provider_a', 'provider_b']) {
        const provider = paylink.container.get(Plugins).provider('payment-provider', id)!
        for (const name of ['createCheckout', 'retrieve', 'expireCheckout'] as const) {
          Object.assign(provider, { [name]: () => Promise.reject(new Error(`call ${++calls}: ${name}`)) })
        }
      }
    })
    after(() => paylink.stop())

    const ask = (path: string, accept: string): Promise<Reply> =>
      paylink.get(path, { key: null, headers: { Accept: accept, 'Accept-Language': 'es' } })
    const pathOf = ({ url }: { url: string }): string => new URL(url).pathname
    const dataOf = (link: { url: string }): Promise<Reply> => ask(pathOf(link), JSON_TYPE)
    const pageOf = (link: { url: string }): Promise<Reply> => ask(pathOf(link), BROWSER)

    function expectedData(mode: Mode, name: State): object {
      const { status, payable, continues } = STATES[name]
      const { url } = links[mode][name]
      const end = ends[name] ?? null
      return {
        ...{ object: 'payment_page', status, livemode: mode === 'live', payee: PAYEE },
        ...{ title: titleOf(name), description: null },
        items: ITEMS.map(({ tax: _, ...shown }) => shown),
        ...{ addedIvaCentavos: 56_000, amountCentavos: AMOUNT, currency: 'MXN' },
        amountRefundedCentavos: name === 'refunded' ? AMOUNT : 0,
        expiresAt: end,
        checkoutEndsAt: end && new Date(Date.parse(end) - 30 * MINUTE_MS).toISOString(),
        ...{ payable, url, continue_url: continues ? url : null },
      }
    }

    /** The same, in the words of schema.org. */
    const inJsonLd = (data: any): object => ({
      ...{ '@context': SCHEMA, '@type': 'Invoice', name: data.title, url: data.url },
      ...(data.livemode ? {} : { disambiguatingDescription: 'Modo de prueba: ningún cobro es real.' }),
      provider: { '@type': 'Organization', name: data.payee },
      totalPaymentDue: { '@type': 'MonetaryAmount', currency: data.currency, value: data.amountCentavos / 100 },
      ...(PAYMENT_STATUS[data.status] && { paymentStatus: PAYMENT_STATUS[data.status] }),
      ...(data.checkoutEndsAt && { paymentDueDate: data.checkoutEndsAt }),
      ...(data.continue_url && {
        potentialAction: {
          '@type': 'PayAction',
          actionStatus: `${SCHEMA}/${data.status === 'processing' ? 'Active' : 'Potential'}ActionStatus`,
          target: data.continue_url,
        },
      }),
    })

    for (const mode of MODES) {
      it(`answers what the page shows, as JSON and as JSON-LD, in every state, in ${mode} mode`, async () => {
        for (const name of NAMES) {
          const link = links[mode][name]
          const [data, page] = [await dataOf(link), await pageOf(link)]
          expect([data.status, page.status], name).to.deep.equal([200, 200])
          expect(data.body, name).to.deep.equal(expectedData(mode, name))
          expect(jsonLdOf(page.text), name).to.deep.equal(inJsonLd(data.body))
          expect(page.text, name).to.include(titleOf(name)).and.include(PAYEE).and.include('$4,310.00')
          expect(page.text.includes('<form '), `${name} has a button`).to.equal(data.body.continue_url !== null)
          expect(page.text.includes('class="test"'), name).to.equal(mode === 'test')
          expect(data.text, name).to.not.match(/reserva|pay_|plink_|metadata/i)
        }
      })
    }

    it('changes nothing and asks no provider: it reads what the page reads, and sets no cookie', async () => {
      const before = await rowMarks(paylink)
      const readBy = async (work: () => Promise<Reply>): Promise<string[]> => {
        const sent = await statementsDuring(paylink, async () => {
          expect((await work()).headers.get('set-cookie')).to.equal(null)
        })
        // The log of requests is written meanwhile, in a transaction of its own.
        return sent.filter((sql) => !sql.includes('access_lines') && !/^(begin|savepoint|release|commit)\b/i.test(sql))
      }
      for (const name of NAMES) {
        const link = links.test[name]
        // With the token of an email, which a page notes as a click.
        const read = await readBy(() => ask(`${pathOf(link)}?m=0123456789abcdef`, JSON_TYPE))
        expect(read, name).to.deep.equal(await readBy(() => pageOf(link)))
        for (const sql of read) expect(sql).to.match(/^select\b/i)
      }
      expect(await rowMarks(paylink)).to.deep.equal(before)
      expect(calls).to.equal(0)
    })

    it('has the headers of the page', async () => {
      const [page, data] = [await pageOf(links.test.payable), await dataOf(links.test.payable)]
      const kept = ['cache-control', 'referrer-policy', 'x-robots-tag', 'x-frame-options', 'x-content-type-options']
      for (const name of [...kept, 'cross-origin-opener-policy', 'permissions-policy']) {
        expect(data.headers.get(name), name).to.equal(page.headers.get(name)).and.not.equal(null)
      }
      expect(data.headers.get('cache-control')).to.equal('no-store')
      expect(data.headers.get('content-security-policy')).to.equal("default-src 'none'; frame-ancestors 'none'")
      expect(data.headers.get('content-type')).to.equal('application/json; charset=utf-8')
    })

    it('is chosen by `Accept`', async () => {
      for (const [accept, kind] of ACCEPTED) {
        const headers = accept === null ? [] : [`Accept: ${accept}`]
        for (const method of ['GET', 'HEAD']) {
          const reply = await wire(paylink.url, [`${method} ${pathOf(links.test.payable)} HTTP/1.1`, ...headers])
          expect(reply.status).to.equal(200)
          const type = reply.headers.get('content-type')
          expect(type, `${method} ${accept}`).to.equal(`${kind === 'page' ? 'text/html' : JSON_TYPE}; charset=utf-8`)
          expect(reply.headers.get('vary'), accept ?? '').to.match(/(^|, )Accept(,|$)/)
          expect(reply.text === '', method).to.equal(method === 'HEAD')
        }
      }
    })

    it('answers a slug that is none with a problem', async () => {
      const slug = pathOf(links.test.payable)
      const none = ['/p/none', '/p/a%2Fb', "/p/'%20or%20''='", `/p/${'x'.repeat(3000)}`, `${slug}x`]
      for (const path of [...none, slug.slice(0, -1), '/p/', `${slug}/json`]) {
        const reply = await ask(path, JSON_TYPE)
        expectProblem(reply, 404, 'not_found')
        expect(reply.headers.get('vary'), path).to.include('Accept')
      }
      for (const path of ['/p/%E0%A4%A', '/p/%00']) expectProblem(await ask(path, JSON_TYPE), 400, 'validation_error')
      expectProblem(await ask('/p/none', 'application/json, text/html;q=0.5'), 404, 'not_found')
    })

    it('has what the merchant wrote as data alone', async () => {
      const odd = ['</script><script>alert(1)</script>', '<!--<script>', 'a\u2028b\u2029c', '"},"url":"https://x']
      for (const text of [...odd, PAYLOADS.join('').slice(0, 120)]) {
        const items = [{ name: text, quantity: 1, unitPriceCentavos: 15_000 }]
        const link = await paylink.createLink({ title: text, description: text, items })
        await paylink.changeAccount({ name: text })
        const { body } = await dataOf(link)
        expect(body).to.include({ title: text, description: text, payee: text, url: link.url })
        expect(body.items[0].name).to.equal(text)
        const { text: html } = await pageOf(link)
        expect(html.match(/<script/gi)).to.have.length(1)
        expect(html).to.not.match(/[\u2028\u2029](?=[^<]*<\/script)/)
        expect(jsonLdOf(html)).to.deep.equal(inJsonLd(body))
      }
      await paylink.changeAccount({ name: PAYEE })
    })
  })
}

/** The data block of a page: its only script element. */
function jsonLdOf(html: string): any {
  const blocks = [...html.matchAll(/<script([^>]*)>(.*?)<\/script>/gs)]
  expect(blocks.map(([, attributes]) => attributes)).to.deep.equal([' type="application/ld+json"'])
  return JSON.parse(blocks[0]?.[2] ?? '')
}
