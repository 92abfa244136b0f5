import { associatedDataOf } from '@paylink/core/connections/connection'
import { Connections } from '@paylink/core/connections/connections.repository'
import { OpenConnection } from '@paylink/core/connections/open-connection'
import { Invoices } from '@paylink/core/invoicing/invoices.repository'
import { UnitOfWork } from '@paylink/core/database/unit-of-work'
import { DAY_MS, HOUR_MS, iso, MINUTE_MS, SECOND_MS } from '@paylink/core/kernel/clock'
import { Sealer } from '@paylink/core/secrets/sealer'
import { expect } from 'chai'
import { eventually } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'
import { InvoiceShop } from '../support/invoice-shop.js'

const STAMP = 'POST /v2/invoices'
const CANCEL = 'DELETE /v2/invoices/'
/** Longer than the caller's deadline. */
const TOO_LONG_MS = 12_000
const HURRY = 40

/** Faults of a stamp request, and how many requests are sent in the end. */
const CALLS = [
  ['reset_before', 2],
  ['reset_after', 1],
  ['error_before', 2],
  ['error_after', 1],
  ['garbage', 2],
] as const

for (const engine of ENGINES) {
  describe(`invoices during faults of the provider (${engine})`, () => {
    let shop: InvoiceShop
    before(async () => (shop = await InvoiceShop.open(engine)))
    after(() => shop.close())
    afterEach(async () => {
      shop.paylink.timer.haste = 1
      await shop.setFaults([])
      await shop.behave({ outcome: 'usual' })
    })

    const requested = async (): Promise<{ paymentId: string; id: string }> => {
      const { paymentId } = await shop.paid()
      return { paymentId, id: (await shop.request(paymentId)).body.id as string }
    }
    const rowOf = (id: string): Promise<any> => shop.paylink.db('invoices').where({ id }).first()
    const alerts = (kind = 'invoicing.stalled'): Promise<any[]> => shop.paylink.db('alerts').where({ kind })
    const pass = async (ms: number): Promise<void> => {
      shop.paylink.clock.advance(ms)
      await shop.step()
    }

    /** Stamped once in our rows and at the provider, and announced once (I36, I37, I40). */
    async function expectStampedOnce(paymentId: string, id: string): Promise<void> {
      const invoice = await shop.invoiceOf(paymentId)
      expect(invoice).to.include({ id, status: 'stamped' })
      expect((await shop.stampsOf(id)).map(({ uuid }) => uuid)).to.deep.equal([invoice.uuid])
      const types = await shop.paylink.eventTypes(paymentId)
      expect(types.filter((type) => type === 'payment.invoiced')).to.have.length(1)
      expect(await shop.paylink.db('invoice_files').where({ invoice_id: id }).pluck('format')).to.have.length(2)
    }

    for (const [kind, asked] of CALLS) {
      it(`are searched for after a stamp that ended in ${kind}, and stamped once (I37)`, async () => {
        await shop.setFaults([{ kind, match: STAMP }])
        const { paymentId, id } = await requested()
        await shop.step()
        // No search before the call must have ended.
        expect((await rowOf(id)).status).to.equal('stamping')
        await pass(16 * SECOND_MS)
        await shop.settle(1)
        await expectStampedOnce(paymentId, id)
        expect((await rowOf(id)).attempts).to.equal(asked)
      })
    }

    for (const kind of ['delay_before', 'delay_after'] as const) {
      it(`are stamped once when the answer takes too long (${kind}, I37, I38)`, async () => {
        await shop.setFaults([{ kind, match: STAMP, ms: TOO_LONG_MS }])
        shop.paylink.timer.haste = HURRY
        const { paymentId, id } = await requested()
        await shop.step()
        shop.paylink.timer.haste = 1
        expect(await rowOf(id)).to.include({ status: 'stamping', attempts: 1 })
        // The delayed request arrives after all.
        await new Promise((resolve) => setTimeout(resolve, TOO_LONG_MS / HURRY))
        await pass(16 * SECOND_MS)
        await shop.settle()
        await expectStampedOnce(paymentId, id)
      })
    }

    /** Delayed at the provider while a second call is refused; returns once it is stamped. */
    async function stampedLate(paymentId: string, id: string, inBetween: () => Promise<unknown>): Promise<void> {
      await shop.setFaults([{ kind: 'delay_before', match: STAMP, ms: 3 * TOO_LONG_MS }])
      shop.paylink.timer.haste = HURRY / 2
      await shop.step()
      shop.paylink.timer.haste = 1
      await shop.behave({ stamps: '0' })
      await pass(16 * SECOND_MS)
      await shop.behave({ outcome: 'usual' })
      const stamps = `/invoices?external_id=${id}`
      const theirs = await shop.asFormer()
      await inBetween()
      await eventually(
        () => theirs(stamps),
        ({ data }) => data.length > 0,
      )
      await pass(MINUTE_MS)
      await shop.settle()
      const [stamp, ...more] = (await theirs(stamps)).data
      expect(more).to.deep.equal([])
      expect(await shop.invoiceOf(paymentId)).to.include({ id, status: 'stamped', uuid: stamp.uuid })
    }

    it('are requested from no other connection while a call may be in progress, even if a later one was refused (I36, I37)', async () => {
      const { paymentId, id } = await requested()
      const [first, second] = await shop.issuers()
      await stampedLate(paymentId, id, () => shop.choose(second!.id))
      expect((await shop.stampsOf(id)).length, 'at the one chosen since').to.equal(0)
      await shop.choose(first!.id)
    })

    it('do not fail for a refund while a call may be in progress (I38)', async () => {
      const { paymentId, id } = await requested()
      await stampedLate(paymentId, id, () => shop.giveBack(paymentId))
    })

    it('wait during a day of outage with a reason and one alert, and are stamped once afterwards (R93, I38)', async () => {
      await shop.setFaults([{ kind: 'error_before', times: 10_000 }])
      const { paymentId, id } = await requested()
      await shop.settle(1)
      for (let hours = 0; hours < 24; hours += 4) {
        await pass(4 * HOUR_MS)
        expect((await shop.invoiceOf(paymentId)).status).to.be.oneOf(['requested', 'stamping'])
      }
      const [listed] = await shop.part(Invoices).list(shop.scope, 1)
      expect(listed).to.include({ id })
      expect(listed!.waitReason).to.be.a('string')
      expect(await alerts()).to.have.length(1)
      await shop.setFaults([])
      await pass(HOUR_MS)
      await shop.settle()
      await expectStampedOnce(paymentId, id)
      expect(await alerts()).to.deep.equal([])
      expect((await shop.part(Invoices).list(shop.scope, 1))[0]!.waitReason).to.equal(null)
    })

    it('wait until stamps are bought, alert once, and cost one stamp (R93)', async () => {
      await shop.behave({ stamps: '0' })
      const { paymentId, id } = await requested()
      for (let minutes = 0; minutes < 160; minutes += 40) await pass(40 * MINUTE_MS)
      expect(await rowOf(id)).to.include({ status: 'requested' })
      expect((await alerts()).map((row) => row['says'] as string).join()).to.match(/timbres/)
      expect(await alerts()).to.have.length(1)
      await shop.behave({ stamps: '1' })
      await pass(20 * MINUTE_MS)
      await shop.settle()
      await expectStampedOnce(paymentId, id)
      expect(await alerts()).to.deep.equal([])
    })

    it('that are stamped asynchronously may fail, and can be requested again (R98)', async () => {
      await shop.behave({ stampSeconds: '40', stampingFails: 'on' })
      const { paymentId, id } = await requested()
      await shop.settle(2)
      expect(await rowOf(id)).to.include({ status: 'stamping', attempts: 1 })
      await pass(MINUTE_MS)
      const failed = await shop.invoiceOf(paymentId)
      expect(failed).to.include({ id, status: 'failed' })
      expect(failed.failureReason).to.be.a('string')
      await shop.behave({ outcome: 'usual' })
      const again = (await shop.request(paymentId)).body.id as string
      expect(again).not.to.equal(id)
      await shop.settle()
      await expectStampedOnce(paymentId, again)
    })

    it('are cancelled after three days without a notification (R97)', async () => {
      await shop.behave({ cancelSeconds: String((3 * DAY_MS) / SECOND_MS) })
      await shop.setFaults([{ kind: 'notification_lost', times: 100 }])
      const { paymentId } = await shop.stamped()
      await shop.cancel(paymentId)
      for (let hours = 0; hours < 71; hours += 10) await pass(10 * HOUR_MS)
      expect((await shop.invoiceOf(paymentId)).status).to.be.oneOf(['cancel_pending', 'cancelled'])
      await pass(HOUR_MS)
      await pass(HOUR_MS)
      const [{ cancelledAt }] = [await shop.invoiceOf(paymentId)]
      expect(cancelledAt).to.be.a('string')
      const types = await shop.paylink.eventTypes(paymentId)
      expect(types.filter((type) => type === 'payment.invoice_cancelled')).to.have.length(1)
    })

    it('have their files even if a cancellation was refused before they were downloaded', async () => {
      const { paymentId, id } = await requested()
      await shop.setFaults([{ kind: 'error_before', match: 'GET /v2/invoices/', times: 2 }])
      await shop.settle(1)
      expect(await shop.paylink.db('invoice_files').where({ invoice_id: id })).to.deep.equal([])
      await shop.behave({ stamps: '0' })
      expect((await shop.cancel(paymentId)).status).to.equal(503)
      await shop.setFaults([])
      await pass(MINUTE_MS)
      await expectStampedOnce(paymentId, id)
    })

    it('wait for valid credentials, and are stamped once the merchant is chosen again', async () => {
      const connection = (await shop.part(Connections).current('invoicing', shop.scope))!
      const settings = await shop.part(OpenConnection).settingsOf(connection)
      const revoked = { ...settings, issuing: { ...settings.issuing, issuerKey: 'sk_test_revoked' } }
      const sealedSettings = await shop.part(Sealer).seal(associatedDataOf(connection), JSON.stringify(revoked))
      const updatedAt = iso(shop.paylink.clock.now())
      await shop
        .part(UnitOfWork)
        .run((tx) => shop.part(Connections).put(tx, { ...connection, sealedSettings, updatedAt }))
      const { paymentId, id } = await requested()
      await shop.settle(1)
      expect(await rowOf(id)).to.include({ status: 'requested', attempts: 1 })
      const status = async () => (await shop.paylink.get('/v1/invoicing/connection')).body
      expect(await status()).to.include({ status: 'error', ready: false })
      await shop.connect()
      await shop.choose(connection.issuer!.id)
      expect(await status()).to.include({ status: 'active', ready: true, lastError: null })
      // Immediately, without waiting for the next try.
      await shop.settle()
      await expectStampedOnce(paymentId, id)
    })

    it('fail when the payment was refunded before they were found', async () => {
      await shop.setFaults([{ kind: 'reset_before', match: STAMP }])
      const { paymentId, id } = await requested()
      await shop.step()
      expect((await shop.invoiceOf(paymentId)).status).to.equal('stamping')
      await shop.giveBack(paymentId)
      await pass(MINUTE_MS)
      expect((await shop.invoiceOf(paymentId)).status).to.equal('stamping')
      for (let look = 0; look < 6; look++) await pass(HOUR_MS)
      expect(await shop.invoiceOf(paymentId)).to.include({ status: 'failed', failureCode: 'payment_refunded' })
      expect(await shop.stampsOf(id)).to.deep.equal([])
    })

    it('are searched for before every retry after an unknown outcome (I37)', async () => {
      await shop.setFaults([{ kind: 'reset_before', match: STAMP }])
      const { paymentId, id } = await requested()
      await shop.step()
      await shop.behave({ stamps: '0' })
      await pass(MINUTE_MS)
      expect(await rowOf(id)).to.include({ status: 'stamping', attempts: 2 })
      await shop.behave({ outcome: 'usual' })
      await pass(HOUR_MS)
      await shop.settle()
      await expectStampedOnce(paymentId, id)
    })

    it('wait no longer than the credentials are refused', async () => {
      const { paymentId } = await shop.paid()
      const connection = await shop.part(Connections).current('invoicing', shop.scope)
      await shop.paylink.writer('invoicing_connections').where({ id: connection?.id }).update({ status: 'error' })
      await shop.paylink.writer('generation').increment('value', 1)
      const { id } = (await shop.request(paymentId)).body
      await shop.settle()
      await expectStampedOnce(paymentId, id)
      expect((await shop.paylink.get('/v1/invoicing/connection')).body).to.include({ status: 'active', ready: true })
    })

    it('remain the open invoice of a payment when the clock is set back (I36)', async () => {
      const { paymentId } = await shop.paid()
      await shop.request(paymentId, { name: 'NOT THIS' })
      await shop.settle()
      expect((await shop.invoiceOf(paymentId)).status).to.equal('failed')
      shop.paylink.clock.advance(-HOUR_MS)
      try {
        const { id } = (await shop.request(paymentId)).body
        expect((await shop.request(paymentId)).body.id).to.equal(id)
        await shop.settle()
        await expectStampedOnce(paymentId, id as string)
      } finally {
        shop.paylink.clock.advance(HOUR_MS)
      }
    })

    it('are cancelled once although every answer was lost (I40)', async () => {
      const { paymentId, invoice } = await shop.stamped()
      await shop.setFaults([{ kind: 'reset_after', match: CANCEL, times: 3 }])
      expect((await shop.cancel(paymentId)).body.status).to.equal('cancel_pending')
      await pass(2 * MINUTE_MS)
      await shop.settle(5)
      expect((await shop.invoiceOf(paymentId)).status).to.equal('cancelled')
      const [booked] = await shop.stampsOf(invoice.id)
      expect(booked.status).to.equal('canceled')
    })
  })
}
