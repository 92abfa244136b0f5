import { expect } from 'chai'
import { linkBody, TestAppliance } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'

for (const engine of ENGINES) {
  describe(`creating a link on ${engine}`, () => {
    let paylink: TestAppliance
    before(async () => (paylink = await TestAppliance.start(engine)))
    after(() => paylink.stop())

    it('answers 201 with the created shape (R27, R103)', async () => {
      const reply = await paylink.post('/v1/payment_links', linkBody({ metadata: { a: 1 } }), { idempotencyKey: 'k1' })
      expect(reply.status).to.equal(201)
      expect(Object.keys(reply.body)).to.deep.equal([
        'object',
        'id',
        'livemode',
        'status',
        'url',
        'amountCentavos',
        'currency',
        'expiresAt',
        'metadata',
      ])
      expect(reply.body.id).to.match(/^plink_[0-7][0-9a-z]{25}$/)
      expect(reply.headers.get('idempotency-replayed')).to.equal('false')
    })
  })
}
