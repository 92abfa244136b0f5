import { createServer, request as send, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { TestAppliance } from '../support/appliance.js'
import { ShopPerson } from '../support/dashboard.js'
import { ENGINES } from '../support/engines.js'
import { freePort } from '../support/free-port.js'

const LIST = '/dashboard/test/settings/connections'

for (const engine of ENGINES) {
  describe(`the test of a notification address, on ${engine}`, () => {
    let paylink: TestAppliance
    let owner: ShopPerson
    let proxy: Server
    /** What the proxy does with what is sent to /hooks. */
    let answer: 'pass' | 'hang' | 'break' = 'pass'
    let onHooks: (question: string) => void = () => undefined

    before(async () => {
      const port = await freePort()
      proxy = createServer((request, response) => {
        if (request.url?.startsWith('/hooks/')) {
          onHooks(String(request.headers['paylink-probe']))
          if (answer === 'break') return void response.writeHead(502).end('<h1>Bad gateway</h1>')
          if (answer === 'hang') return
        }
        const { method, url, headers } = request
        const passed = send({ host: '127.0.0.1', port, method, path: url, headers }, (reply) => {
          response.writeHead(reply.statusCode ?? 500, reply.headers)
          reply.pipe(response)
        })
        request.pipe(passed)
      })
      await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
      const baseUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
      const changes = { port, baseUrl, outboundAllowPrivate: true }
      paylink = await TestAppliance.start(engine, changes, { http: true, jobs: false })
      owner = await ShopPerson.signIn(paylink)
    })
    after(async () => {
      await paylink.stop()
      proxy.closeAllConnections()
      await new Promise((resolve) => proxy.close(resolve))
    })

    const idOf = async (): Promise<string> => (await paylink.connectionOf('provider_a')).id
    const test = async () => owner.send(LIST, {}, `/${await idOf()}/test`)

    it('goes through the public address, says what that proves and what not, and stores nothing', async () => {
      let question = ''
      onHooks = (sent) => (question = sent)
      const before = await paylink.db('notifications').select()
      const { status, text } = await test()
      expect(status).to.equal(200)
      expect(text).to.include('La dirección responde. Un mensaje salió de este servidor')
      expect(text).to.include('El simulador no usa esta dirección')
      expect(await paylink.db('notifications').select()).to.deep.equal(before)
      // Of another connection, made up, or of this one with another address: as any notification without a signature.
      const { id: other } = await paylink.connectionOf('provider_b')
      const strangers = [
        [`/hooks/provider_b/${other}`, question],
        [`/hooks/provider_a/${await idOf()}`, `${'x'.repeat(32)}.${'0'.repeat(64)}`],
        [`/hooks/provider_a/${await idOf()}`, ''],
      ]
      for (const [path = '', sent = ''] of strangers) {
        const reply = await fetch(paylink.url + path, {
          method: 'POST',
          headers: { 'PayLink-Probe': sent },
          body: '{}',
        })
        expect(reply.status, path).to.equal(400)
        expect(await reply.text()).to.not.include('"probe"')
      }
      expect(await paylink.db('notifications').select()).to.deep.equal(before)
    })

    it('tells apart a proxy that answers itself, one that hangs, and none', async () => {
      answer = 'break'
      expect((await test()).text).to.include('contestó algo que no es este PayLink (código 502)')

      answer = 'hang'
      paylink.timer.hold(5000)
      onHooks = () => paylink.timer.release()
      expect((await test()).text).to.include('No hubo respuesta en 5 segundos.')
      onHooks = () => undefined
      answer = 'pass'
    })
  })

  describe(`the test of a notification address that no provider can reach, on ${engine}`, () => {
    let paylink: TestAppliance
    before(async () => (paylink = await TestAppliance.start(engine, {}, { http: true, jobs: false })))
    after(() => paylink.stop())

    it('sends nothing, and says why', async () => {
      const person = await ShopPerson.signIn(paylink, 'admin', undefined, 'en')
      const { id } = await paylink.connectionOf('provider_a')
      const { text } = await person.send(LIST, {}, `/${id}/test`)
      expect(text).to.include('The address is not visible from the internet.')
    })
  })
}
