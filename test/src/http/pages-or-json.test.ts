import { expect } from 'chai'
import { inflateSync } from 'node:zlib'
import { Accounts } from '@paylink/core/accounts/accounts.repository'
import { ChangeAccount } from '@paylink/core/accounts/change-account'
import { actForAccount, OPERATOR } from '@paylink/core/kernel/principal'
import { pictureSize } from '@paylink/core/web/picture/picture-size'
import { MINUTE_MS } from '@paylink/core/kernel/clock'
import { type Reply, TestAppliance } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'
import { readPdf } from '../support/pdf-reader.js'
import { JPEG_LOGO, pngLogo } from '../support/pictures.js'
import { expectProblem } from '../support/problems.js'

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
/** `Accept` of programs: `curl`, `fetch`, axios, and one that asks for problems. */
const PROGRAMS = ['*/*', 'application/json', 'application/json, text/plain, */*', 'application/problem+json']

const TITLES = { es: 'Esta página no existe', en: 'This page doesn’t exist' }

for (const engine of ENGINES) {
  describe(`pages for browsers and JSON for programs on ${engine}`, () => {
    let paylink: TestAppliance
    before(async () => {
      paylink = await TestAppliance.start(engine)
    })
    after(() => paylink.stop())

    const get = (path: string, accept: string, language = 'es'): Promise<Reply> =>
      paylink.get(path, { key: null, headers: { Accept: accept, 'Accept-Language': language } })

    /** Under a strict policy, in one language, and different for different `Accept`. */
    function expectPage(reply: Reply, status: number, text: string): void {
      expect([reply.status, reply.headers.get('content-type')]).to.deep.equal([status, 'text/html; charset=utf-8'])
      expect(reply.text).to.include(text)
      expect(reply.headers.get('content-security-policy')).to.include("default-src 'none'")
      expect(reply.headers.get('x-content-type-options')).to.equal('nosniff')
      expect(reply.headers.get('referrer-policy')).to.equal('no-referrer')
      expect(reply.headers.get('vary'))
        .to.include('Accept-Language')
        .and.to.match(/\bAccept(,|$)/)
    }

    it('answer an unknown address with a page in the language of the browser, and a problem to programs', async () => {
      for (const path of ['/nowhere', '/files/x', '/dashboards']) {
        for (const [language, title] of Object.entries(TITLES))
          expectPage(await get(path, BROWSER, language), 404, title)
        for (const accept of PROGRAMS) {
          const reply = await get(path, accept)
          expectProblem(reply, 404, 'not_found')
          expect(reply.headers.get('vary')).to.equal('Accept')
        }
      }
    })

    it('answer other errors outside the API in the same way', async () => {
      expectPage(await get('/nowhere%', BROWSER), 400, 'No pudimos leer los datos enviados')
      expectProblem(await get('/nowhere%', 'application/json'), 400, 'validation_error')
    })

    it('answer errors of the API and of notification endpoints with JSON, whatever is accepted', async () => {
      expectProblem(await get('/v1/payment_links', BROWSER), 401, 'unauthorized')
      const known = await paylink.get('/v1/nowhere', { headers: { Accept: BROWSER } })
      expectProblem(known, 404, 'not_found')
      const notice = await paylink.post('/hooks/provider_a/con_x', {}, { key: null, headers: { Accept: BROWSER } })
      expect(notice.headers.get('content-type')).to.include('json')
    })

    it('introduce the service at its root address', async () => {
      expectPage(await get('/', BROWSER), 200, 'Enlaces de pago')
      const page = await get('/', BROWSER, 'en')
      expectPage(page, 200, 'Payment links')
      for (const href of ['docs', 'problems', 'openapi.json']) {
        expect(page.text).to.include(`href="${href}"`)
        expect((await get(`/${href}`, BROWSER)).status).to.equal(200)
      }
      expectPage(await get('/?lang=es', BROWSER, 'en'), 200, 'Enlaces de pago')
      expectProblem(await get('/', 'application/json'), 404, 'not_found')
    })

    it('serve an icon where browsers look for one', async () => {
      const icon = await get('/favicon.ico', 'image/*')
      expect([icon.status, icon.headers.get('content-type')]).to.deep.equal([200, 'image/png'])
      expect(pictureSize(icon.body as Buffer)).to.deep.equal({ width: 64, height: 64 })
    })

    it('answer an unknown link with the payer’s page, or a problem for JSON', async () => {
      for (const path of ['/p/x', '/p/x/zzz', '/p/x/return', '/p/x/invoice', '/p/x/receipt.pdf']) {
        expectPage(await get(path, BROWSER), 404, 'No encontramos este enlace')
        expectProblem(await get(path, 'application/json'), 404, 'not_found')
      }
      expectPage(await get('/p/x', '*/*'), 404, 'No encontramos este enlace')
    })

    it('preview a shared link with title, amount and a picture', async () => {
      const { url } = await paylink.createLink({ title: 'Ramo "grande" & más' })
      const { text } = await get(new URL(url).pathname, BROWSER)
      const property = (name: string) => new RegExp(`<meta property="og:${name}" content="([^"]*)"`).exec(text)?.[1]
      expect(property('title')).to.match(/^Ramo &quot;grande&quot; &amp; más · \$[\d,.]+ MXN$/)
      expect(property('description')).to.include('Modo de prueba').and.include(paylink.account.name)
      expect([property('url'), property('image')]).to.deep.equal([url, `${url}/picture.png`])
      expect(text).to.match(/<meta name="theme-color" content="#[0-9a-f]{6}"/)
      expect(text).to.include('<link rel="icon" href="data:image/svg+xml,')
      const picture = await get(`${new URL(url).pathname}/picture.png`, 'image/*')
      expect([picture.status, picture.headers.get('content-type')]).to.deep.equal([200, 'image/png'])
      expect(picture.headers.get('cache-control')).to.equal('public, max-age=3600')
      const png = picture.body as Buffer
      expect(pictureSize(png)).to.deep.equal({ width: 1200, height: 630 })
      expect(png.length).to.be.within(1000, 60_000)
      expect(coloursIn(png)).to.be.above(8)
      expectProblem(await get('/p/x/picture.png', 'image/*'), 404, 'not_found')
    })

    it('show the merchant’s logo where it is large enough, else initials', async () => {
      const link = await paylink.createLink()
      const [account] = await paylink.container.get(Accounts).list()
      const shown = async (logo: Buffer) => {
        await paylink.container.get(ChangeAccount).run(actForAccount(OPERATOR, account!.id), { logo })
        return (await get(`/p/${slugOf(link)}/picture.png`, 'image/*')).body as Buffer
      }
      expect(pictureSize(await shown(pngLogo(320, 100)))).to.deep.equal({ width: 320, height: 100 })
      expect(pictureSize(await shown(pngLogo(120, 40)))).to.deep.equal({ width: 1200, height: 630 })
      expect(pictureSize(await shown(JPEG_LOGO))).to.deep.equal({ width: 1200, height: 630 })
      expect(pictureSize(JPEG_LOGO)).to.deep.equal({ width: 8, height: 8 })
    })

    it('serve the receipt of a paid link by its URL, at most ten times a minute', async () => {
      const link = await paylink.createLink({ customerName: 'Ana Secreta', customerEmail: 'ana@example.com' })
      const receipt = (accept = BROWSER, query = '') => get(`/p/${slugOf(link)}/receipt.pdf${query}`, accept)
      expectPage(await receipt(), 404, 'No encontramos este enlace')
      await paylink.post(`/v1/payment_links/${link.id}/mark_paid`, { note: 'en la tienda' })
      const reply = await receipt()
      expect([reply.status, reply.headers.get('content-type')]).to.deep.equal([200, 'application/pdf'])
      expect(reply.headers.get('content-disposition')).to.match(/^attachment; filename="recibo-[a-z0-9-]+\.pdf"$/)
      expect(reply.headers.get('cache-control')).to.equal('no-store')
      const { text } = await readPdf(reply.body as Buffer)
      expect(text).to.include('PAGADO').and.include('Taza de barro')
      expect(text.join(' ')).to.not.include('Secreta').and.not.include('ana@').and.not.include('en la tienda')
      expect((await readPdf((await receipt(BROWSER, '?lang=en')).body as Buffer)).text).to.include('PAID')
      for (let i = 0; i < 8; i++) expect((await receipt()).status).to.equal(200)
      const refused = await receipt()
      expectPage(refused, 429, 'Demasiados intentos')
      expect(Number(refused.headers.get('retry-after'))).to.be.within(1, 60)
      expectProblem(await receipt('application/json'), 429, 'rate_limited')
      paylink.clock.advance(MINUTE_MS)
      expect((await receipt()).status).to.equal(200)
    })
  })
}

const slugOf = ({ url }: { url: string }): string => url.slice(url.lastIndexOf('/') + 1)

/** How many shades a generated picture has. */
function coloursIn(png: Buffer): number {
  const start = png.indexOf('IDAT')
  return new Set(inflateSync(png.subarray(start + 4, start + 4 + png.readUInt32BE(start - 4)))).size
}
