import { expect } from 'chai'
import { Visitor } from '../support/browser.js'
import { GalleryServer } from './gallery-server.js'

describe('the dashboard’s script', () => {
  const server = new GalleryServer()
  before(() => server.start())
  after(() => server.stop())

  let visitor: Visitor
  beforeEach(async () => {
    server.posted = []
    visitor = await Visitor.arrive({ width: 1280, scripts: true })
    await visitor.page.clock.install()
    await visitor.page.goto(`${server.url}/gallery`)
  })
  afterEach(async () => {
    expect(visitor.complaints.filter((line) => !/^Failed to load resource|^htmx:/.test(line))).to.deep.equal([])
    await visitor.leave()
  })

  it('copies, says so for two seconds, and announces it', async () => {
    const { page } = visitor
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: server.url })
    const button = page.locator('button[data-copy="copied text"]')
    await button.click()
    await page.locator('#messages', { hasText: 'Copiado' }).waitFor()
    expect(await button.innerText()).to.equal('Copiado')
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).to.equal('copied text')
    await page.clock.runFor(2100)
    expect(await button.innerText()).to.equal('Copiar')
    await page.clock.runFor(8000)
    expect(await page.locator('.message').count()).to.equal(0)
  })

  const AMOUNTS = [
    ['1150', '1,150.00'],
    ['$1 150', '1,150.00'],
    ['1,150.5', '1,150.50'],
    ['0012345678', '12,345,678.00'],
    ['1,15', '1,15'],
    ['doce', 'doce'],
    ['1.234', '1.234'],
  ] as const
  for (const [typed, shown] of AMOUNTS) {
    it(`leaves an amount typed as ${typed} as ${shown}`, async () => {
      const field = visitor.page.locator('#price')
      await field.fill(typed)
      await field.blur()
      expect(await field.inputValue()).to.equal(shown)
    })
  }

  it('says what a pressed button does, and takes no second press', async () => {
    const { page } = visitor
    const release = server.holdForms()
    const button = page.locator('main button.first[type=submit]')
    await button.click()
    await page.locator('[aria-busy=true]', { hasText: 'Creando enlace…' }).waitFor()
    await button.click()
    release()
    await page.waitForURL(`${server.url}/gallery?saved`)
    expect(server.posted).to.have.length(1)
  })

  it('tells that it takes long, and after 30 s that the outcome is unknown', async () => {
    const { page } = visitor
    const release = server.holdForms()
    await page.locator('main button.first[type=submit]').click()
    await page.locator('[aria-busy=true]').waitFor()
    await page.clock.runFor(11_000)
    await page.getByText('Está tardando. Si recargas no se duplica.').waitFor()
    await page.clock.runFor(20_000)
    await page.getByText('No supimos si se hizo. Míralo en Enlaces; intentar otra vez no lo duplica.').waitFor()
    expect(await page.locator('[aria-busy=true]').count()).to.equal(0)
    release()
  })

  it('puts the focus on the faults of a refused form, and keeps what was typed', async () => {
    const { page } = visitor
    await page.locator('#title').fill('')
    await page.locator('main button.first[type=submit]').click()
    await page.locator('#faults:focus').waitFor()
    expect(await page.locator('#email').inputValue()).to.equal('ana@')
  })

  it('keeps the form where our side fails', async () => {
    const { page } = visitor
    await page.locator('#title').fill('boom')
    await page.locator('main button.first[type=submit]').click()
    await page.getByText('Algo falló de nuestro lado.').waitFor()
    expect(await page.locator('#title').inputValue()).to.equal('boom')
    expect(await page.locator('[aria-busy=true]').count()).to.equal(0)
  })

  it('sends nothing without a connection, and says so', async () => {
    const { page } = visitor
    await page.context().setOffline(true)
    await page.locator('main button.first[type=submit]').click()
    await page.getByText('Sin conexión. No se guardó nada; lo que escribiste sigue aquí.').waitFor()
    expect(server.posted).to.deep.equal([])
    await page.context().setOffline(false)
  })

  it('submits filters at each change, with the address kept', async () => {
    const { page } = visitor
    await page.locator('#filter-by').selectOption({ index: 0 })
    await page.waitForURL(/gallery\?.*q=conchas/)
    await page.goBack()
    await page.waitForURL(`${server.url}/gallery`)
  })

  it('turns pages and puts the focus on the caption', async () => {
    const { page } = visitor
    await page.getByRole('link', { name: 'Más antiguos' }).click()
    await page.waitForURL(`${server.url}/gallery?older`)
    await page.locator('caption:focus').waitFor()
  })

  it('closes a menu by Esc, with the focus back, and by a press elsewhere', async () => {
    const { page } = visitor
    await page.locator('main .menu summary').click()
    await page.locator('main .menu[open]').waitFor()
    await page.keyboard.press('Escape')
    await page.locator('main .menu summary:focus').waitFor()
    expect(await page.locator('.menu[open]').count()).to.equal(0)
    await page.locator('main .menu summary').click()
    await page.locator('h1').click()
    expect(await page.locator('.menu[open]').count()).to.equal(0)
  })

  it('asks in a dialog whose safe way out has the focus', async () => {
    const { page } = visitor
    await page.getByRole('link', { name: 'Revocar' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('link', { name: 'Dejarlo activo' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Revocar' }).and(page.locator(':focus')).waitFor()
    await page.getByRole('link', { name: 'Revocar' }).click()
    await dialog.getByRole('button', { name: 'Desactivar enlace' }).click()
    await page.waitForURL(`${server.url}/gallery?disabled`)
    expect(server.posted).to.deep.equal([{ csrf: 't' }])
  })

  it('reads a pending page again every 10 s, and offers a button after 10 minutes', async () => {
    const { page } = visitor
    await page.goto(`${server.url}/pending`)
    const refresh = page.getByRole('link', { name: 'Actualizar' })
    expect(await refresh.isVisible()).to.equal(false)
    expect(await page.locator('#reads').innerText()).to.equal('1')
    await page.clock.runFor(10_500)
    await page.locator('#reads', { hasText: '2' }).waitFor()
    for (let minute = 0; minute < 11; minute++) await page.clock.runFor(60_000)
    await refresh.waitFor()
    const reads = await page.locator('#reads').innerText()
    await page.clock.runFor(60_000)
    expect(await page.locator('#reads').innerText()).to.equal(reads)
  })
})

describe('the dashboard’s parts without a script', () => {
  const server = new GalleryServer()
  before(() => server.start())
  after(() => server.stop())

  it('send their forms, filter, lead on and ask', async () => {
    const visitor = await Visitor.arrive({ width: 1280 })
    const { page } = visitor
    await page.goto(`${server.url}/gallery`)
    expect(await page.locator('button[data-copy]').first().isVisible()).to.equal(false)
    await visitor.press('Filtrar')
    await page.waitForURL(/gallery\?.*q=conchas/)
    await page.locator('main button.first[type=submit]').click()
    await page.waitForURL(`${server.url}/gallery?saved`)
    await page.getByRole('link', { name: 'Revocar' }).click()
    await visitor.press('Desactivar enlace')
    await page.waitForURL(`${server.url}/gallery?disabled`)
    await page.goto(`${server.url}/pending`)
    await page.getByRole('link', { name: 'Actualizar' }).click()
    await page.locator('#reads', { hasText: '2' }).waitFor()
    await visitor.leave()
  })
})
