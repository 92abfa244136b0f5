import { expect } from 'chai'
import { UnitOfWork } from '@paylink/core/database/unit-of-work'
import { roleMay } from '@paylink/core/dashboard/access'
import { TestAppliance } from '../support/appliance.js'
import { dashboardRoutes, ShopPerson } from '../support/dashboard.js'
import { ENGINES } from '../support/engines.js'
import { InvoiceShop } from '../support/invoice-shop.js'
import { DAY, inMs } from '../support/links.js'
import { statementsDuring } from '../support/statements.js'

/** Of a page with styles and scripts, as sent to a browser that has nothing yet. */
const MAX_BYTES = 60 * 1024
/** More than a page of a list shows. */
const ROWS = 26

for (const engine of ENGINES) {
  describe(`every page of the dashboard, on ${engine}`, () => {
    let paylink: TestAppliance
    let owner: ShopPerson
    let paths: string[]

    before(async () => {
      paylink = await TestAppliance.start(engine)
      owner = await ShopPerson.signIn(paylink)
      const link = await paylink.createLink({ customerName: 'Ana' })
      const paid = await paylink.createLink()
      const { body } = await paylink.post(`/v1/payment_links/${paid.id}/mark_paid`, { note: 'En efectivo' })
      paths = (await dashboardRoutes(paylink))
        .filter(({ method, permission }) => method === 'get' && roleMay('owner', permission))
        .map(({ path }) => {
          const id = path.startsWith('/payments/') ? body.paidPaymentId : link.id
          const about = path.replace(':id', id).replace(':paymentId', body.paidPaymentId)
          return `/dashboard/test${about === '/' ? '' : about}`
        })
    })
    after(() => paylink.stop())

    it('sends no statement that counts rows or skips some', async () => {
      for (const path of paths) {
        const queries = ['', '?q=ana&status=active', '?status=paid', '?q=1,150.00&from=2026-01-01']
        for (const query of queries) {
          const sent = await statementsDuring(paylink, () => owner.get(path + query))
          expect(sent.length, path).to.be.above(0)
          for (const sql of sent) {
            expect(sql, path).to.not.match(/\bcount\s*\(/i)
            expect(sql, path).to.not.match(/\boffset\b/i)
          }
        }
      }
    })

    it('shows what another process changed from the next page on, without a statement to ask for it', async () => {
      const { container, account } = paylink
      await owner.get('/dashboard/test/payments')
      await container.get(UnitOfWork).run(async (tx) => {
        await tx('accounts').where({ id: account.id }).update({ name: 'Panadería Nueva' })
        await tx('generation').increment('value', 1)
      })
      let text = ''
      const sent = await statementsDuring(paylink, async () => {
        text = (await owner.get('/dashboard/test/payments')).text
      })
      expect(text).to.include('Panadería Nueva')
      expect(sent.filter((sql) => /^select value from generation/.test(sql))).to.deep.equal([])
    })

    it('loads everything from this server, within 60 kB, with a policy that allows no inline script or style', async () => {
      for (const path of paths) {
        const reply = await owner.get(path)
        const type = reply.headers.get('content-type') ?? ''
        if (!type.startsWith('text/html') || path.endsWith('/preview')) continue
        const policy = reply.headers.get('content-security-policy') ?? ''
        expect(policy, path).to.include("script-src 'self'").and.include("connect-src 'self'")
        expect(policy, path).to.not.match(/unsafe|https?:|\*/)
        expect(reply.headers.get('cache-control'), path).to.equal('no-store')
        expect(reply.headers.get('referrer-policy'), path).to.equal('same-origin')
        expect(reply.html, path).to.not.match(/ style=|<style|<script(?![^>]* src=)| on[a-z]+=| hx-on|"js:/)
        expect(await weightOf(paylink.url, reply.html), path).to.be.below(MAX_BYTES)
      }
    })

    it('says its mode in title and band, and never links from one mode to a thing of the other', async () => {
      for (const path of paths) {
        const { html, headers } = await owner.get(path)
        const isPage = headers.get('content-type')?.startsWith('text/html') === true
        // The first run and the question who one is come before a mode.
        if (!isPage || /\/preview$|\/setup\/|\/confirm$/.test(path)) continue
        expect(html, path).to.match(/<title>\[Prueba\]/)
        expect(html, path).to.include('Modo de prueba')
        for (const [, address = ''] of html.matchAll(/(?:action|href)="(\/dashboard\/(?!test|assets)[^"]*)"/g)) {
          expect(address, `${path} links to ${address}`).to.match(
            /^\/dashboard\/(links|payments|review|invoices|accountant|search|more|settings\/\w+)?$/,
          )
        }
      }
    })
  })
}

/** What a page weighs does not depend on the engine. */
describe('every page of the dashboard, full', () => {
  let shop: InvoiceShop
  before(async () => {
    shop = await InvoiceShop.open(ENGINES[0] ?? 'sqlite')
  })
  after(() => shop.close())

  it('weighs at most 60 kB with styles and scripts: lists, 90 days of three providers, a long story', async () => {
    const { paylink } = shop
    const owner = await ShopPerson.signIn(paylink)
    const customerName = 'María Guadalupe Hernández de la Garza'
    for (let count = 0; count < ROWS; count++) {
      const { paymentId } = await shop.paid({ title: `Mesa de postres para bautizo, ${count}`, customerName })
      await shop.request(paymentId, count % 2 === 0 ? { zip: '06700' } : {})
    }
    await shop.settle()
    await fillDays(paylink)
    const since = paylink.clock.now().toISOString()
    await paylink.writer('payments').update({ review_reason: 'mismatch', review_since: since })
    const expiresAt = inMs(paylink, DAY)
    for (let count = 0; count < ROWS; count++) {
      await paylink.createLink({ title: `Rosca de Reyes grande, apartado ${count}`, customerName, expiresAt })
    }
    const long = await paylink.createLink({ title: 'Pastel de bodas', customerName })
    for (let times = 0; times < 10; times++) {
      const address = await paylink.openCheckout(long)
      await paylink.pay(address, 'decline')
    }
    const lists = ['/links', '/payments', '/review', '/invoices', '/invoices?q=mesa', '/search?q=guadalupe+mesa']
    for (const path of ['', '?days=90', ...lists, '/search?q=xenon', `/links/${long.id}`]) {
      const { status, html } = await owner.get(`/dashboard/test${path}`)
      expect(status, path).to.equal(200)
      expect(await weightOf(paylink.url, html), path).to.be.below(MAX_BYTES)
    }
    const { html } = await owner.get('/dashboard/test/review')
    expect(html).to.contain('Los 25 que llevan más tiempo.')
    expect(html.match(/href="[^"]*\/review\/pay_/g)).to.have.lengthOf(25)
  })
})

/** As if every provider had brought in money on each of 90 days. */
async function fillDays(paylink: TestAppliance): Promise<void> {
  const [made] = await paylink.db('day_sums').where({ provider: 'manual' })
  const days = Array.from({ length: 90 }, (_, days) => inMs(paylink, -days * DAY).slice(0, 10))
  const rows = ['provider_a', 'provider_b', 'manual'].flatMap((provider) =>
    days.map((day, at) => ({ ...made, provider, day, received_centavos: 123_456 + at * 7_919 })),
  )
  await paylink.writer('day_sums').del()
  for (let at = 0; at < rows.length; at += 50) await paylink.writer('day_sums').insert(rows.slice(at, at + 50))
}

/** A page with its styles and scripts. */
async function weightOf(url: string, html: string): Promise<number> {
  const files = [...html.matchAll(/(?:src|href)="([^"]*\/assets\/[^"]+)"/g)].map(([, address = '']) => address)
  let bytes = Buffer.byteLength(html)
  for (const file of new Set(files)) bytes += await sizeOf(url, file)
  return bytes
}

/** Compressed, as browsers ask for it. */
async function sizeOf(url: string, path: string): Promise<number> {
  const { hostname, port } = new URL(url)
  const { request } = await import('node:http')
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, headers: { 'Accept-Encoding': 'gzip' } }, (reply) => {
      let bytes = 0
      reply.on('data', (chunk: Buffer) => (bytes += chunk.length))
      reply.on('end', () => resolve(bytes))
    })
    sent.on('error', reject)
    sent.end()
  })
}
