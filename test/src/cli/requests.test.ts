import { expect } from 'chai'
import { Installation, keyIn, type RunningServer } from '../support/command.js'
import { ENGINES } from '../support/engines.js'

for (const engine of ENGINES) {
  describe(`paylink requests on ${engine}`, () => {
    let site: Installation
    let server: RunningServer
    let key: string
    before(async () => {
      site = await Installation.make(engine)
      server = await site.start('up')
      key = keyIn(server.said.stdout) ?? ''
    })
    after(() => site.remove())

    const ask = async (path: string): Promise<string> => {
      const response = await fetch(site.url + path, { headers: { Authorization: `Bearer ${key}` } })
      return response.headers.get('x-request-id') ?? ''
    }

    it('show: a recent request, as text and as JSON; exits 1 for an unknown one', async () => {
      const id = await ask('/v1/payments/pay_00000000000000000000000000')
      const shown = await site.ask('requests', 'show', id)
      expect(shown).to.include({ id, method: 'GET', status: 404, problem: 'not_found', mode: 'test' })
      expect(shown.path).to.equal('/v1/payments/pay_00000000000000000000000000')
      expect((await site.run('requests', 'show', id)).stdout).to.match(/^problem +not_found$/m)
      for (const unknown of ['00000000-0000-7000-8000-000000000000', 'nonsense']) {
        const missing = await site.run('requests', 'show', unknown)
        expect(missing.code).to.equal(1)
        expect(missing.stderr).to.include(`there is no request ${unknown}`)
      }
    })

    it('show: a request answered right before the server stopped', async () => {
      const id = await ask('/v1/payment_links')
      expect(await server.stop()).to.equal(0)
      expect(await site.ask('requests', 'show', id)).to.include({ id, status: 200 })
    })
  })
}
