import { expect } from 'chai'
import { TestAppliance } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'
import { linkThatIs, type Situation } from '../support/links.js'
import { Merchant } from '../support/merchants.js'
import { expectProblem } from '../support/problems.js'

const refused: [Situation, number, string][] = [
  ['paid', 409, 'link_already_paid'],
  ['expired', 410, 'link_expired'],
  ['lapsed', 410, 'link_expired'],
]

for (const engine of ENGINES) {
  describe(`disabling a link on ${engine}`, () => {
    let paylink: TestAppliance
    let merchant: Merchant
    before(async () => {
      paylink = await TestAppliance.start(engine, {}, { http: true, jobs: false })
      merchant = await Merchant.join(paylink)
    })
    after(() => paylink.stop())

    const at = (id: string): string => `/v1/payment_links/${id}`

    it('disables an active link with one event (R80, R107, R149)', async () => {
      const { id } = await merchant.createLink()
      const before = (await merchant.get(at(id))).body
      const reply = await merchant.post(`${at(id)}/disable`)
      expect(reply.status).to.equal(200)
      expect(reply.body).to.deep.equal({ ...before, status: 'disabled' })
      expect(reply.headers.has('idempotency-replayed')).to.equal(false)
      expect((await merchant.get(at(id))).body).to.deep.equal(reply.body)
      expect(await paylink.eventTypes(id)).to.deep.equal(['payment_link.disabled'])
    })

    it('sends an event with the link as the API returns it (R155, R206)', async () => {
      const { id } = await merchant.createLink({ metadata: { a: 1 } })
      const { body } = await merchant.post(`${at(id)}/disable`)
      const [payload] = await paylink.db('events').where({ object_id: id }).pluck('payload')
      const event = JSON.parse(payload as string)
      expect(Object.keys(event)).to.have.members([
        ...['id', 'object', 'type', 'createdAt', 'livemode', 'apiVersion', 'data'],
      ])
      expect(event).to.deep.include({ object: 'event', livemode: false, apiVersion: '0.0.1', data: { object: body } })
    })

    it('answers 200 for a disabled link, without a second event (R228)', async () => {
      const id = await linkThatIs('disabled', paylink, merchant)
      const before = (await merchant.get(at(id))).body
      const reply = await merchant.post(`${at(id)}/disable`)
      expect(reply.status).to.equal(200)
      expect(reply.body).to.deep.equal(before)
      expect(await paylink.eventTypes(id)).to.deep.equal(['payment_link.disabled'])
    })

    it('sends one event for concurrent requests (I25)', async () => {
      const { id } = await merchant.createLink()
      const replies = await Promise.all(Array.from({ length: 20 }, () => merchant.post(`${at(id)}/disable`)))
      for (const { status, body } of replies) expect([status, body.status]).to.deep.equal([200, 'disabled'])
      expect(await paylink.eventTypes(id)).to.deep.equal(['payment_link.disabled'])
    })

    for (const [situation, status, code] of refused) {
      it(`does not change a link that is ${situation}: ${status} ${code} (R82, R162, R226, R228)`, async () => {
        const id = await linkThatIs(situation, paylink, merchant)
        const before = (await merchant.get(at(id))).body
        const events = await paylink.eventTypes(id)
        expectProblem(await merchant.post(`${at(id)}/disable`), status, code)
        expect((await merchant.get(at(id))).body).to.deep.equal(before)
        expect(await paylink.eventTypes(id)).to.deep.equal(events)
      })
    }

    it('keeps a disabled link disabled past its expiry (R83)', async () => {
      const { id } = await merchant.createLink({ expiresAt: new Date(paylink.clock.now().getTime() + 1000) })
      await merchant.post(`${at(id)}/disable`)
      paylink.clock.advance(5000)
      expect((await merchant.get(at(id))).body.status).to.equal('disabled')
      expect((await merchant.post(`${at(id)}/disable`)).status).to.equal(200)
    })

    it('accepts no body or an empty object (R73, R107)', async () => {
      const { id } = await merchant.createLink()
      for (const body of [{ reason: 'x' }, [1], 'x', 0, null]) {
        expectProblem(await merchant.post(`${at(id)}/disable`, body), 400, 'validation_error', 'body')
      }
      expect((await merchant.post(`${at(id)}/disable`, {})).status).to.equal(200)
    })

    it('does not find a link of another account (R161)', async () => {
      const foreign = await paylink.createLink()
      for (const id of [foreign.id, 'plink_00000000000000000000000000']) {
        expectProblem(await merchant.post(`${at(id)}/disable`), 404, 'not_found')
      }
      expect((await paylink.get(at(foreign.id))).body.status).to.equal('active')
    })
  })
}
