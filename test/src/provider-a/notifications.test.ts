import { createHmac } from 'node:crypto'
import type { WebhookHint } from '@paylink/plugin-api'
import { expect } from 'chai'
import { rejection, Sandbox, type Notification } from './harness.js'

const HOOK = 'https://pay.example.com/hooks/provider_a/conn_1'

describe('a notification from Stripe', () => {
  const sandbox = new Sandbox()
  let secret = ''
  let endpointId = ''
  before(async () => {
    await sandbox.start()
    const registered = await sandbox.provider.registerWebhook!(HOOK, sandbox.context())
    secret = registered.config!['webhookSecret'] as string
    endpointId = registered.id
  })
  after(() => sandbox.stop())

  const verify = (
    notification: Notification,
    changes: { body?: string; headers?: Record<string, string>; at?: number; secret?: string } = {},
  ) =>
    sandbox.provider.verifyWebhook(
      {
        headers: changes.headers ?? notification.headers,
        rawBody: new TextEncoder().encode(changes.body ?? notification.body),
        receivedAt: new Date(changes.at ?? sandbox.now).toISOString(),
      },
      sandbox.context({ webhookSecret: changes.secret ?? secret }),
    )
  const pay = async (paymentId: string, ...outcomes: string[]) => {
    const { handle } = await sandbox.open({ paymentId })
    sandbox.notifications.length = 0
    for (const outcome of outcomes) await sandbox.page('POST', handle.redirectUrl, outcome)
    return handle
  }
  const signed = (body: string, at = sandbox.now, key = secret): Record<string, string> => {
    const t = Math.floor(at / 1000)
    return { 'stripe-signature': `t=${t},v1=${createHmac('sha256', key).update(`${t}.${body}`).digest('hex')}` }
  }

  it('is accepted when signed, and names the session and our payment', async () => {
    const handle = await pay('pay_n1', 'succeed')
    expect(sandbox.notifications.map(({ url }) => url)).to.deep.equal([HOOK])
    const hint = await verify(sandbox.notifications[0]!)
    expect(hint.eventType).to.equal('checkout.session.completed')
    expect(hint.eventId).to.match(/^evt_/)
    expect(hint.subjects).to.deep.equal([{ providerRef: handle.providerRef, paymentId: 'pay_n1' }])
  })

  const lives: [title: string, outcomes: string[], events: string[]][] = [
    ['paid cash', ['cash_later', 'succeed'], ['completed', 'async_payment_succeeded']],
    ['expired voucher', ['cash_later', 'expire', 'expire', 'succeed'], ['completed', 'async_payment_failed']],
    ['declined and paid twice', ['decline', 'succeed', 'succeed'], ['completed']],
    ['left', ['cancel'], []],
  ]
  for (const [title, outcomes, events] of lives) {
    it(`is sent once for each event: ${title}`, async () => {
      await pay(`pay_${title}`, ...outcomes)
      const hints = await Promise.all(sandbox.notifications.map((notification) => verify(notification)))
      expect(hints.map((hint: WebhookHint) => hint.eventType)).to.deep.equal(
        events.map((name) => `checkout.session.${name}`),
      )
    })
  }

  it('is sent once when a session expires, however often it is retrieved', async () => {
    const handle = await pay('pay_n_expired')
    sandbox.pass(3601)
    await sandbox.page('GET', handle.redirectUrl)
    await sandbox.page('GET', handle.redirectUrl)
    expect(
      await Promise.all(sandbox.notifications.map((one) => verify(one).then((hint) => hint.eventType))),
    ).to.deep.equal(['checkout.session.expired'])
  })

  it('of a refund names our payment', async () => {
    const handle = await pay('pay_n_refund', 'succeed')
    const session = await sandbox.api('GET', `/v1/checkout/sessions/${handle.providerRef}`)
    await sandbox.api('POST', '/v1/refunds', { payment_intent: session.json.payment_intent })
    const hint = await verify(sandbox.notifications.at(-1)!)
    expect(hint).to.deep.include({ eventType: 'charge.refunded', subjects: [{ paymentId: 'pay_n_refund' }] })
  })

  it('about another object concerns no payment', async () => {
    const body = JSON.stringify({ id: 'evt_x', type: 'balance.available', data: { object: { object: 'balance' } } })
    expect((await verify({ url: HOOK, headers: signed(body), body })).subjects).to.deep.equal([])
  })

  describe('is refused', () => {
    let good: Notification
    before(async () => {
      await pay('pay_n_bad', 'succeed')
      good = sandbox.notifications[0]!
    })
    const reason = async (changes: Parameters<typeof verify>[1]) => (await rejection(verify(good, changes))).reason

    it('without a signature', async () => expect(await reason({ headers: {} })).to.equal('missing'))
    for (const header of ['nonsense', 't=1', 'v1=00', 't=x,v1=00', 't=1,t=2,v1=00', 't=1,v0=00']) {
      it(`with the header ${header}`, async () =>
        expect(await reason({ headers: { 'stripe-signature': header } })).to.equal('malformed'))
    }
    it('with another secret, or none', async () => {
      expect(await reason({ secret: 'whsec_another' })).to.equal('mismatch')
      expect(await reason({ secret: '' })).to.equal('mismatch')
    })
    it('with another body', async () => {
      expect(await reason({ body: good.body.replace('pay_n_bad', 'pay_n_bae') })).to.equal('mismatch')
      expect(await reason({ body: `${good.body} ` })).to.equal('mismatch')
      expect(await reason({ body: '' })).to.equal('mismatch')
    })
    it('with another time', async () => {
      const later = good.headers['stripe-signature']!.replace(/t=(\d+)/, (_, t) => `t=${Number(t) + 1}`)
      expect(await reason({ headers: { 'stripe-signature': later } })).to.equal('mismatch')
    })
    it('more than five minutes late or early', async () => {
      expect(await reason({ at: sandbox.now + 301_000 })).to.equal('stale')
      expect(await reason({ at: sandbox.now - 301_000 })).to.equal('stale')
      expect((await verify(good, { at: sandbox.now + 300_000 })).eventType).to.equal('checkout.session.completed')
    })
    it('when the signed body is not an event', async () => {
      for (const body of ['[]', 'null', '{}', 'text']) {
        expect(await reason({ body, headers: signed(body) }), body).to.equal('malformed')
      }
    })
  })

  it('signed with the former and the current secret is accepted', async () => {
    await pay('pay_n_rotated', 'succeed')
    const { body } = sandbox.notifications[0]!
    const present = signed(body)['stripe-signature']!
    const header = `${present},v1=${'0'.repeat(64)}`
    expect((await verify(sandbox.notifications[0]!, { headers: { 'stripe-signature': header } })).eventId).to.match(
      /^evt_/,
    )
  })

  describe('after the address was unregistered', () => {
    it('is no longer sent, and unregistering twice is fine', async () => {
      await sandbox.provider.unregisterWebhook!(endpointId, sandbox.context())
      await sandbox.provider.unregisterWebhook!(endpointId, sandbox.context())
      await pay('pay_n_silent', 'succeed')
      expect(sandbox.notifications).to.deep.equal([])
    })
  })
})
