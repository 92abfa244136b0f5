import { createSign, generateKeyPairSync } from 'node:crypto'
import { expect } from 'chai'
import { rejection, Sandbox, type Notification } from './harness.js'

const HOOK = 'https://pay.example.com/hooks/provider_b/conn_1'

const keyPair = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 1024,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
const MINE = keyPair()
const signed = (body: string) => ({
  url: HOOK,
  body,
  headers: { digest: createSign('sha256').update(body).sign(MINE.privateKey, 'base64') },
})

describe('a notification from Conekta', () => {
  const sandbox = new Sandbox()
  let webhookPublicKey = ''
  let webhookId = ''
  before(async () => {
    await sandbox.start()
    const registered = await sandbox.provider.registerWebhook!(HOOK, sandbox.context())
    webhookPublicKey = registered.config!['webhookPublicKey'] as string
    webhookId = registered.id
  })
  after(() => sandbox.stop())

  const verify = (
    notification: Notification,
    changes: { body?: string | Uint8Array; headers?: Record<string, string>; key?: string; at?: number } = {},
  ) => {
    const body = changes.body ?? notification.body
    return sandbox.provider.verifyWebhook(
      {
        headers: changes.headers ?? notification.headers,
        rawBody: typeof body === 'string' ? new TextEncoder().encode(body) : body,
        receivedAt: new Date(changes.at ?? sandbox.now).toISOString(),
      },
      sandbox.context({ webhookPublicKey: changes.key ?? webhookPublicKey }),
    )
  }
  const play = async (paymentId: string, ...outcomes: string[]) => {
    const { handle, ref } = await sandbox.open({ paymentId })
    sandbox.notifications.length = 0
    for (const outcome of outcomes) await sandbox.page('POST', handle.redirectUrl, outcome)
    return { handle, ref }
  }
  const types = () =>
    Promise.all(sandbox.notifications.map((notification) => verify(notification).then(({ eventType }) => eventType)))

  it('is accepted when signed, and names the order and our payment', async () => {
    const { ref } = await play('pay_n1', 'succeed')
    expect(sandbox.notifications.map(({ url }) => url)).to.deep.equal([HOOK])
    const hint = await verify(sandbox.notifications[0]!)
    expect(hint.eventType).to.equal('order.paid')
    expect(hint.eventId).to.be.a('string')
    expect(hint.subjects).to.deep.equal([{ providerRef: ref.providerRef, paymentId: 'pay_n1' }])
  })

  const lives: [title: string, outcomes: string[], events: string[]][] = [
    ['paid cash', ['cash_later', 'succeed'], ['order.pending_payment', 'order.paid']],
    ['expired transfer', ['transfer_later', 'expire', 'succeed'], ['order.pending_payment', 'order.expired']],
    ['declined and paid twice', ['decline', 'succeed', 'succeed'], ['charge.declined', 'order.paid']],
    ['refunded', ['succeed', 'refund', 'refund'], ['order.paid', 'order.refunded']],
    ['left', ['cancel'], []],
  ]
  for (const [title, outcomes, events] of lives) {
    it(`is sent once for each event: ${title}`, async () => {
      await play(`pay_${title}`, ...outcomes)
      expect(await types()).to.deep.equal(events)
    })
  }

  it('is sent once when an order expires or is closed, however often it is retrieved', async () => {
    const { handle } = await play('pay_n_expired')
    sandbox.pass(3601)
    await sandbox.page('GET', handle.redirectUrl)
    await sandbox.page('GET', handle.redirectUrl)
    expect(await types()).to.deep.equal(['order.expired'])
    const { ref } = await play('pay_n_canceled')
    await sandbox.provider.expireCheckout!(ref, sandbox.context())
    await sandbox.provider.expireCheckout!(ref, sandbox.context())
    expect(await types()).to.deep.equal(['order.canceled'])
  })

  it('is sent for each partial refund', async () => {
    const { handle, ref } = await play('pay_n_parts', 'succeed')
    sandbox.notifications.length = 0
    for (const amount of ['1000', '']) await sandbox.page('POST', handle.redirectUrl, 'refund', { amount })
    expect(await types()).to.deep.equal(['order.partially_refunded', 'order.refunded'])
    expect((await verify(sandbox.notifications[0]!)).subjects).to.deep.equal([ref])
  })

  it('of a charge names its order', async () => {
    const { ref } = await play('pay_n_charge', 'decline')
    expect((await verify(sandbox.notifications[0]!)).subjects).to.deep.equal([{ providerRef: ref.providerRef }])
  })

  it('that only tests the address concerns no payment', async () => {
    sandbox.notifications.length = 0
    await sandbox.api('POST', `/webhooks/${webhookId}/test`)
    const hint = await verify(sandbox.notifications[0]!)
    expect(hint).to.deep.include({ eventType: 'webhook_ping', subjects: [] })
  })

  it('about another object concerns no payment', async () => {
    const bodies = [{ object: { object: 'customer', id: 'cus_1' } }, { object: { object: 'charge' } }, {}, null]
    for (const data of bodies) {
      const body = JSON.stringify({ id: 'e1', type: 'customer.created', data })
      expect((await verify(signed(body), { key: MINE.publicKey })).subjects).to.deep.equal([])
    }
  })

  it('is accepted days later: Conekta retries, and its signature holds no time', async () => {
    await play('pay_n_late', 'succeed')
    const late = await verify(sandbox.notifications[0]!, { at: sandbox.now + 3 * 86_400_000 })
    expect(late.eventType).to.equal('order.paid')
  })

  it('is accepted under any active key, however it was pasted', async () => {
    await play('pay_n_keys', 'succeed')
    const [good] = sandbox.notifications
    const keys = [
      `${MINE.publicKey}\n${webhookPublicKey}`,
      webhookPublicKey.replaceAll('\n', '\\n'),
      webhookPublicKey.replaceAll('\n', '\r\n'),
    ]
    for (const key of keys) expect((await verify(good!, { key })).eventType).to.equal('order.paid')
  })

  describe('is refused', () => {
    let good: Notification
    before(async () => {
      await play('pay_n_bad', 'succeed')
      good = sandbox.notifications[0]!
    })
    const reason = async (changes: Parameters<typeof verify>[1]) => (await rejection(verify(good, changes))).reason

    it('without a signature', async () => expect(await reason({ headers: {} })).to.equal('missing'))
    for (const digest of ['-', 'sha-256=abcd', 'ab cd', '====']) {
      it(`with the header ${digest}`, async () => expect(await reason({ headers: { digest } })).to.equal('malformed'))
    }
    it('with another signature, or a part of its own', async () => {
      expect(await reason({ headers: { digest: 'AAAA' } })).to.equal('mismatch')
      expect(await reason({ headers: { digest: good.headers['digest']!.slice(0, 80) } })).to.equal('mismatch')
    })
    it('with another key, none, or an invalid one', async () => {
      const noKey = '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----'
      for (const key of [MINE.publicKey, '', 'text', noKey]) expect(await reason({ key }), key).to.equal('mismatch')
    })
    it('with another body, to the byte', async () => {
      expect(await reason({ body: good.body.replace('pay_n_bad', 'pay_n_bae') })).to.equal('mismatch')
      expect(await reason({ body: `${good.body} ` })).to.equal('mismatch')
      expect(await reason({ body: '' })).to.equal('mismatch')
      expect(await reason({ body: new Uint8Array([0xff, 0xfe]) })).to.equal('mismatch')
    })
    it('when the signed body is not an event', async () => {
      for (const body of ['[]', 'null', '{}', 'text', '{"id":1,"type":"order.paid"}']) {
        const error = await rejection(verify(signed(body), { key: MINE.publicKey }))
        expect(error.reason, body).to.equal('malformed')
      }
    })
  })

  it('is registered again under the account’s active keys', async () => {
    const again = await sandbox.provider.registerWebhook!(HOOK, sandbox.context())
    expect(again.config!['webhookPublicKey']).to.equal(webhookPublicKey)
    await sandbox.provider.unregisterWebhook!(again.id, sandbox.context())
  })

  describe('after the address was unregistered', () => {
    it('is no longer sent, and unregistering twice is fine', async () => {
      await sandbox.provider.unregisterWebhook!(webhookId, sandbox.context())
      await sandbox.provider.unregisterWebhook!(webhookId, sandbox.context())
      await play('pay_n_silent', 'succeed')
      expect(sandbox.notifications).to.deep.equal([])
    })
  })
})
