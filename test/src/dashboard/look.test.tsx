import { expect } from 'chai'
import { assetPath, findAsset } from '@paylink/core/dashboard/assets/assets'
import { contrastsBelow } from '../browser/contrasts.js'
import { axeFindings } from '../browser/layout.js'
import { Visitor } from '../support/browser.js'
import { GalleryServer } from './gallery-server.js'

const server = new GalleryServer()
before(() => server.start())
after(() => server.stop())

describe('the parts of the dashboard', () => {
  for (const width of [320, 390, 1440])
    for (const isDark of [false, true])
      for (const lang of ['es-MX', 'en'] as const) {
        const name = `${width}-${lang}${isDark ? '-dark' : ''}`
        it(`fit ${name}, can be read, and leave axe nothing to find`, async () => {
          const visitor = await Visitor.arrive({ width, isDark, locale: lang, scripts: true })
          await visitor.page.goto(`${server.url}/gallery?lang=${lang}${isDark ? '&test' : ''}`)
          await visitor.picture(`gallery-${name}`)
          expect(await visitor.overhang()).to.equal(0)
          expect(await contrastsBelow(visitor, 4.5)).to.deep.equal([])
          expect(await axeFindings(visitor)).to.deep.equal([])
          expect(visitor.complaints).to.deep.equal([])
          expect(visitor.origins()).to.deep.equal([server.url])
          await visitor.leave()
        })
      }
})

describe('the frame of the dashboard', () => {
  const open = async (query: string, width = 1280) => {
    const visitor = await Visitor.arrive({ width })
    await visitor.page.goto(`${server.url}/gallery?${query}`)
    return visitor
  }
  const entries = (visitor: Visitor, nav: string) => visitor.page.locator(`${nav} a`).allInnerTexts()

  const SIDE = {
    owner: ['Inicio', 'Enlaces', 'Pagos', 'Por revisar\n9+', 'Facturas'],
    admin: ['Inicio', 'Enlaces', 'Pagos', 'Por revisar\n9+', 'Facturas'],
    viewer: ['Inicio', 'Enlaces', 'Pagos', 'Por revisar\n9+', 'Facturas'],
    cashier: ['Tus enlaces', 'Cobrar', 'Tú'],
  }
  const BOTTOM = {
    owner: ['Inicio', 'Enlaces', 'Cobrar', 'Pagos', 'Más'],
    admin: ['Inicio', 'Enlaces', 'Cobrar', 'Pagos', 'Más'],
    viewer: ['Inicio', 'Enlaces', 'Pagos', 'Más'],
    cashier: ['Tus enlaces', 'Cobrar', 'Tú'],
  }
  for (const role of ['owner', 'admin', 'viewer', 'cashier'] as const) {
    it(`offers a ${role} what they may open, and only what is served`, async () => {
      const desk = await open(`role=${role}`)
      expect(await entries(desk, '.side nav')).to.deep.equal(SIDE[role])
      await desk.leave()
      const phone = await open(`role=${role}`, 390)
      const shown = (await entries(phone, '.bottombar')).map((text) => text.replace(/\n?\. .*/, '').trim())
      expect(shown).to.deep.equal(BOTTOM[role])
      await phone.leave()
    })
  }

  it('shows the list of settings inside them, in groups, by rights', async () => {
    const owner = await open('section=settings')
    const text = await owner.page.locator('.side nav').innerText()
    expect(text).to.match(/Ajustes[^]*Tu negocio[^]*Marca y datos[^]*Desarrollo[^]*Seguridad[^]*Tu acceso/)
    await owner.leave()
    const viewer = await open('section=settings&role=viewer')
    expect((await entries(viewer, '.side nav')).slice(1)).to.deep.equal(['Tu acceso', 'Bitácora'])
    await viewer.leave()
  })

  it('tells the modes apart by word, colour, title and shape', async () => {
    const live = await open('')
    expect(await live.page.title()).to.equal('Piezas · Panadería La Esperanza')
    expect(await live.page.locator('.strip').isVisible()).to.equal(true)
    expect(await live.page.locator('.side .modes a').getAttribute('href')).to.equal('/dashboard/test/links')
    await live.leave()
    for (const [lang, start, band] of [
      ['es-MX', '[Prueba]', 'Modo de prueba. Ningún cobro es real. Pasar a cobros reales'],
      ['en', '[Test]', 'Test mode. No charge is real. Go live'],
    ] as const) {
      const test = await open(`test&lang=${lang}`)
      expect(await test.page.title()).to.satisfy((title: string) => title.startsWith(start))
      expect((await test.page.locator('.band').innerText()).replace(/\s+/g, ' ')).to.equal(band)
      expect(await test.page.locator('.band a').getAttribute('href')).to.equal('/dashboard/links')
      await test.leave()
    }
    const early = await open('test&cannot')
    expect(await early.page.locator('.band a').getAttribute('href')).to.equal('/dashboard/test#go-live')
    await early.leave()
  })

  it('warns on plain http, except on this machine', async () => {
    for (const [base, isWarned] of [
      ['http://localhost:3000', false],
      ['https://pagos.example', false],
      ['http://192.168.1.20:3000', true],
    ] as const) {
      const visitor = await open(`base=${base}`)
      expect((await visitor.text()).includes('Esta dirección no está cifrada')).to.equal(isWarned)
      await visitor.leave()
    }
  })

  it('leads past the navigation by the first Tab', async () => {
    const visitor = await Visitor.arrive()
    await visitor.page.goto(`${server.url}/pending`)
    await visitor.page.keyboard.press('Tab')
    await visitor.page.getByRole('link', { name: 'Ir al contenido' }).and(visitor.page.locator(':focus')).waitFor()
    await visitor.leave()
  })

  it('has a door for those who are not signed in', async () => {
    const visitor = await Visitor.arrive({ width: 1440, scripts: true })
    await visitor.page.goto(`${server.url}/door`)
    await visitor.picture('door-1440')
    expect(await axeFindings(visitor)).to.deep.equal([])
    await visitor.page.getByRole('link', { name: 'English' }).click()
    expect(await visitor.page.locator('html').getAttribute('lang')).to.equal('en')
    await visitor.leave()
  })
})

describe('the files of the dashboard', () => {
  const NAMES = ['dashboard.css', 'dashboard.js', 'htmx.js'] as const

  it('have addresses of their content, may be kept for good, and arrive compressed', async () => {
    for (const name of NAMES) {
      const answer = await fetch(server.url + assetPath(name), { headers: { 'Accept-Encoding': 'gzip' } })
      expect(answer.headers.get('cache-control')).to.equal('public, max-age=31536000, immutable')
      expect(answer.headers.get('content-encoding')).to.equal('gzip')
      const plain = await fetch(server.url + assetPath(name), { headers: { 'Accept-Encoding': 'identity' } })
      expect(plain.headers.get('content-encoding')).to.equal(null)
      expect(await answer.text()).to.equal(await plain.text())
    }
  })

  it('are given to a page of another version, but not to keep', async () => {
    const answer = await fetch(`${server.url}/dashboard/assets/0123456789abcdef/dashboard.css`)
    expect([answer.status, answer.headers.get('cache-control')]).to.deep.equal([200, 'no-cache'])
  })

  it('weigh little: with the frame of a page at most 40 kB of its 60', async () => {
    const frame = await (await fetch(`${server.url}/pending`)).text()
    const sizes = NAMES.map((name) => findAsset(name)?.gzipped.length ?? Infinity)
    expect(sizes.reduce((sum, size) => sum + size, frame.length)).to.be.below(40_000)
  })
})
