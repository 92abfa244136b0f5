import { rmSync } from 'node:fs'
import { expect } from 'chai'
import { type HttpRequest, type PluginContext, ProviderUnavailableError } from '@paylink/plugin-api'
import { Connections } from '@paylink/core/connections/connections.repository'
import { OpenConnection } from '@paylink/core/connections/open-connection'
import { GuardedClient } from '@paylink/core/outbound/guarded-client'
import { CallProvider, PROVIDER_DEADLINE_MS } from '@paylink/core/plugin-host/call-provider'
import { Sandbox } from '@paylink/core/sandbox/sandbox'
import { eventually, TestAppliance } from '../support/appliance.js'
import { dataDirWith } from '../support/third-party.js'

/** Fewer than the product allows: the requests beyond them wait. */
const CONNECTIONS_TO_ONE_HOST = 16
/** In a process of its own. */
const ISOLATED = 'acme'
const CREATE_ENDPOINT = 'POST /v1/webhook_endpoints'

// The engine makes no difference here.
describe('the fault of a failed call', () => {
  const dataDir = dataDirWith([{ id: ISOLATED }])
  let paylink: TestAppliance
  let endpoints: HttpRequest
  before(async () => {
    paylink = await TestAppliance.start('sqlite', { dataDir })
    const client = paylink.container.get(GuardedClient)
    client['options'].connections = CONNECTIONS_TO_ONE_HOST
    // Made anew, with that limit, for the next request.
    client['agent'] = undefined
    const { apiBase, secretKey } = await paylink.settingsAtProvider('provider_a')
    const headers = {
      Authorization: `Bearer ${String(secretKey)}`,
      'Content-Type': 'application/x-www-form-urlencoded',
    }
    const body = 'url=https://example.com/&enabled_events[0]=charge.refunded'
    endpoints = { method: 'POST', url: `${String(apiBase)}/v1/webhook_endpoints`, headers, body, effect: 'write' }
  })
  after(async () => {
    await paylink.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  afterEach(async () => {
    paylink.timer.haste = 1
    await paylink.setFaults([])
    for (const provider of ['provider_b', ISOLATED]) await paylink.setFaults([], provider)
  })

  const write = async (act: (http: PluginContext['http']) => Promise<unknown>) => {
    const { container } = paylink
    const { id } = await paylink.connectionOf('provider_a')
    const connection = await container.get(Connections).find('payment', id)
    const connected = connection && (await container.get(OpenConnection).run(connection))
    if (!connected) throw new Error('no provider is connected')
    return container.get(CallProvider).run(connected, 'createCheckout', (_provider, { http }) => act(http))
  }
  const objects = (provider: string, kind: string): Promise<string[]> =>
    paylink
      .db('plugin_entries')
      .where({ space: `sandbox:${provider}` })
      .whereLike('key', `${kind}%`)
      .pluck('value')

  it('is unknown after an accepted write, although a later read was never sent (I11)', async () => {
    const outcome = await write(async (http) => {
      expect((await http.request(endpoints)).status).to.equal(200)
      await paylink.setFaults([{ kind: 'reset_before', times: 5 }])
      return http.request({ ...endpoints, method: 'GET', body: undefined, effect: 'read' })
    })
    expect(outcome).to.include({ ok: false, fault: 'unknown' })
  })

  it('is unknown after a write that was cut off, although the next one was never sent (I11)', async () => {
    await paylink.setFaults([{ kind: 'reset_after', match: CREATE_ENDPOINT }])
    const outcome = await write(async (http) => {
      await http.request(endpoints).catch(() => undefined)
      return http.request({ ...endpoints, url: 'https://elsewhere.example/' })
    })
    expect(outcome).to.include({ ok: false, fault: 'unknown' })
  })

  it('is unavailable if the provider refused the write', async () => {
    const outcome = await write(async (http) => {
      expect((await http.request({ ...endpoints, body: 'url=nowhere' })).status).to.equal(400)
      throw new ProviderUnavailableError('it is busy')
    })
    expect(outcome).to.include({ ok: false, fault: 'unavailable' })
  })

  it('is unknown after a write answered with 500, whatever the plugin throws (I11)', async () => {
    await paylink.setFaults([{ kind: 'error_after', match: CREATE_ENDPOINT }])
    const outcome = await write(async (http) => {
      expect((await http.request(endpoints)).status).to.equal(500)
      throw new ProviderUnavailableError('it is down')
    })
    expect(outcome).to.include({ ok: false, fault: 'unknown' })
  })

  it('is unavailable if the write was still waiting for a connection, and it is never sent (I11)', async () => {
    const before = (await objects('provider_a', 'endpoint:')).length
    await paylink.setFaults([
      { kind: 'delay_before', match: CREATE_ENDPOINT, times: CONNECTIONS_TO_ONE_HOST, ms: 2500 },
    ])
    const others = Array.from({ length: CONNECTIONS_TO_ONE_HOST }, () => write((http) => http.request(endpoints)))
    // All have been sent once each has used up a fault.
    await eventually(
      () => paylink.container.get(Sandbox).faultsOf('provider_a').list(),
      (faults) => faults.length === 0,
    )
    const outcome = await write(async (http) => {
      http.request(endpoints).catch(() => undefined)
      await paylink.get('/healthz')
      throw new Error('it has no patience')
    })
    expect(outcome).to.include({ ok: false, fault: 'unavailable' })
    for (const { ok } of await Promise.all(others)) expect(ok).to.equal(true)
    await write((http) => http.request(endpoints))
    expect((await objects('provider_a', 'endpoint:')).length - before).to.equal(CONNECTIONS_TO_ONE_HOST + 1)
  })

  for (const provider of ['provider_b', ISOLATED]) {
    it(`releases a link whose creation by ${provider} waited behind others until its deadline (I11)`, async () => {
      const links = await Promise.all(Array.from({ length: CONNECTIONS_TO_ONE_HOST + 6 }, () => paylink.createLink()))
      const late = {
        kind: 'delay_after',
        match: 'POST',
        times: links.length,
        ms: PROVIDER_DEADLINE_MS * 1.5,
      } as const
      await paylink.setFaults([late], provider)
      paylink.timer.haste = 3
      const replies = await Promise.all(links.map(({ url }) => paylink.form(`${url}/checkout`, { provider })))
      const orders = await objects(provider, '')
      for (const [index, { id }] of links.entries()) {
        const [payment] = await paylink.paymentsOf(id)
        const link = await paylink.linkOf(id)
        const status = replies[index]?.status
        const isSent = status === 409
        const expected = isSent ? [409, 'pending', 'processing'] : [503, 'canceled', 'active']
        expect([status, payment.status, link.status]).to.deep.equal(expected)
        if (!isSent) expect(orders.some((order) => order.includes(payment.id))).to.equal(false)
      }
      // A connection that is closed at its deadline makes room for another request, which may still be sent: on a busy
      // machine, where requests begin apart, all of them.
      expect(replies.filter(({ status }) => status === 409)).not.to.deep.equal([])
    })
  }
})
