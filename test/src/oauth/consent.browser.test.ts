import { expect } from 'chai'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { contrastsBelow } from '../browser/contrasts.js'
import { axeFindings } from '../browser/layout.js'
import { TestAppliance } from '../support/appliance.js'
import { Visitor } from '../support/browser.js'
import { ShopPerson } from '../support/dashboard.js'
import { ONE_ENGINE } from '../support/engines.js'
import { DocumentServer, withoutTls } from './document-server.js'
import { Program } from './program.js'

const LOOKS = [
  { width: 1440, locale: 'es-MX', isDark: false },
  { width: 1440, locale: 'en', isDark: true },
  { width: 390, locale: 'es-MX', isDark: true },
  { width: 390, locale: 'en', isDark: false },
] as const

for (const engine of ONE_ENGINE) {
  describe('deciding about a program in a browser', () => {
    let paylink: TestAppliance
    let documents: DocumentServer
    /** The program's own address on this computer, with a link that begins everything. */
    let callback: Server
    let start = ''
    let visitor: Visitor

    before(async () => {
      documents = await DocumentServer.start()
      paylink = await TestAppliance.start(engine, {}, { http: true, jobs: false }, { beforeServing: withoutTls })
      await paylink.changeAccount({ name: 'Panadería La Esperanza', verifiedAt: '2026-01-01T00:00:00.000Z' })
      callback = createServer((request, response) => {
        response.setHeader('Content-Type', 'text/html; charset=utf-8')
        const url = new URL(request.url ?? '/', 'http://127.0.0.1')
        const answer = url.searchParams.get('error') ?? (url.searchParams.has('code') ? 'code' : '')
        response.end(answer === '' ? `<a href="${start.replaceAll('&', '&amp;')}">Conectar</a>` : `<h1>${answer}</h1>`)
      })
      await new Promise<void>((resolve) => callback.listen(0, '127.0.0.1', resolve))
    })
    after(async () => {
      callback.closeAllConnections()
      callback.close()
      await paylink.stop()
      await documents.stop()
    })
    afterEach(() => visitor.leave())

    const origin = (): string => `http://127.0.0.1:${(callback.address() as AddressInfo).port}`

    /** A program on this computer that registered itself; it asks for live mode. */
    const registered = (): Promise<Program> =>
      Program.register(paylink, {
        name: 'Claude Code',
        registered: 'http://127.0.0.1/callback',
        redirectUri: `${origin()}/callback`,
      })

    async function arrive(program: Program, kind: Parameters<typeof Visitor.arrive>[0], path = '/mcp'): Promise<void> {
      visitor = await Visitor.arrive(kind)
      await visitor.signIn(await ShopPerson.signIn(paylink, 'owner', undefined, kind?.locale ?? 'es-MX'))
      start = program.authorizeUrl({ resource: program.resource(path), scope: null })
      await visitor.page.goto(origin())
      await visitor.page.getByText('Conectar').click()
      await visitor.page.locator('.consent').waitFor()
    }

    async function look(name: string): Promise<void> {
      await visitor.picture(name)
      expect(await visitor.overhang(), name).to.equal(0)
      expect(await contrastsBelow(visitor, 4.5), name).to.deep.equal([])
      expect(await axeFindings(visitor), name).to.deep.equal([])
    }

    for (const { width, locale, isDark } of LOOKS) {
      const mark = `${width}-${locale === 'en' ? 'en' : 'es'}${isDark ? '-dark' : ''}`

      it(`fits, can be read, and leaves axe nothing to find: ${mark}`, async () => {
        await arrive(await registered(), { width, locale, isDark, scripts: true })
        await look(`consent-live-${mark}`)
        const address = visitor.page.url()
        await visitor.page.locator('input[name="dailyLimit"]').fill('mucho')
        await visitor.page.locator('button.first').click()
        await visitor.page.locator('#faults').waitFor()
        await look(`consent-faults-${mark}`)
        await visitor.page.locator('input[name="dailyLimit"]').fill('1000')
        await visitor.page.locator('button.first').click()
        await visitor.page.getByRole('heading', { name: 'code' }).waitFor()
        await visitor.page.goto(address)
        await visitor.page.locator('.door').waitFor()
        await look(`consent-decided-${mark}`)
        await visitor.leave()

        const id = documents.put('/claude.json', { redirect_uris: [`${origin()}/callback`] })
        await arrive(
          new Program(paylink, id, `${origin()}/callback`),
          { width, locale, isDark, scripts: true },
          '/mcp/test',
        )
        await look(`consent-test-${mark}`)
      })
    }

    it('shows where nothing can be decided, and what to do instead', async () => {
      await arrive(await registered(), { scripts: true })
      const address = visitor.page.url()
      await visitor.leave()
      visitor = await Visitor.arrive({ scripts: true })
      await visitor.signIn(await ShopPerson.signIn(paylink))
      await visitor.page.goto(address)
      await look('consent-elsewhere')
      await visitor.leave()
      await paylink.changeAccount({ verifiedAt: null })
      await arrive(await registered(), { scripts: true })
      await look('consent-locked')
      await paylink.changeAccount({ verifiedAt: '2026-01-01T00:00:00.000Z' })
      expect(await visitor.page.getByRole('button').allTextContents()).to.include('No permitir')
    })

    for (const scripts of [false, true]) {
      it(`leads back to the program with its answer, ${scripts ? 'with' : 'without'} scripts`, async () => {
        for (const [button, answer] of [
          ['Permitir con cobros reales', 'code'],
          ['No permitir', 'access_denied'],
        ] as const) {
          await arrive(await registered(), { scripts })
          await visitor.page.getByRole('button', { name: button }).click()
          await visitor.page.getByRole('heading', { name: answer }).waitFor()
          expect(new URL(visitor.page.url()).origin).to.equal(origin())
          expect(visitor.complaints.filter((text) => /policy|form-action/i.test(text))).to.deep.equal([])
          if (answer === 'code') await visitor.leave()
        }
      })
    }

    it('makes one grant of a button that is pressed twice', async () => {
      const program = await registered()
      await arrive(program, { scripts: false })
      await visitor.page.locator('button.first').dblclick()
      await visitor.page.getByRole('heading', { name: 'code' }).waitFor()
      expect(await paylink.db('agent_grants').where({ client_id: program.clientId })).to.have.length(1)
    })
  })
}
