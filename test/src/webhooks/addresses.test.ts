import { actFor, OPERATOR } from '@paylink/core/kernel/principal'
import type { Engine } from '@paylink/core/database/engine'
import { Problem } from '@paylink/core/kernel/problem'
import { RegisterEndpoint } from '@paylink/core/webhooks/register-endpoint'
import { expect } from 'chai'
import { urlOf, VECTORS } from '../outbound/vectors.js'
import { eventually, TestAppliance } from '../support/appliance.js'
import { Canary } from '../support/canary.js'
import { ENGINES } from '../support/engines.js'
import { refusalOf } from '../support/refusals.js'

/** Each URL that must not be called, as a merchant would give it, and as it would stand in a row of ours. */
for (const engine of ENGINES) {
  for (const isPrivateAllowed of [false, true]) {
    const vectors = VECTORS.filter(({ verdict }) => verdict === 'never' || (verdict === 'private' && !isPrivateAllowed))
    const where = isPrivateAllowed ? 'where private addresses are allowed' : 'as it is installed'

    describe(`${vectors.length} addresses that must not be sent to, ${where}, on ${engine} (R257, I28)`, () => {
      let paylink: TestAppliance
      let canary: Canary
      before(async () => {
        canary = await Canary.listen((_path, response) => response.end())
        paylink = await start(engine, isPrivateAllowed)
      })
      after(async () => {
        await paylink.stop()
        canary.close()
      })

      const register = (url: string) => {
        const scope = { accountId: paylink.account.id, livemode: false }
        return paylink.container.get(RegisterEndpoint).run(actFor(OPERATOR, scope), { url, events: null })
      }

      it('are refused when they are registered', async () => {
        for (const vector of vectors) {
          const refusal = await refusalOf(register(urlOf(vector, canary.port)))
          expect(refusal, vector.title).to.be.instanceOf(Problem)
          expect((refusal as Problem).errors?.map(({ path }) => path)).to.deep.equal(['url'])
        }
        expect(await paylink.db('webhook_endpoints')).to.deep.equal([])
        expect(canary.connections).to.equal(0)
      })

      it('are not connected to when an event is sent', async () => {
        const schemes = ['https', 'http'].flatMap((scheme) => vectors.map((one) => urlOf(one, canary.port, scheme)))
        // A row cannot hold a NUL on Postgres.
        const urls = schemes.filter((url) => !url.includes('\0'))
        for (const url of urls) {
          const { endpoint } = await register('https://8.8.8.8/')
          await paylink.change('webhook_endpoints', endpoint.id, { url })
        }
        const link = await paylink.createLink()
        expect((await paylink.post(`/v1/payment_links/${link.id}/disable`)).status).to.equal(200)
        const attempts = await eventually(
          () => paylink.db('webhook_attempts').select('status', 'error'),
          (seen) => seen.length >= urls.length,
          20_000,
        )
        expect(attempts).to.have.length(urls.length)
        expect(attempts.filter(({ status, error }) => status !== null || error === null)).to.deep.equal([])
        expect(new Set(await paylink.db('webhook_deliveries').pluck('status'))).to.deep.equal(new Set(['scheduled']))
        expect(canary.connections).to.equal(0)
      })
    })
  }
}

for (const engine of ENGINES) {
  describe(`the port of a webhook address on ${engine} (R257)`, () => {
    let paylink: TestAppliance
    before(async () => (paylink = await start(engine, false)))
    after(() => paylink.stop())

    const register = (url: string) => {
      const scope = { accountId: paylink.account.id, livemode: false }
      return paylink.container.get(RegisterEndpoint).run(actFor(OPERATOR, scope), { url, events: null })
    }

    it('is 443 or 8443: others belong to mail servers, shells and databases', async () => {
      for (const port of [22, 25, 80, 444, 6379]) {
        const refusal = await refusalOf(register(`https://8.8.8.8:${port}/`))
        expect((refusal as Problem).errors).to.deep.equal([
          { path: 'url', message: 'The port of the URL must be 443 or 8443.' },
        ])
      }
      for (const port of [443, 8443]) expect((await register(`https://8.8.8.8:${port}/`)).endpoint.id).to.match(/^whe_/)
    })

    it('is looked at again when an event is sent', async () => {
      const { endpoint } = await register('https://8.8.8.8/')
      await paylink.change('webhook_endpoints', endpoint.id, { url: 'https://8.8.8.8:6379/' })
      const link = await paylink.createLink()
      expect((await paylink.post(`/v1/payment_links/${link.id}/disable`)).status).to.equal(200)
      const [attempt] = await eventually(
        () =>
          paylink
            .db('webhook_attempts')
            .join('webhook_deliveries', 'webhook_deliveries.id', 'delivery_id')
            .where({ endpoint_id: endpoint.id })
            .select('webhook_attempts.status', 'error'),
        (seen) => seen.length > 0,
      )
      expect(attempt).to.deep.equal({ status: null, error: 'The port of the URL must be 443 or 8443.' })
    })
  })
}

const start = (engine: Engine, outboundAllowPrivate: boolean): Promise<TestAppliance> =>
  TestAppliance.start(engine, { outboundAllowPrivate })
