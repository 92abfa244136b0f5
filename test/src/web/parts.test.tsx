import { expect } from 'chai'
import express from 'express'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sendPage } from '@paylink/core/web/answer'
import { CONFIRM_STYLES, ConfirmStep } from '@paylink/core/web/confirm-step'
import { COPY_SCRIPT, COPY_STYLES, Copyable } from '@paylink/core/web/copyable'
import { type Column, DataTable, TABLE_STYLES } from '@paylink/core/web/data-table'
import { renderPage } from '@paylink/core/web/layout'
import { Notice, NOTICE_STYLES, type NoticeTone } from '@paylink/core/web/notice'
import { Pager, PAGER_STYLES } from '@paylink/core/web/pager'
import { contrastsBelow } from '../browser/contrasts.js'
import { Visitor } from '../support/browser.js'

interface Link {
  title: string
  amount: string
  state: string
  time: string
}

const LINKS: Link[] = [
  { title: 'Anticipo pastel de boda, 12 de diciembre', amount: '$4,350.00 MXN', state: 'Activo', time: 'mañana' },
  { title: 'Galletas', amount: '$1,800.00 MXN', state: 'Pagado', time: '18 nov' },
]
const COLUMNS: Column<Link>[] = [
  { head: 'Enlace', place: 'title', cell: ({ title }) => title },
  { head: 'Estado', place: 'status', cell: ({ state }) => state },
  { head: 'Creado', place: 'time', cell: ({ time }) => time },
  { head: 'Monto', place: 'amount', cell: ({ amount }) => amount },
]
const TONES: NoticeTone[] = ['plain', 'good', 'waiting', 'attention', 'wrong']

const body = (
  <main class="card">
    {TONES.map((tone) => (
      <Notice tone={tone}>
        <p>
          <b>Tu enlace está listo.</b> Ya se puede pagar.
        </p>
      </Notice>
    ))}
    <DataTable caption="Enlaces" columns={COLUMNS} rows={LINKS} href={({ title }) => `/links/${title.length}`} />
    <Pager locale="es-MX" newer={null} older="/links?after=2" range="20 nov – 18 nov" />
    <Copyable text="whsec_UGF5TGluayBndWlkZTogYSBzZWNyZXQ" />
    <ConfirmStep
      question="¿Desactivar “Galletas”?"
      action="/off"
      csrfToken="t"
      keep={{ href: '/', label: 'Dejarlo activo' }}
      confirm="Desactivar enlace"
    >
      Nadie podrá pagarlo. No se devuelve nada.
    </ConfirmStep>
  </main>
)
const STYLES = [NOTICE_STYLES, TABLE_STYLES, PAGER_STYLES, COPY_STYLES, CONFIRM_STYLES]

describe('the parts of a page in a browser', () => {
  let server: Server
  let url: string

  before(async () => {
    const app = express()
    app.get('/', (_request, response) => {
      const page = renderPage({ locale: 'es-MX', title: 'Piezas', body, styles: STYLES })
      sendPage(response, 200, { ...page, html: page.html.replace('</body>', '<script src="copy.js"></script></body>') })
    })
    app.get('/copy.js', (_request, response) => void response.type('js').send(COPY_SCRIPT))
    await new Promise<void>((resolve) => (server = app.listen(0, '127.0.0.1', () => resolve())))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  })
  after(() => server?.close())

  for (const [width, isDark] of [
    [390, false],
    [390, true],
    [1280, false],
    [1280, true],
  ] as const) {
    it(`fit ${width} px and can be read, ${isDark ? 'dark' : 'light'}`, async () => {
      const visitor = await Visitor.arrive({ width, isDark, scripts: true, bypassCSP: true })
      await visitor.page.goto(url)
      expect(await visitor.overhang()).to.equal(0)
      expect(await contrastsBelow(visitor, 4.5)).to.deep.equal([])
      const small = await visitor.page.locator('.button, .copy').evaluateAll(SMALL)
      expect(small).to.deep.equal([])
      await visitor.picture(`kit-${width}${isDark ? '-dark' : ''}`)
      await visitor.leave()
    })
  }

  it('show a table on a wide page, and a list of its rows on a phone', async () => {
    const tops = async (width: number) => {
      const visitor = await Visitor.arrive({ width })
      await visitor.page.goto(url)
      const places = ['title', 'status', 'time', 'amount']
      const boxes = await Promise.all(
        places.map((place) => visitor.page.locator(`tbody tr:first-child .${place}`).boundingBox()),
      )
      const heads = await visitor.page.locator('th.title').boundingBox()
      await visitor.leave()
      return { title: boxes[0]!, state: boxes[1]!, time: boxes[2]!, amount: boxes[3]!, heads }
    }
    const wide = await tops(1280)
    expect(new Set([wide.title.y, wide.state.y, wide.time.y, wide.amount.y]).size).to.equal(1)
    const phone = await tops(390)
    expect(phone.amount.y).to.equal(phone.title.y)
    expect(phone.state.y).to.be.above(phone.title.y + phone.title.height - 1)
    expect(phone.time.y).to.be.closeTo(phone.state.y, 6)
  })

  it('lead to the page of a row by a press anywhere on it', async () => {
    const visitor = await Visitor.arrive({ width: 1280 })
    await visitor.page.goto(url)
    await visitor.page.locator('tbody tr:nth-child(2) .amount').click({ force: true })
    await visitor.page.waitForURL(`${url}links/8`)
    await visitor.leave()
  })

  it('copy a secret with one click, and select it as a whole without scripts', async () => {
    const visitor = await Visitor.arrive({ scripts: true, bypassCSP: true })
    const { page } = visitor
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: new URL(url).origin })
    await page.goto(url)
    await visitor.press('Copiar')
    await page.getByRole('button', { name: 'Copiado' }).waitFor()
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).to.equal(
      'whsec_UGF5TGluayBndWlkZTogYSBzZWNyZXQ',
    )
    await visitor.leave()

    const plain = await Visitor.arrive()
    await plain.page.goto(url)
    expect(await plain.page.getByRole('button', { name: 'Copiar' }).count()).to.equal(0)
    await plain.leave()
  })
})

const SMALL = (elements: any[]): string[] =>
  elements.filter((one) => one.getBoundingClientRect().height < 44).map((one) => one.textContent)
