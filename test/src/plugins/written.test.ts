import { expect } from 'chai'
import { Connections } from '@paylink/core/connections/connections.repository'
import { OpenConnection } from '@paylink/core/connections/open-connection'
import { CallProvider } from '@paylink/core/plugin-host/call-provider'
import { TestAppliance } from '../support/appliance.js'

describe('a plugin that asks once more after the provider took its write', () => {
  let paylink: TestAppliance
  before(async () => (paylink = await TestAppliance.start('sqlite')))
  after(() => paylink.stop())

  it('does not get out of it as never attempted (I11)', async () => {
    const { container } = paylink.appliance.composition
    const { id } = await paylink.connectionOf('provider_a')
    const connection = await container.get(Connections).find(id)
    const connected = connection && (await container.get(OpenConnection).run(connection))
    if (!connected) throw new Error('no provider is connected')
    const { apiBase, secretKey } = await paylink.settingsAtProvider('provider_a')
    const headers = {
      Authorization: `Bearer ${String(secretKey)}`,
      'Content-Type': 'application/x-www-form-urlencoded',
    }
    const body = 'url=https://example.com/&enabled_events[0]=charge.refunded'
    const outcome = await container.get(CallProvider).run(connected, 'write', async (_provider, { http }) => {
      const url = `${String(apiBase)}/v1/webhook_endpoints`
      const { status } = await http.request({ method: 'POST', url, headers, body, effect: 'write' })
      expect(status).to.equal(200)
      await paylink.setFaults([{ kind: 'reset_before', times: 5 }])
      return http.request({ method: 'GET', url, headers, effect: 'read' })
    })
    expect(outcome).to.include({ ok: false, fault: 'unknown' })
  })
})
