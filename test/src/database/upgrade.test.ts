import { migrate } from '@paylink/core/composition/migrate'
import { connect } from '@paylink/core/database/connect'
import type { DatabaseConnection } from '@paylink/core/database/database-connection'
import { Migrator } from '@paylink/core/database/migrator'
import { FindViolations } from '@paylink/core/doctor/find-violations.repository'
import { fingerprint } from '@paylink/core/idempotency/fingerprint'
import { AdvanceInvoices } from '@paylink/core/invoicing/advance-invoices'
import { iso, later, MINUTE_MS, SECOND_MS } from '@paylink/core/kernel/clock'
import { TidyEmails } from '@paylink/core/mail/tidy-emails'
import { DISABLE_LINK } from '@paylink/core/payment-links/disable-payment-link'
import { Notifications } from '@paylink/core/reconciliation/notifications.repository'
import { processScope } from '@paylink/core/work/this-process'
import { expect } from 'chai'
import { eventually } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'
import { InvoiceShop } from '../support/invoice-shop.js'
import { SystemRandom } from '@paylink/core/kernel/random'
import { existsSync } from 'node:fs'
import { MailServer } from '../support/mail-server.js'
import { MailShop, SENDER } from '../support/mail-shop.js'
import { tablesOf } from '../support/rows.js'
import { Hooks } from '../webhooks/hooks.js'

const DUE_ROWS = '0016-due-rows'
/** A worker of the version before, killed while it held claims. No process has such an id. */
const DEAD = { id: 'wrk_dead', pid: 4_194_305 }
const MAX_ATTEMPTS = 8
const RETRY_MS = 30 * MINUTE_MS

/** When the claims of the dead worker end: at the start of the next process of its host, or when they expire. */
const PLACES = [
  ['this host', processScope(), 0],
  ['another host', 'another host', MINUTE_MS + SECOND_MS],
] as const

for (const engine of ENGINES) {
  describe(`the upgrade from a job queue to due rows, on ${engine} (I18, I27, I35, I37, I42)`, () => {
    let hooks: Hooks
    let server: MailServer
    beforeEach(async () => {
      server = await MailServer.start()
      hooks = await Hooks.start(engine, { smtpUrl: server.url, mailFrom: SENDER }, { http: true, jobs: false })
    })
    afterEach(async () => {
      await hooks.stop()
      await server.stop()
    })

    const inMs = (ms: number): string => iso(later(hooks.paylink.clock.now(), ms))
    const notificationOf = (payment: { id: string }): Promise<any> =>
      hooks.paylink.db('notifications').whereLike('subjects', `%"${payment.id}"%`).first()

    /** A link whose payer has paid; we know it from a notification only. */
    async function paid() {
      const { paylink } = hooks
      const link = await paylink.createLink()
      await paylink.pay(await paylink.openCheckout(link), 'succeed')
      const [payment] = await paylink.paymentsOf(link.id)
      return { link, payment, notification: await notificationOf(payment) }
    }

    /** The schema of the version before, changed by `change`, then that of this version. */
    async function upgrade(change: (connected: DatabaseConnection) => Promise<void>): Promise<void> {
      const { settings, log } = hooks.paylink
      const connected = connect(settings.databaseUrl)
      const migrator = new Migrator(connected)
      const reverted: (string | null)[] = []
      while (reverted.at(-1) !== DUE_ROWS) reverted.push(await migrator.down())
      await change(connected)
      await connected.close()
      const ports = { clock: hooks.paylink.clock, random: new SystemRandom(), log }
      const { applied, snapshot } = await migrate(settings, ports)
      expect(applied).to.deep.equal(reverted.reverse())
      expect(existsSync(snapshot ?? '')).to.equal(true)
    }

    /** As the version before wrote it in the transaction of the notification. `isLocked`: by the dead worker. */
    async function enqueue({ writer }: DatabaseConnection, id: string, { runAt = inMs(0), isLocked = false } = {}) {
      const task = 'handle-notification'
      const payload = JSON.stringify({ id })
      if (engine === 'sqlite') {
        const attempts = isLocked ? { attempts: 1, locked_by: DEAD.id } : {}
        const job = { id: `job_${id}`, task, payload, job_key: id, run_at: runAt, max_attempts: MAX_ATTEMPTS }
        await writer('jobs').insert({ ...job, ...attempts })
        return
      }
      await writer.raw(
        `select graphile_worker.add_job(?::text, payload := ?::json, run_at := ?::timestamptz, job_key := ?::text,
           max_attempts := ?::int)`,
        [task, payload, runAt, id, MAX_ATTEMPTS],
      )
      if (isLocked)
        await writer('graphile_worker._private_jobs')
          .where({ key: id })
          .update({ locked_by: DEAD.id, locked_at: inMs(0), attempts: 1 })
    }

    for (const [host, place, expiryMs] of PLACES) {
      it(`loses no work of a worker that died on ${host}, and repeats none`, async () => {
        const { paylink, receiver } = hooks
        const endpoint = await hooks.register()
        const mails = await MailShop.over(paylink, server)
        const invoices = InvoiceShop.over(paylink)
        await invoices.connect()
        await invoices.choose((await invoices.issuers())[0]?.id ?? '')

        const queued = await paid()
        const inHand = await paid()
        const retried = await paid()
        const jobless = await paid()
        const verifying = await paid()
        const disabled = await paylink.createLink()
        const [requested, claimed, stamping] = [await invoices.paid(), await invoices.paid(), await invoices.paid()]
        await invoices.setFaults([{ kind: 'reset_after', match: 'POST /v2/invoices' }])
        const { id: unanswered } = (await invoices.request(stamping.paymentId)).body
        await paylink.container.get(AdvanceInvoices).runDue()
        for (const { paymentId } of [requested, claimed]) await invoices.request(paymentId)
        const [waiting, rendering, sending] = [await mails.link(), await mails.link(), await mails.link()]
        for (const link of [waiting, rendering, sending]) await mails.share(link)
        const [firstDelivery] = await paylink.db('webhook_deliveries').orderBy('id').pluck<string[]>('id')
        const key = { idempotencyKey: 'cut-off' }

        await paylink.restart(() =>
          upgrade(async (connected) => {
            const { writer } = connected
            const claim = { claimed_by: DEAD.id, next_attempt_at: inMs(20 * SECOND_MS) }
            await writer('workers').insert({ ...DEAD, place, seen_at: inMs(0) })
            await enqueue(connected, queued.notification.id)
            await enqueue(connected, inHand.notification.id, { isLocked: true })
            const retryAt = inMs(RETRY_MS)
            await enqueue(connected, retried.notification.id, { runAt: retryAt })
            await writer('notifications')
              .where({ id: retried.notification.id })
              .update({ attempts: 3, next_attempt_at: retryAt, outcome: 'retrying' })
            // Its notification never came.
            await writer('notifications').where({ id: verifying.notification.id }).delete()
            const lease = { verifying_token: `${DEAD.id}:1`, verifying_until: inMs(30 * SECOND_MS) }
            await writer('payments')
              .where({ id: verifying.payment.id })
              .update({ ...lease, reconcile_after: inMs(0) })
            await writer('webhook_deliveries')
              .where({ id: firstDelivery })
              .update({ ...claim, status: 'sending' })
            await writer('email_deliveries').where({ link_id: rendering.id }).update(claim)
            const isSending = { ...claim, status: 'sending', attempts: 1 }
            await writer('email_deliveries').where({ link_id: sending.id }).update(isSending)
            await writer('invoices').where({ payment_id: claimed.paymentId }).update(claim)
            await writer('invoices').where({ id: unanswered }).update(claim)
            await writer('idempotency_keys').insert({
              ...{ account_id: paylink.account.id, livemode: false, key: key.idempotencyKey },
              ...{ operation: DISABLE_LINK, fingerprint: fingerprint(DISABLE_LINK, disabled.id, null) },
              ...{ state: 'in_flight', owner_token: `${DEAD.id}:1`, lease_until: inMs(MINUTE_MS), created_at: inMs(0) },
            })
            paylink.clock.advance(expiryMs)
          }),
        )
        // After that downtime, what goes out waits for providers to be read; the live one here cannot be.
        if (expiryMs > MINUTE_MS) paylink.clock.advance(2 * MINUTE_MS)
        await paylink.container.get(TidyEmails).run()
        await paylink.sweep()

        for (const { link } of [queued, inHand, jobless, verifying])
          await eventually(
            () => hooks.paylink.linkStatus(link.id),
            async (status) => {
              if (status === 'paid') return true
              // A provider that was too slow to answer is asked again later.
              await paylink.sweepAfter(SECOND_MS)
              return false
            },
          )
        expect(await notificationOf(retried.payment)).to.include({ handled_at: null, attempts: 3 })
        expect((await paylink.post(`/v1/payment_links/${disabled.id}/disable`, undefined, key)).status).to.equal(200)
        for (const link of [waiting, rendering]) await mails.until(link, 'sent')
        await mails.until(sending, 'unknown')
        await hooks.rested(endpoint)
        await invoices.settle()
        for (const { paymentId } of [requested, claimed, stamping]) {
          const { id, status } = await invoices.invoiceOf(paymentId)
          expect([status, (await invoices.stampsOf(id)).length]).to.deep.equal(['stamped', 1])
        }
        await hooks.rested(endpoint)
        paylink.clock.advance(RETRY_MS)
        await eventually(
          () => notificationOf(retried.payment),
          ({ outcome }) => outcome === 'verified',
        )

        for (const { link, payment } of [queued, inHand, retried, jobless, verifying]) {
          expect(await paylink.eventTypes(link.id)).to.deep.equal(['payment_link.paid'])
          expect(await paylink.eventTypes(payment.id)).to.deep.equal(['payment.succeeded'])
        }
        const deliveries = await hooks.rested(endpoint)
        expect(new Set(deliveries.map(({ status }) => status))).to.deep.equal(new Set(['delivered']))
        const came = receiver.at(endpoint.path).map(({ headers }) => headers['webhook-id'])
        expect(came).to.have.members(await paylink.db('events').where({ livemode: false }).pluck('id'))
        expect(server.mails).to.have.length(2)
        expect(await new FindViolations(paylink.db, paylink.clock).run()).to.deep.equal([])
        if (engine === 'sqlite') expect(await tablesOf(paylink)).to.not.include('jobs')
        else await expectNoJobs(inHand.notification.id, retried.notification.id)
      })
    }

    /** A due job does nothing and is gone. One that the dead worker locked is due again after four hours (F1). */
    async function expectNoJobs(locked: string, later: string): Promise<void> {
      const jobs = () => hooks.paylink.db('graphile_worker.jobs').where({ task_identifier: 'handle-notification' })
      const left = (...keys: string[]) =>
        eventually(
          () => jobs().orderBy('id').pluck<string[]>('key'),
          (found) => found.join() === keys.join(),
        )
      await left(locked, later)
      const { writer } = hooks.paylink
      await writer('graphile_worker._private_jobs').where({ key: later }).update({ run_at: new Date() })
      await left(locked)
      await writer.raw('select graphile_worker.force_unlock_workers(?::text[])', [[DEAD.id]])
      await left()
    }

    it('can be reverted and repeated: claimed notifications stay due', async () => {
      const { paylink } = hooks
      const { link, notification } = await paid()
      const { id: lane } = await paylink.connectionOf('provider_a')
      const until = inMs(MINUTE_MS)
      const notifications = paylink.container.get(Notifications)
      expect(await notifications.claim([{ lane, quota: 1 }], { holder: DEAD.id, until })).to.have.length(1)
      await paylink.restart(() =>
        upgrade(async ({ reader }) => {
          const row = await reader('notifications').where({ id: notification.id }).first()
          expect(row).to.include({ next_attempt_at: until, handled_at: null }).and.not.have.property('claimed_by')
          if (engine === 'sqlite') expect(await reader('jobs')).to.deep.equal([])
        }),
      )
      expect(await hooks.paylink.linkStatus(link.id)).to.equal('processing')
      paylink.clock.advance(MINUTE_MS)
      await eventually(
        () => hooks.paylink.linkStatus(link.id),
        (status) => status === 'paid',
      )
      expect(await paylink.eventTypes(link.id)).to.deep.equal(['payment_link.paid'])
    })
  })
}
