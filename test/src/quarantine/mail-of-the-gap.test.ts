import { ChangeAccount } from '@paylink/core/accounts/change-account'
import { Alerts } from '@paylink/core/alerts/alerts.repository'
import { ResumeService } from '@paylink/core/backup/resume-service'
import { UnitOfWork } from '@paylink/core/database/unit-of-work'
import { DAY_MS, HOUR_MS, iso, MINUTE_MS } from '@paylink/core/kernel/clock'
import { actForAccount, OPERATOR } from '@paylink/core/kernel/principal'
import { MailAlerts } from '@paylink/core/letters/mail-alerts'
import { MailSheets } from '@paylink/core/letters/mail-sheets'
import { RemindCustomers } from '@paylink/core/letters/remind-customers'
import { SendEmails } from '@paylink/core/mail/send-emails'
import { Quarantine } from '@paylink/core/quarantine/quarantine'
import { beginQuarantine, endQuarantine } from '@paylink/core/quarantine/quarantine.repository'
import { expect } from 'chai'
import { ENGINES } from '../support/engines.js'
import { MailShop } from '../support/mail-shop.js'

for (const engine of ENGINES) {
  describe(`email that fell due in a gap, on ${engine} (I57)`, () => {
    let shop: MailShop
    let copiedAt: string
    beforeEach(async () => {
      shop = await MailShop.open(engine, {}, { http: true, jobs: false })
      copiedAt = iso(now())
    })
    afterEach(() => shop.close())

    const now = (): Date => shop.paylink.clock.now()
    const pass = (ms: number): void => shop.paylink.clock.advance(ms)
    const inTx = <T>(work: Parameters<UnitOfWork['run']>[0]) =>
      shop.paylink.container.get(UnitOfWork).run(work) as Promise<T>

    /** The database is the copy, and its quarantine has ended. */
    async function endGap(): Promise<void> {
      await inTx((tx) => endQuarantine(tx, shop.paylink.clock, { copiedAt, knownUntil: iso(now()) }, []))
      await shop.paylink.container.get(Quarantine).look()
      pass(MINUTE_MS)
    }

    /** What becomes of what is due now, by kind. */
    async function send(kind: string): Promise<string[]> {
      for (const task of [RemindCustomers, MailSheets, MailAlerts]) await shop.paylink.container.get<any>(task).run()
      await shop.paylink.container.get(SendEmails).runDue()
      return shop.paylink.db('email_deliveries').where({ kind }).orderBy(['created_at', 'id']).pluck('status')
    }

    it('a reminder is recorded, not sent; one that falls due later is', async () => {
      await shop.change({ reminderHours: 24 })
      const hence = (ms: number): string => iso(new Date(now().getTime() + ms))
      await shop.share(await shop.link({ expiresAt: hence(2 * DAY_MS) }))
      await shop.share(await shop.link({ expiresAt: hence(3 * DAY_MS) }))
      expect(await send('request')).to.deep.equal(['sent', 'sent'])
      pass(DAY_MS + HOUR_MS)
      await endGap()
      expect(await send('reminder')).to.deep.equal(['unknown'])
      const [unsent] = await shop.paylink.db('email_deliveries').where({ kind: 'reminder' }).pluck('error')
      expect(unsent).to.equal('Not sent: the database was restored, and this email may have been sent before.')
      pass(DAY_MS)
      expect(await send('reminder')).to.deep.equal(['unknown', 'sent'])
      expect(shop.server.mails).to.have.length(3)
    })

    it("a month's sheet that was due then is not announced; the next one is", async () => {
      const sell = async () => {
        const link = await shop.link()
        await shop.merchant.post(`/v1/payment_links/${link.id}/mark_paid`, {}, { key: shop.key })
      }
      await sell()
      const principal = actForAccount(OPERATOR, shop.merchant.account.id)
      await shop.paylink.container.get(ChangeAccount).run(principal, { sheetTo: 'ale@contadores.mx' })
      const nextMonth = (): void => {
        const at = new Date(now().getTime() - 6 * HOUR_MS)
        pass(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1, 13, 10) - now().getTime())
      }
      nextMonth()
      await endGap()
      expect(await send('sheet')).to.deep.equal(['unknown'])
      await sell()
      nextMonth()
      expect(await send('sheet')).to.deep.equal(['unknown', 'sent'])
    })

    it('an alert of before its end is not repeated; one that is raised later is sent', async () => {
      await shop.change({ alertsTo: 'duena@example.com' })
      const began = iso(now())
      const raise = (target: string) =>
        inTx((tx) => {
          const accountId = shop.merchant.account.id
          const alert = {
            accountId,
            kind: 'invoicing.stalled',
            target,
            message: 'Invoices wait.',
            since: began,
          } as const
          return shop.paylink.container.get(Alerts).raise(tx, alert)
        })
      pass(HOUR_MS)
      await raise('conn_1')
      await endGap()
      await raise('conn_2')
      expect((await send('alert')).sort()).to.deep.equal(['sent', 'unknown'])
      expect(shop.server.mails).to.have.length(1)
    })

    it('a reminder that fell due in quarantine, after the gap, is sent once it ends', async () => {
      await shop.change({ reminderHours: 24 })
      const { container, clock } = shop.paylink
      await shop.share(await shop.link({ expiresAt: iso(new Date(now().getTime() + 2 * DAY_MS)) }))
      expect(await send('request')).to.deep.equal(['sent'])
      const found = { reason: 'restored', copiedAt, knownUntil: iso(now()) } as const
      await inTx((tx) => beginQuarantine(tx, clock, found))
      await container.get(Quarantine).look()
      pass(DAY_MS + HOUR_MS)
      expect(await send('reminder')).to.deep.equal(['queued'])
      const skipped = await shop.paylink.db('connections').where({ sandbox: false }).pluck('id')
      await container.get(ResumeService).run(OPERATOR, skipped)
      await container.get(Quarantine).look()
      expect(await send('reminder')).to.deep.equal(['sent'])
    })
  })
}
