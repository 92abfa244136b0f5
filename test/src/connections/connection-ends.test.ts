import { expect } from 'chai'
import { actFor, OPERATOR } from '@paylink/core/kernel/principal'
import { AuditLog } from '@paylink/core/audit/audit-log.repository'
import { Connections } from '@paylink/core/connections/connections.repository'
import { DisconnectProvider } from '@paylink/core/connections/disconnect-provider'
import { DAY_MS } from '@paylink/core/kernel/clock'
import { RetireConnections } from '@paylink/core/reconciliation/retire-connections'
import { TestAppliance } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'
import { Merchant } from '../support/merchants.js'

for (const engine of ENGINES) {
  describe(`the end of a connection, on ${engine} (R204)`, () => {
    let paylink: TestAppliance
    before(async () => (paylink = await TestAppliance.start(engine, {}, { http: true, jobs: false })))
    after(() => paylink.stop())

    it('keeps our notification URL registered while a payment is open, and removes it once refunds are no longer watched', async () => {
      const { container } = paylink
      const { payment } = await paylink.opened()
      const { apiBase, secretKey } = await paylink.settingsAtProvider()
      const { id } = await paylink.connectionOf('provider_a')
      const operator = actFor(OPERATOR, { accountId: paylink.account.id, livemode: false })
      await container.get(DisconnectProvider).run(operator, id)
      const registered = async (): Promise<number> => {
        const headers = { Authorization: `Bearer ${String(secretKey)}` }
        const answer = await fetch(`${String(apiBase)}/v1/webhook_endpoints`, { headers })
        return ((await answer.json()) as { data: unknown[] }).data.length
      }
      const retire = () => container.get(RetireConnections).run()

      paylink.clock.advance(31 * DAY_MS)
      await retire()
      expect(await registered(), 'while a payment is open').to.equal(1)
      await paylink.post(`/v1/payments/${payment.id}/sync`)
      expect((await paylink.get(`/v1/payments/${payment.id}`)).body.status).to.not.equal('pending')
      await retire()
      expect(await registered()).to.equal(0)
      const acts = (await container.get(AuditLog).list(paylink.account.id, 10)).map(({ action }) => action)
      expect(acts).to.include.members(['connection.connected', 'connection.disconnected'])
    })

    it('makes one connection of two concurrent connects of the same account', async () => {
      const merchant = await Merchant.join(paylink, { connected: false })
      const ids = await Promise.all([merchant.connect(), merchant.connect()])
      const scope = { accountId: merchant.account.id, livemode: false }
      const made = await paylink.container.get(Connections).list('payment', scope)
      expect(made.map(({ id, status }) => [id, status])).to.deep.equal([[ids[0], 'active']])
      expect(ids[1]).to.equal(ids[0])
      const acts = await paylink.container.get(AuditLog).list(merchant.account.id, 10)
      const replaced = acts.flatMap(({ details }) => (details as { replaced?: string | null }).replaced ?? [])
      expect(replaced).to.deep.equal([])
    })
  })
}
