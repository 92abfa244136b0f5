import { AdvanceInvoice } from '@paylink/core/invoicing/advance-invoice'
import { AdvanceInvoices } from '@paylink/core/invoicing/advance-invoices'
import { ClaimedInvoices } from '@paylink/core/invoicing/claimed-invoices'
import { Invoices } from '@paylink/core/invoicing/invoices.repository'
import { Generation } from '@paylink/core/database/generation'
import { SendEmails } from '@paylink/core/mail/send-emails'
import { Plugins } from '@paylink/core/plugin-host/registry'
import { Schedule } from '@paylink/core/work/schedule'
import { LoopPorts } from '@paylink/core/work/work-loop'
import { expect } from 'chai'
import { eventually, TestAppliance } from '../support/appliance.js'
import { DatabaseProxy } from '../support/database-proxy.js'
import { DatabaseView } from '../support/database-view.js'
import { ENGINES } from '../support/engines.js'
import { hang } from '../support/hang.js'
import { InvoiceShop } from '../support/invoice-shop.js'

for (const engine of ENGINES) {
  describe(`a worker that stops, on ${engine} (I40)`, () => {
    it('leaves a cancellation in flight to the request that sent it', async () => {
      const shop = await InvoiceShop.open(engine)
      const { release, count } = hang(shop.part(Plugins).provider('invoicing', 'invoicing_provider')!, 'cancel')
      try {
        const { paymentId } = await shop.stamped()
        const reply = shop.cancel(paymentId)
        await eventually(
          () => Promise.resolve(count()),
          (sent) => sent === 1,
        )
        await shop.part(AdvanceInvoices).stop()
        const parts = [shop.part(Invoices), shop.part(AdvanceInvoice), shop.part(ClaimedInvoices)] as const
        const next = new AdvanceInvoices(...parts, shop.part(Generation), shop.part(LoopPorts))
        await next.runDue()
        release()
        expect([(await reply).status, count()]).to.deep.equal([200, 1])
      } finally {
        release()
        await shop.close()
      }
    })

    it('releases what it claimed while it stopped', async () => {
      const shop = await InvoiceShop.open(engine)
      try {
        const invoices = shop.part(Invoices)
        const claim = invoices.claim.bind(invoices)
        let goOn: () => void = () => undefined
        const stopping = new Promise<void>((resolve) => (goOn = resolve))
        let claimed = 0
        invoices.claim = async (...input) => {
          const rows = await claim(...input)
          claimed += rows.length
          if (rows.length > 0) await stopping
          return rows
        }
        const { paymentId } = await shop.paid()
        await shop.request(paymentId)
        await eventually(
          () => Promise.resolve(claimed),
          (count) => count === 1,
        )
        const stopped = shop.part(AdvanceInvoices).stop()
        goOn()
        await stopped
        const now = shop.paylink.clock.now().toISOString()
        const due = shop.paylink.db('invoices').where('next_attempt_at', '<=', now).whereNull('claimed_by')
        expect(await due.pluck('payment_id')).to.deep.equal([paymentId])
      } finally {
        await shop.close()
      }
    })
  })
}

for (const engine of ENGINES) {
  describe(`an appliance that stops, on ${engine}`, () => {
    it('waits for work in hand, although other work fails to end (I42)', async () => {
      const paylink = await TestAppliance.start(engine)
      const view = new DatabaseView(paylink.settings.databaseUrl)
      let release: () => void = () => undefined
      try {
        const { container } = paylink
        const inHand = new Promise<void>((resolve) => (release = resolve))
        const mails = container.get(SendEmails)
        const stopMails = mails.stop.bind(mails)
        mails.stop = async () => {
          await inHand
          await stopMails()
        }
        container.get(AdvanceInvoices).stop = () => Promise.reject(new Error('the worker of invoices failed'))
        const restarted = paylink.restart(async () => {
          expect(await view.rows('select id from workers')).to.be.empty
        })
        await eventually(
          () => fetch(paylink.url).catch(() => 'closed'),
          (reply) => reply === 'closed',
        )
        // A stop that does not wait has deregistered and closed the database by now.
        for (let turn = 0; turn < 20; turn++) {
          expect(await fetch(paylink.url).catch(() => 'closed')).to.equal('closed')
          expect(await view.rows('select id from workers')).to.not.be.empty
        }
        release()
        await restarted
      } finally {
        release()
        await view.close()
        await paylink.stop()
      }
    })

    it('ends every other part when one fails to end', async () => {
      const paylink = await TestAppliance.start(engine)
      const view = new DatabaseView(paylink.settings.databaseUrl)
      const workers = (): Promise<unknown[]> => view.rows('select id from workers')
      try {
        expect(await workers()).to.not.be.empty
        paylink.container.get(Schedule).stop = () => Promise.reject(new Error('the schedule lost its connection'))
        await paylink.restart(async () => {
          expect(await workers()).to.be.empty
          expect(await fetch(paylink.url).catch(() => 'closed')).to.equal('closed')
        })
      } finally {
        await view.close()
        await paylink.stop()
      }
    })
  })
}

if (ENGINES.includes('postgres')) {
  describe('an appliance that stops while its database is away', () => {
    it('closes everything else', async () => {
      const proxies: DatabaseProxy[] = []
      const through = async (url: string): Promise<string> => {
        proxies.push(await DatabaseProxy.before(url))
        return proxies[0]!.url
      }
      const databaseLimits = { queryMs: 400, connectMs: 400, acquireMs: 600 }
      const paylink = await TestAppliance.start('postgres', {}, undefined, { databaseLimits, through })
      proxies[0]!.fallSilent()
      await paylink.stop()
      expect(await fetch(paylink.url).catch(() => 'closed')).to.equal('closed')
      await proxies[0]!.close()
    })
  })
}
