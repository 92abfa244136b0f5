import { DatabaseUnavailableError } from '@paylink/core/database/outage'
import { UnitOfWork } from '@paylink/core/database/unit-of-work'
import { SECOND_MS } from '@paylink/core/kernel/clock'
import { Payments } from '@paylink/core/payments/payments.repository'
import { RecordProviderState } from '@paylink/core/payments/record-provider-state'
import { VerificationLease } from '@paylink/core/payments/verification-lease.repository'
import { expect } from 'chai'
import { eventually, TestAppliance } from '../support/appliance.js'
import { broken } from '../support/broken.js'
import { ENGINES } from '../support/engines.js'

const lost = () => Promise.reject(new DatabaseUnavailableError('lost', 'the connection was closed'))

for (const engine of ENGINES) {
  describe(`a verification that loses its connection to the database, on ${engine} (I20, I35)`, () => {
    let paylink: TestAppliance
    beforeEach(async () => {
      paylink = await TestAppliance.start(engine, {}, { http: true, jobs: false })
      paylink.timer.haste = 20
      // The lease cannot expire.
      paylink.clock.stop()
    })
    afterEach(() => paylink.stop())

    const press = async (link: { url: string }): Promise<number> =>
      (await paylink.form(`${link.url}/checkout`, { provider: 'provider_b' })).status
    const tokenOf = async (linkId: string): Promise<string | null> =>
      (await paylink.db('payments').where({ link_id: linkId }).first()).verifying_token
    const becomesFree = (linkId: string) =>
      eventually(
        () => tokenOf(linkId),
        (token) => token === null,
      )

    it('releases the lease of a checkout that could not be recorded: the next verification adopts it', async () => {
      const link = await paylink.createLink()
      const mend = broken(paylink.container.get(RecordProviderState), (service) => service.recordOpened, lost)
      expect(await press(link)).to.equal(503)
      mend()
      await becomesFree(link.id)
      await paylink.sweepAfter(16 * SECOND_MS)
      const [payment] = await paylink.paymentsOf(link.id)
      expect(payment.providerRef).to.not.match(/^creating:/)
      expect(await press(link)).to.equal(303)
    })

    it('releases it once the database is back', async () => {
      const link = await paylink.createLink()
      await paylink.openCheckout(link)
      const [{ id }] = await paylink.paymentsOf(link.id)
      let tried = 0
      const mendRelease = broken(
        paylink.container.get(VerificationLease),
        (service) => service.release,
        () => {
          tried++
          return lost()
        },
      )
      const mendRecord = broken(paylink.container.get(RecordProviderState), (service) => service.recordState, lost)
      expect((await paylink.post(`/v1/payments/${id}/sync`)).status).to.equal(503)
      await eventually(
        () => Promise.resolve(tried),
        (times) => times > 2,
      )
      expect(await tokenOf(link.id)).to.be.a('string')
      mendRecord()
      mendRelease()
      await becomesFree(link.id)
      expect((await paylink.sync(id)).outcome).to.equal('pending')
    })

    it('releases a lease whose claim was committed while its answer was lost', async () => {
      const link = await paylink.createLink()
      await paylink.openCheckout(link)
      const [{ id }] = await paylink.paymentsOf(link.id)
      const unitOfWork = paylink.container.get(UnitOfWork)
      const run = unitOfWork.run.bind(unitOfWork)
      let claimed: string | null = null
      unitOfWork.run = async (work) => {
        if (claimed !== null) return lost()
        const answer = await run(work)
        claimed = await tokenOf(link.id)
        return claimed === null ? answer : lost()
      }
      expect((await paylink.post(`/v1/payments/${id}/sync`)).status).to.equal(503)
      expect(claimed).to.be.a('string')
      // Another claim, which did not take effect, is lost meanwhile.
      expect((await paylink.post(`/v1/payments/${id}/sync`)).status).to.equal(503)
      unitOfWork.run = run
      await becomesFree(link.id)
    })

    it('gives up once the lease has expired', async () => {
      const link = await paylink.createLink()
      await paylink.openCheckout(link)
      const [{ id }] = await paylink.paymentsOf(link.id)
      let tried = 0
      broken(
        paylink.container.get(VerificationLease),
        (service) => service.release,
        () => {
          tried++
          return lost()
        },
      )
      const mend = broken(paylink.container.get(Payments), (service) => service.findAny, lost)
      expect((await paylink.post(`/v1/payments/${id}/sync`)).status).to.be.oneOf([500, 503])
      mend()
      await eventually(
        () => Promise.resolve(tried),
        (times) => times > 0,
      )
      paylink.clock.advance(31 * SECOND_MS)
      expect((await paylink.post(`/v1/payments/${id}/sync`)).body).to.include({ outcome: 'pending' })
    })

    it('keeps it after any other error: what always fails is not repeated at once', async () => {
      const link = await paylink.createLink()
      await paylink.openCheckout(link)
      const [{ id }] = await paylink.paymentsOf(link.id)
      let isReleased = false
      broken(
        paylink.container.get(VerificationLease),
        (service) => service.releaseLater,
        () => {
          isReleased = true
          return lost()
        },
      )
      const mend = broken(
        paylink.container.get(RecordProviderState),
        (service) => service.recordState,
        () => Promise.reject(new Error('a row that cannot be read')),
      )
      expect((await paylink.post(`/v1/payments/${id}/sync`)).status).to.equal(500)
      mend()
      expect(isReleased).to.equal(false)
      expect(await tokenOf(link.id)).to.be.a('string')
    })
  })
}
