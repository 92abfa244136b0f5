import { expect } from 'chai'
import { MAX_REPEATS_PER_MINUTE, OpeningLimits } from '@paylink/core/checkout/opening-limits'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@paylink/core/kernel/clock'
import { PaymentLinks } from '@paylink/core/payment-links/payment-links.repository'
import { eventually, TestAppliance } from '../support/appliance.js'

const IN_SPANISH = { 'Accept-Language': 'es-MX' }
const IN_ENGLISH = { 'Accept-Language': 'en' }

// Counted in memory: the engine has no part in it.
describe('a link whose checkouts are opened and closed again and again', () => {
  let paylink: TestAppliance
  before(async () => (paylink = await TestAppliance.start('sqlite')))
  after(() => paylink.stop())

  const press = (link: { url: string }, fields: object = {}, headers = IN_SPANISH) =>
    paylink.form(`${link.url}/checkout`, { provider: 'provider_a', ...fields }, headers)
  const sessions = async (): Promise<number> =>
    (await paylink.atProvider('GET', '/v1/checkout/sessions?limit=100')).data.length
  /** What ends a checkout at the provider, and not by a press of ours. */
  const expireAtProvider = async (linkId: string): Promise<void> => {
    const [{ providerRef }] = await paylink.paymentsOf(linkId)
    await paylink.atProvider('POST', `/v1/checkout/sessions/${providerRef}/expire`)
    await eventually(
      () => paylink.get(`/v1/payment_links/${linkId}`),
      ({ body }) => body.status === 'active',
    )
  }

  it('asks the provider at most ten times a minute, and keeps what is open', async () => {
    const link = await paylink.createLink()
    let open = await paylink.openCheckout(link)
    for (let again = 0; again < 5; again++) {
      const reply = await press(link, { startOver: '1' })
      expect(reply.status).to.equal(303)
      open = reply.headers.get('location') ?? ''
    }
    const made = await sessions()
    for (const [headers, words] of [
      [IN_SPANISH, 'dejamos abierto el pago que ya estaba'],
      [IN_ENGLISH, 'we kept the payment that was already open'],
    ] as const) {
      const refused = await press(link, { startOver: '1' }, headers)
      expect(refused.status).to.equal(429)
      expect(Number(refused.headers.get('retry-after'))).to.be.within(1, 60)
      expect(refused.headers.get('content-type')).to.match(/^text\/html/)
      expect(await refused.text()).to.include(words)
    }
    expect(await sessions()).to.equal(made)
    // A payer may still resume, which does not call the provider. Other links are not affected.
    expect(await paylink.openCheckout(link)).to.equal(open)
    await paylink.openCheckout(await paylink.createLink())
    paylink.clock.advance(MINUTE_MS + 1)
    expect((await press(link, { startOver: '1' })).status).to.equal(303)
  })

  it('says so where nothing is open, too, and is open to the payer a minute later', async () => {
    const link = await paylink.createLink()
    for (let again = 0; again < 10; again++) {
      await paylink.openCheckout(link)
      await expireAtProvider(link.id)
    }
    for (const [headers, words] of [
      [IN_SPANISH, 'No se te cobró nada. Espera un minuto'],
      [IN_ENGLISH, 'You haven’t been charged. Wait a minute'],
    ] as const) {
      const refused = await press(link, {}, headers)
      expect(refused.status).to.equal(429)
      expect(await refused.text()).to.include(words)
    }
    expect(await paylink.paymentsOf(link.id)).to.have.length(10)
    expect((await fetch(link.url)).status).to.equal(200)
    paylink.clock.advance(MINUTE_MS + 1)
    await paylink.openCheckout(link)
  })

  it('opens twenty checkouts of a link within a day, and then resumes the open one only', async () => {
    const link = await paylink.createLink()
    let open = await paylink.openCheckout(link)
    for (let again = 1; again < 20; again++) {
      paylink.clock.advance(10 * SECOND_MS)
      open = (await press(link, { startOver: '1' })).headers.get('location') ?? ''
    }
    paylink.clock.advance(HOUR_MS)
    for (const [headers, words] of [
      [IN_SPANISH, 'Hoy hubo demasiados intentos con este enlace'],
      [IN_ENGLISH, 'Too many attempts today'],
    ] as const) {
      const refused = await press(link, { startOver: '1' }, headers)
      expect(refused.status).to.equal(429)
      expect(Number(refused.headers.get('retry-after'))).to.be.within(22 * 3600, 23 * 3600)
      expect(await refused.text()).to.include(words)
    }
    expect(await paylink.paymentsOf(link.id)).to.have.length(20)
    expect(await paylink.openCheckout(link)).to.equal(open)
    // It is counted from the rows: another process knows of it, too.
    await expireAtProvider(link.id)
    const refused = await press(link, {}, IN_ENGLISH)
    expect([refused.status, await refused.text()].join()).to.match(
      /^429.*You haven’t been charged. Come back tomorrow/s,
    )
    paylink.clock.advance(23 * HOUR_MS)
    await paylink.openCheckout(link)
  })

  it('opens checkouts of an account again a bounded number of times a minute, and the first of each link always', async () => {
    const limits = paylink.container.get(OpeningLimits)
    const link = await paylink.createLink()
    const seen = await paylink.container
      .get(PaymentLinks)
      .find({ accountId: paylink.account.id, livemode: false }, link.id)
    const spent = { ...seen!, id: 'plink_of_a_crowd' }
    const again = { isFirst: false }
    for (let count = 0; count < MAX_REPEATS_PER_MINUTE; count++) limits.countChange(spent, again)
    await paylink.openCheckout(link)
    const refused = await press(link, { startOver: '1' })
    expect(refused.status).to.equal(429)
    expect(Number(refused.headers.get('retry-after'))).to.be.within(1, 60)
    expect(await paylink.paymentsOf(link.id)).to.have.length(1)
    limits.countChange({ ...spent, livemode: true }, again)
    paylink.clock.advance(MINUTE_MS + 1)
    expect((await press(link, { startOver: '1' })).status).to.equal(303)
  })

  it('does not count presses that reach no provider', async () => {
    const link = await paylink.createLink()
    const replies = await Promise.all(Array.from({ length: 30 }, () => press(link)))
    for (const { status } of replies) expect(status).to.be.oneOf([303, 409])
    for (let again = 0; again < 15; again++) expect((await press(link)).status).to.equal(303)
    expect((await press(link, { startOver: '1' })).status).to.equal(303)
    expect(await paylink.paymentsOf(link.id)).to.have.length(2)
  })
})
