import { expect } from 'chai'
import { actFor, OPERATOR } from '@paylink/core/kernel/principal'
import { CheckConnection } from '@paylink/core/connections/check-connection'
import { ConnectProvider } from '@paylink/core/connections/connect-provider'
import { Connections } from '@paylink/core/connections/connections.repository'
import { DisconnectProvider } from '@paylink/core/connections/disconnect-provider'
import { OpenConnection } from '@paylink/core/connections/open-connection'
import { RecheckConnections } from '@paylink/core/connections/recheck-connections'
import { Generation } from '@paylink/core/database/generation'
import { HOUR_MS } from '@paylink/core/kernel/clock'
import { TestAppliance } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'

for (const engine of ENGINES) {
  describe(`a refusal of credentials that are no longer the connection's, on ${engine}`, () => {
    let paylink: TestAppliance
    beforeEach(async () => (paylink = await TestAppliance.start(engine, {}, { http: true, jobs: false })))
    afterEach(() => paylink.stop())

    const get: TestAppliance['appliance']['composition']['container']['get'] = (...service) =>
      paylink.container.get(...service)
    const scope = () => ({ accountId: paylink.account.id, livemode: false })

    /** As a slow verification holds them: read before they were changed. */
    async function held() {
      await get(Generation).refresh()
      const inUse = await get(Connections).listInUse('payment', scope())
      const connection = inUse.find(({ provider }) => provider === 'provider_a')
      const connected = connection && (await get(OpenConnection).run(connection))
      if (!connected) throw new Error('no provider is connected')
      return connected
    }

    const statusOf = async (id: string) =>
      paylink.db('connections').where({ id }).first('status', 'last_error', 'sealed_settings')

    it('leaves the new credentials alone (R204)', async () => {
      const stale = await held()
      paylink.clock.advance(1000)
      await get(ConnectProvider).run(actFor(OPERATOR, scope()), { provider: 'provider_a', sandbox: true, settings: {} })
      const before = await statusOf(stale.connectionId)
      await get(CheckConnection).recordRefusal(stale, 'revoked')
      await get(Generation).refresh()
      await get(CheckConnection).recordRefusal(stale, 'revoked')
      expect(await statusOf(stale.connectionId)).to.deep.equal(before)
      expect(before.status).to.equal('active')
    })

    it('does not bring an ended connection back (R204)', async () => {
      const stale = await held()
      paylink.clock.advance(1000)
      await get(DisconnectProvider).run(actFor(OPERATOR, scope()), stale.connectionId)
      await get(CheckConnection).recordRefusal(stale, 'revoked')
      expect((await statusOf(stale.connectionId)).status).to.equal('disconnected')
    })

    it('is not recorded by a process that does not have the plugin (R204)', async () => {
      const { connectionId } = await held()
      await paylink.writer('connections').where({ id: connectionId }).update({ provider: 'gone' })
      await paylink.writer('generation').increment('value', 1)
      await get(Generation).refresh()
      const connection = await get(Connections).find('payment', connectionId)
      const before = await statusOf(connectionId)
      expect(await get(CheckConnection).probe(connection!)).to.deep.include({ trigger: null })
      expect(await statusOf(connectionId)).to.deep.equal(before)
      expect(await get(CheckConnection).run(connection!)).to.include({ status: 'active' })
      expect((await statusOf(connectionId)).last_error).to.match(/not installed/)
    })

    it('is recorded while those credentials are in use (R57, R204)', async () => {
      const current = await held()
      await get(CheckConnection).recordRefusal(current, 'revoked')
      expect(await statusOf(current.connectionId)).to.include({ status: 'error', last_error: 'revoked' })
    })

    it('is checked again every hour, and cleared once the credentials work (R204)', async () => {
      const { connectionId } = await held()
      await get(CheckConnection).recordRefusal(await held(), 'revoked')
      const hourly = get(RecheckConnections)
      expect(hourly.everyMs).to.equal(HOUR_MS)
      await hourly.run()
      expect(await statusOf(connectionId)).to.include({ status: 'active', last_error: null })
    })
  })
}
