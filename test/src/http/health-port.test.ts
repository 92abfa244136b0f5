import { expect } from 'chai'
import { TestAppliance } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'
import { freePort } from '../support/free-port.js'

for (const engine of ENGINES) {
  describe(`probes on a port of their own on ${engine}`, () => {
    let paylink: TestAppliance
    let at: string
    before(async () => {
      const healthPort = await freePort()
      at = `http://127.0.0.1:${healthPort}`
      paylink = await TestAppliance.start(engine, { healthPort }, { http: false, jobs: true })
    })
    after(() => paylink.stop())

    it('answer for a process that only runs workers', async () => {
      expect((await fetch(`${at}/healthz`)).status).to.equal(200)
      const ready = await fetch(`${at}/readyz`)
      expect([ready.status, await ready.json()]).to.deep.equal([200, { status: 'ready' }])
    })

    it('are all there is', async () => {
      for (const path of ['/', '/v1/payment_links', '/metrics', '/dashboard']) {
        expect((await fetch(at + path)).status, path).to.equal(404)
      }
    })
  })
}
