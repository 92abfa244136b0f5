import { createHmac } from 'node:crypto'
import { expect } from 'chai'
import { adapter, rejection, Sandbox, scriptedContext, scriptedHttp, type Notification } from './harness.js'

const HOOK = 'https://pay.example.com/hooks/invoicing_provider/conn_1'

describe('a notification from Facturapi', () => {
  let sandbox: Sandbox
  let webhookSecret = ''
  let webhookId = ''
  beforeEach(async () => {
    sandbox = new Sandbox()
    await sandbox.start()
    const registered = await sandbox.provider.registerWebhook!(HOOK, sandbox.context())
    webhookSecret = registered.config!['webhookSecret'] as string
    webhookId = registered.id
  })
  afterEach(() => sandbox.stop())

  const raw = (headers: Record<string, string>, body: string | Uint8Array) => ({
    headers,
    rawBody: typeof body === 'string' ? new TextEncoder().encode(body) : body,
    receivedAt: new Date(sandbox.now).toISOString(),
  })
  const verify = ({ headers, body }: Pick<Notification, 'headers' | 'body'>, secret = webhookSecret) =>
    sandbox.provider.verifyWebhook(raw(headers, body), sandbox.context({ webhookSecret: secret }))
  const signed = (body: string, secret = webhookSecret) => ({
    body,
    headers: { 'facturapi-signature': createHmac('sha256', secret).update(body).digest('hex') },
  })
  const stampedLater = async () => {
    await sandbox.behave({ stampSeconds: '5' })
    const { providerRef } = await sandbox.stamp()
    const ref = { providerRef, invoiceId: 'inv_1' }
    sandbox.pass(5)
    await sandbox.provider.retrieve(ref, sandbox.context())
    return ref
  }

  it('comes once after an asynchronous stamp, is verified, and names the invoice', async () => {
    const ref = await stampedLater()
    await sandbox.provider.retrieve(ref, sandbox.context())
    expect(sandbox.notifications.map(({ url }) => url)).to.deep.equal([HOOK])
    const hint = await verify(sandbox.notifications[0]!)
    expect(hint).to.deep.include({ eventType: 'invoice.status_updated', subjects: [ref] })
    expect(hint.eventId).to.be.a('string').that.is.not.empty
  })

  it('does not come for synchronous changes', async () => {
    await sandbox.stamp()
    expect(sandbox.notifications).to.deep.equal([])
  })

  it('comes when a cancellation was acknowledged or refused', async () => {
    const { providerRef } = await sandbox.stamp()
    const ref = { providerRef, invoiceId: 'inv_1' }
    await sandbox.behave({ cancelRefused: 'on' })
    for (const expected of ['rejected', 'accepted']) {
      sandbox.notifications.length = 0
      await sandbox.provider.cancel({ ...ref, motivo: '02' }, sandbox.context())
      sandbox.pass(2)
      await sandbox.provider.findByReference(
        { invoiceId: 'inv_1', createdAfter: '2026-01-01T00:00:00Z' },
        sandbox.context(),
      )
      expect(sandbox.notifications).to.have.length(1)
      const hint = await verify(sandbox.notifications[0]!)
      expect(hint).to.deep.include({ eventType: 'invoice.cancellation_status_updated', subjects: [ref] })
      expect(sandbox.notifications[0]!.body).to.include(`"cancellation_status":"${expected}"`)
      await sandbox.behave({})
    }
  })

  const bad: [title: string, reason: string, change: (good: Notification) => Partial<Notification>][] = [
    ['without a signature', 'missing', () => ({ headers: {} })],
    ['with an empty signature', 'missing', () => ({ headers: { 'facturapi-signature': '' } })],
    ['with no digits for a signature', 'malformed', () => ({ headers: { 'facturapi-signature': 'x'.repeat(64) } })],
    ['with a signature too short', 'malformed', () => ({ headers: { 'facturapi-signature': 'ab' } })],
    ['with a signature too long', 'malformed', () => ({ headers: { 'facturapi-signature': 'ab'.repeat(33) } })],
    ['with another signature', 'mismatch', () => ({ headers: { 'facturapi-signature': 'ab'.repeat(32) } })],
    ['changed on its way', 'mismatch', ({ body }) => ({ body: `${body} ` })],
    ['signed with another secret', 'mismatch', ({ body }) => signed(body, 'other')],
    ['signed, and no JSON', 'malformed', () => signed('hello')],
    ['signed, and no event', 'malformed', () => signed('[]')],
    ['signed, and without an id', 'malformed', () => signed('{"type":"invoice.status_updated"}')],
  ]
  for (const [title, reason, change] of bad) {
    it(`${title} is rejected: ${reason}`, async () => {
      await stampedLater()
      const good = sandbox.notifications[0]!
      expect((await rejection(verify({ ...good, ...change(good) }))).reason).to.equal(reason)
    })
  }

  it('is rejected without a secret', async () => {
    expect((await rejection(verify(signed('{"id":"e","type":"t"}', ''), ''))).reason).to.equal('mismatch')
  })

  it('is verified on its raw bytes', async () => {
    const body = Buffer.from('{"id":"e\u00e9","type":"t","data":{}}', 'latin1')
    const headers = { 'facturapi-signature': createHmac('sha256', webhookSecret).update(body).digest('hex') }
    const hint = await sandbox.provider.verifyWebhook(raw(headers, body), sandbox.context({ webhookSecret }))
    expect(hint.subjects).to.deep.equal([])
  })

  const strangers = [
    '{"id":"e","type":"ping"}',
    '{"id":"e","type":"receipt.status_updated","data":{"type":"receipt","object":{"id":"r"}}}',
    '{"id":"e","type":"invoice.status_updated","data":{"type":"invoice","object":{}}}',
    '{"id":"e","type":"invoice.status_updated","data":{"type":"invoice","object":null}}',
  ]
  for (const body of strangers) {
    it(`${body} has no subjects`, async () => {
      expect((await verify(signed(body))).subjects).to.deep.equal([])
    })
  }

  it('stops after unregistering, which may be repeated', async () => {
    await sandbox.provider.unregisterWebhook!(webhookId, sandbox.context())
    await sandbox.provider.unregisterWebhook!(webhookId, sandbox.context())
    await stampedLater()
    expect(sandbox.notifications).to.deep.equal([])
  })

  it('an already registered address gets a webhook with a known secret', async () => {
    const again = await sandbox.provider.registerWebhook!(HOOK, sandbox.context())
    expect(again.id).to.not.equal(webhookId)
    expect(again.config!['webhookSecret']).to.not.equal(webhookSecret)
    await stampedLater()
    expect(sandbox.notifications).to.have.length(1)
    expect((await verify(sandbox.notifications[0]!, again.config!['webhookSecret'] as string)).subjects).to.have.length(
      1,
    )
  })

  it('an address that Facturapi refuses is an error', async () => {
    const body = { ok: false, code: 'invalid_request', message: 'url must be https', path: 'url' }
    const { http } = scriptedHttp(() => ({ status: 400, body }))
    expect((await rejection(adapter.registerWebhook!(HOOK, scriptedContext(http)))).fault).to.equal('rejected')
  })

  it('a webhook without a secret is an error', async () => {
    const { http, requests } = scriptedHttp(() => ({ status: 200, body: { id: 'w' } }))
    expect((await rejection(adapter.registerWebhook!(HOOK, scriptedContext(http)))).fault).to.equal('unknown')
    expect(requests.map(({ method }) => method)).to.deep.equal(['POST', 'DELETE', 'POST'])
  })
})
