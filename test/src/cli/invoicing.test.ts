import { writeFileSync } from 'node:fs'
import { expect } from 'chai'
import { eventually } from '../support/appliance.js'
import { type Answer, type Installation, runningInstallation } from '../support/command.js'
import { ENGINES } from '../support/engines.js'
import { MUG, XENON } from '../support/invoice-shop.js'
import { ORGANIZATION, QuietFacturapi, REVOKED } from '../support/quiet-facturapi.js'

const CONNECTION = [
  ...['object', 'service', 'status', 'livemode', 'displayName', 'merchant', 'ready', 'lastError'],
  ...['createdAt', 'updatedAt'],
]
const IN_TEST = ['--mode', 'test']
const TO_SANDBOX = ['invoicing', 'connect', ...IN_TEST, '--sandbox']
const ALLOW = { PAYLINK_OUTBOUND_ALLOW_PRIVATE: '1' }

/** A refused operation: one line on standard error. */
function expectRefused({ code, stdout, stderr }: Answer, why: RegExp): void {
  expect({ code, stdout }, stderr).to.deep.equal({ code: 1, stdout: '' })
  expect(stderr.trim().split('\n')).to.have.length(1)
  expect(stderr).to.match(why)
}

for (const engine of ENGINES) {
  describe(`paylink invoicing on ${engine}, while the server runs`, () => {
    let site: Installation
    let key: string
    let facturapi: QuietFacturapi

    before(async () => {
      ;({ site, key } = await runningInstallation(engine))
      facturapi = await QuietFacturapi.open()
    })
    after(async () => {
      facturapi.close()
      await site.remove()
    })

    const served = () => site.call('GET', '/v1/invoicing/connection', key)
    const invoiceable = () => site.createLink(key, { invoiceable: true, items: [MUG] })
    const stateOf = async (paymentId: string) =>
      (await site.call('GET', `/v1/payments/${paymentId}/invoice`, key)).body.invoice
    /** Waits until it is stamped or refused: on a busy machine the first attempt may be delayed. */
    const decided = (paymentId: string) =>
      eventually(
        async () => (await site.ask('invoicing', 'list', ...IN_TEST)) as { paymentId: string; status: string }[],
        (list) => list.some((one) => one.paymentId === paymentId && /stamped|failed/.test(one.status)),
        40_000,
      )
    const connect = (mode: string, ...settings: string[]) => {
      const sets = [`apiBase=${facturapi.apiBase}`, ...settings].flatMap((setting) => ['--set', setting])
      return site.runWith(ALLOW, ['invoicing', 'connect', '--mode', mode, ...sets, '--json'])
    }
    /** The doctor's findings about invoicing. */
    const examined = async (env = {}): Promise<{ ok: boolean; detail: string }[]> => {
      const { json } = await site.runWith({ ...ALLOW, ...env }, ['doctor', '--json'])
      return json.filter(({ check }: { check: string }) => check === 'invoicing in test mode')
    }
    const stamped = async (changes = {}): Promise<string> => {
      const { body: link } = await invoiceable()
      const paid = await site.call('POST', `/v1/payment_links/${link.id}/mark_paid`, key, { method: 'spei_transfer' })
      const paymentId = paid.body.paidPaymentId as string
      await site.call('POST', `/v1/payments/${paymentId}/invoice`, key, { ...XENON, ...changes })
      await decided(paymentId)
      return paymentId
    }

    it('says that no provider is connected, which is fine for the doctor', async () => {
      for (const command of [['status'], ['merchants'], ['choose-merchant', 'org_any']]) {
        expectRefused(await site.run('invoicing', ...command, ...IN_TEST, '--json'), /^No invoicing provider/)
      }
      expect(await site.ask('invoicing', 'list', ...IN_TEST)).to.deep.equal([])
      expect(await examined()).to.deep.equal([])
      expect((await site.run('doctor')).code).to.equal(0)
      const { status, body } = await invoiceable()
      expect([status, body.errors[0].path]).to.deep.equal([400, 'invoiceable'])
    })

    it('connect, merchants and choose-merchant apply to the next request (R58-R60)', async () => {
      const connected = await site.run(...TO_SANDBOX, '--json')
      expect(connected.code, connected.stderr).to.equal(0)
      expect(connected.json).to.have.all.keys(...CONNECTION, 'notificationUrl')
      expect(connected.json).to.include({ status: 'active', livemode: false, merchant: null, ready: false })
      expect(connected.json.notificationUrl).to.match(new RegExp(`^${site.url}/hooks/invoicing_provider/conn_\\w+$`))
      expect(connected.stderr).to.match(/choose-merchant/)
      const { notificationUrl, ...connection } = connected.json
      expect((await served()).body).to.deep.equal(connection)
      expect((await invoiceable()).status).to.equal(400)
      expect((await examined())[0])
        .to.include({ ok: true })
        .and.property('detail')
        .to.match(/choose-merchant/)

      const merchants = await site.ask('invoicing', 'merchants', ...IN_TEST)
      expect(merchants.map(({ rfc }: { rfc: string }) => rfc)).to.deep.equal([
        ...['EKU9003173C9', 'CACX7605101P8', 'KIJ0906199R1'],
      ])
      const [{ id }] = merchants
      const chosen = await site.run('invoicing', 'choose-merchant', id, ...IN_TEST, '--json')
      expect(chosen.code, chosen.stderr).to.equal(0)
      expect(chosen.stderr).to.match(/was registered with the provider/)
      expect(chosen.json).to.have.all.keys(...CONNECTION, 'notificationUrl')
      expect(chosen.json).to.deep.include({ ready: true, notificationUrl })
      expect(chosen.json.merchant).to.include({ id, rfc: 'EKU9003173C9', legalName: 'ESCUELA KEMPER URGATE' })
      expect((await invoiceable()).status).to.equal(201)
      const status = await site.ask('invoicing', 'status', ...IN_TEST)
      expect(status).to.deep.equal(chosen.json)
      expect({ ...(await served()).body, notificationUrl }).to.deep.equal(status)
      const [finding, ...others] = await examined()
      expect(others).to.deep.equal([])
      expect(finding).to.include({
        ...{ check: 'invoicing in test mode', ok: true, detail: 'active, in the name of EKU9003173C9' },
      })
    })

    it('connecting the same sandbox again keeps its merchant', async () => {
      const before = await site.ask('invoicing', 'status', ...IN_TEST)
      const again = await site.ask(...TO_SANDBOX)
      expect(again).to.deep.equal({ ...before, updatedAt: again.updatedAt })
    })

    it('refuses invalid input with one line, and changes nothing', async () => {
      const before = (await served()).body
      const refusals: [Promise<Answer>, RegExp][] = [
        [site.run('invoicing', 'choose-merchant', 'org_nope', ...IN_TEST), /organización no está entre/],
        [site.run('invoicing', 'connect', '--mode', 'live', '--sandbox'), /never serves live mode/],
        [site.run('invoicing', 'connect', ...IN_TEST), /secretKey/],
        [connect('test', 'secretKey=nonsense'), /secretKey/],
        [connect('test', 'secretKey=sk_test_ours', 'colour=red'), /colour/],
        [connect('test', 'secretKey=sk_live_ours'), /live credentials.*test mode/],
        [connect('test', `secretKey=${REVOKED}`), /refused the credentials/],
        [site.runWith({ PAYLINK_SANDBOX: '0' }, TO_SANDBOX), /the sandbox is off/],
      ]
      for (const [answer, why] of refusals) expectRefused(await answer, why)
      expect((await served()).body).to.deep.equal(before)
    })

    it('list: newest first, with the reason why one is not stamped', async () => {
      const paymentId = await stamped()
      const otherId = await stamped({ name: 'OTRA PERSONA' })
      const listed = await site.ask('invoicing', 'list', ...IN_TEST)
      expect(listed).to.have.length(2)
      const [failed, good] = listed
      expect(failed).to.have.all.keys('id', 'paymentId', 'status', 'uuid', 'rfc', 'mail', 'why', 'createdAt')
      expect(failed).to.include({ paymentId: otherId, status: 'failed', uuid: null, rfc: XENON.rfc })
      expect(failed.why).to.match(/Nombre del receptor/)
      expect(good).to.include({ paymentId, status: 'stamped', why: null })
      expect(good.uuid).to.equal((await stateOf(paymentId)).uuid)
      expect(await site.ask('invoicing', 'list', ...IN_TEST, '--limit', '1')).to.deep.equal([failed])
      expect(await site.ask('invoicing', 'list', '--mode', 'live')).to.deep.equal([])
    })

    it('review list: has an invoice of a refunded payment until a person resolves it (R236)', async () => {
      const press = (address: string, form: Record<string, string>): Promise<Response> =>
        fetch(address, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })
      const { body: link } = await invoiceable()
      const checkout = (await press(`${link.url}/checkout`, { provider: 'provider_b' })).headers.get('location') ?? ''
      await press(checkout, { outcome: 'succeed' })
      const linkNow = () => site.call('GET', `/v1/payment_links/${link.id}`, key)
      const paymentId = (await eventually(linkNow, ({ body }) => body.status === 'paid')).body.paidPaymentId
      const { formasPago } = (await site.call('GET', `/v1/payments/${paymentId}/invoice`, key)).body
      await site.call('POST', `/v1/payments/${paymentId}/invoice`, key, {
        ...XENON,
        formaPago: formasPago.allowed[0].code,
      })
      await decided(paymentId)
      await press(checkout, { outcome: 'refund' })
      const waiting = await eventually(
        async () => {
          await site.call('POST', `/v1/payments/${paymentId}/sync`, key, {})
          return site.ask('review', 'list')
        },
        (list) => list.length > 0,
        20_000,
      )
      expect(waiting).to.have.length(1)
      expect(waiting[0]).to.have.all.keys('paymentId', 'linkId', 'reason', 'since')
      expect(waiting[0]).to.include({ paymentId, linkId: link.id, reason: 'refunded_with_invoice' })
      expect((await stateOf(paymentId)).status).to.equal('stamped')
      const seen = ['review', 'resolve', paymentId, '--as', 'keep', '--reason', 'nota de crédito emitida']
      expect(await site.ask(...seen)).to.include({ id: paymentId, status: 'refunded' })
      expect(await site.ask('review', 'list')).to.deep.equal([])
    })

    it('replaces the sandbox by a real account, and back', async () => {
      const former = await site.ask('invoicing', 'status', ...IN_TEST)
      writeFileSync(site.file('key'), 'sk_test_from_a_file\n')
      const real = await connect('test', `secretKey=@${site.file('key')}`)
      expect(real.code, real.stderr).to.equal(0)
      expect(facturapi.seen.at(-1)).to.equal('GET /v2/organizations/me sk_test_from_a_file')
      expect(real.json).to.include({ displayName: 'TALLER DE BARRO', merchant: null, ready: false })
      expect(real.json.notificationUrl).not.to.equal(former.notificationUrl)
      const choose = ['invoicing', 'choose-merchant', ORGANIZATION, ...IN_TEST, '--json']
      const chosen = await site.runWith(ALLOW, choose)
      expect(chosen.json.merchant).to.include({ id: ORGANIZATION, rfc: 'TBA010101AB1' })
      expect(chosen.stderr).to.match(/was registered with the provider/)
      expect(facturapi.seen.at(-1)).to.equal('POST /v2/webhooks sk_test_from_a_file')

      // A given webhook secret means that the operator registered the address.
      await connect('test', 'secretKey=sk_test_ours', 'webhookSecret=brought_along')
      const unregistered = await site.runWith(ALLOW, choose)
      expect(unregistered.stderr).to.match(/was not registered/)
      expect(unregistered.json.notificationUrl).to.equal(chosen.json.notificationUrl)
      expect(JSON.stringify([real.json, unregistered.json])).not.to.match(/sk_test|brought_along/)
      expect((await examined())[0]).to.include({ ok: true, detail: 'active, in the name of TBA010101AB1' })

      // With its former merchant.
      expect(await site.ask(...TO_SANDBOX)).to.deep.include({ ready: true })
      expect((await invoiceable()).status).to.equal(201)
    })

    it('names what prevents an organization from issuing in live mode, and issues nothing', async () => {
      expectRefused(await site.run('invoicing', 'status', '--mode', 'live'), /^No invoicing provider/)
      const live = await connect('live', 'secretKey=sk_live_ours')
      expect(live.json).to.include({ livemode: true, ready: false })
      const [merchant] = (await site.runWith(ALLOW, ['invoicing', 'merchants', '--mode', 'live', '--json'])).json
      expect(merchant.problem).to.match(/Certificado de Sello Digital/)
      const choose = ['invoicing', 'choose-merchant', ORGANIZATION, '--mode', 'live']
      expectRefused(await site.runWith(ALLOW, choose), /Certificado de Sello Digital/)
    })

    it('the doctor exits 1 when the provider is unreachable, and does not change the connection', async () => {
      const before = (await served()).body
      const { code, stderr } = await site.runWith({ PAYLINK_SANDBOX: '0' }, ['doctor', '--json'])
      expect(code).to.equal(1)
      expect(stderr).to.include('invoicing in test mode')
      expect((await examined({ PAYLINK_SANDBOX: '0' }))[0]).to.include({ ok: false })
      expect((await served()).body).to.deep.equal(before)
    })

    it('plugins list: has the plugin', async () => {
      const plugins = (await site.ask('plugins', 'list')) as { id: string }[]
      expect(plugins.find(({ id }) => id === 'invoicing_provider')).to.include({
        ...{ kind: 'invoicing', origin: 'built-in', status: 'active', reason: null },
      })
    })
  })
}
