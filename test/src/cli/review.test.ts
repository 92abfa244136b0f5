import type { PaymentLinkView } from '@paylink/core/payment-links/payment-link.view'
import { connect } from '@paylink/core/database/connect'
import { expect } from 'chai'
import { type Installation, runningInstallation } from '../support/command.js'

/** Commands do not depend on the engine, and take a second each; checkout/review tests the effects on both. */
describe('paylink review, while the server runs (R238)', () => {
  let site: Installation
  let key: string
  before(async () => ({ site, key } = await runningInstallation('sqlite')))
  after(() => site.remove())

  const press = (address: string, form: Record<string, string>): Promise<Response> =>
    fetch(address, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })

  /** A payment of one centavo more than the link. */
  async function mismatch(): Promise<{ link: PaymentLinkView; payment: any }> {
    await site.ask('sandbox', 'fault', 'provider_a', 'notification_lost')
    const link = (await site.createLink(key)).body
    const checkout = await press(`${link.url}/checkout`, { provider: 'provider_a' })
    await press(checkout.headers.get('location') ?? '', { outcome: 'succeed' })
    const payments = (await site.call('GET', '/v1/payments?limit=100', key)).body.data
    const payment = payments.find(({ linkId }: { linkId: string }) => linkId === link.id)
    const { writer, close } = connect(site.env['PAYLINK_DATABASE_URL'] ?? '')
    await writer('payments').where({ id: payment.id }).update({ amount_centavos: 14_999 })
    await close()
    const synced = await site.call('POST', `/v1/payments/${payment.id}/sync`, key, {})
    expect(synced.body).to.include({ status: 'pending', outcome: 'needs_review' })
    return { link, payment }
  }

  it('shows the evidence, applies a decision, and records who, what and why', async () => {
    const { link, payment } = await mismatch()
    const [listed, shown, refused] = await Promise.all([
      site.ask('review', 'list'),
      site.ask('review', 'show', payment.id),
      site.run('review', 'resolve', payment.id, '--as', 'failed', '--reason', 'no llegó nada'),
    ])
    expect(listed).to.have.length(1)
    expect(listed[0]).to.include({ paymentId: payment.id, linkId: link.id, reason: 'mismatch' })
    expect(JSON.stringify(shown)).to.include(payment.providerRef).and.include('15000')
    expect(refused.code).to.equal(1)
    expect(refused.stderr).to.match(/confirms money/)

    const decided = ['review', 'resolve', payment.id, '--accept', '--reason', 'el cliente pagó un centavo de más']
    expect(await site.ask(...decided)).to.include({ status: 'succeeded', amountCentavos: 15_000 })
    expect((await site.call('GET', `/v1/payment_links/${link.id}`, key)).body.status).to.equal('paid')
    const [empty, again, entries, chain, health] = await Promise.all([
      site.ask('review', 'list'),
      site.run(...decided),
      site.ask('audit', 'list'),
      site.ask('audit', 'verify'),
      site.run('doctor', '--json'),
    ])
    expect(empty).to.deep.equal([])
    expect(again.code).to.equal(1)
    expect(again.stderr).to.match(/not under review/)
    const entry = entries.find(({ action }: { action: string }) => action === 'review.resolved')
    expect(entry).to.include({ actor: 'operator', surface: 'cli', target: payment.id })
    expect(entry.details).to.deep.include({ reason: 'el cliente pagó un centavo de más', review: 'mismatch' })
    expect(chain).to.include({ ok: true })
    expect(health.code, health.stdout).to.equal(0)
  })
})
