import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { DeliverWebhooks } from '@paylink/core/webhooks/deliver-webhooks'
import { entriesOf, FINDABLE_KINDS } from '@paylink/core/search/search-index.repository'
import { FindViolations } from '@paylink/core/doctor/find-violations.repository'
import { AuditLog } from '@paylink/core/audit/audit-log.repository'
import { HOUR_MS, MINUTE_MS } from '@paylink/core/kernel/clock'
import { IndexQueued } from '@paylink/core/search/index-queued'
import { expect } from 'chai'
import { ENGINES } from '../support/engines.js'
import { CANARY, CanaryShop, NEIGHBOUR } from './canary-customer.js'

const ERASE = ['customers', 'erase', '--email', CANARY.email] as const

for (const engine of ENGINES) {
  describe(`customers erase on ${engine} (R263)`, () => {
    let shop: CanaryShop
    before(async () => {
      shop = await CanaryShop.open(engine)
    })
    after(() => shop.close())

    /** How many entries of the search index are of one of these words. */
    async function wordsIndexed(text: string): Promise<number> {
      const { scope } = shop.shop
      const findable = { id: 'x', createdAt: '2026-01-01T00:00:00.000Z', keys: [], amountCentavos: 0, texts: [text] }
      const terms = FINDABLE_KINDS.flatMap((kind) => entriesOf(scope, kind, findable)).map(([term]) => term)
      return (await shop.paylink.db('search_terms').whereIn('term', terms)).length
    }

    it('starts from a search index that has their words', async () => {
      expect(await wordsIndexed('quetzalli canario sinsonte aviario')).to.be.above(0)
    })

    it('tells when nothing is stored about an address', async () => {
      const told = 'Nothing is stored about other@example.com in this account.\n'
      for (const name of ['export', 'erase']) {
        const { code, stderr } = await shop.command('customers', name, '--email', 'other@example.com')
        expect([code, stderr], name).to.deep.equal([0, told])
      }
    })

    it('refuses while a checkout is open, and says what to do', async () => {
      const { paylink } = shop
      const link = await paylink.createLink({ customerEmail: CANARY.email })
      await paylink.openCheckout(link)
      const before = await shop.traces()
      const { code, stderr } = await shop.command(...ERASE)
      expect(code).to.equal(1)
      expect(stderr).to.match(/^nothing was erased: payment pay_\w+ is open .* Disable its link plink_\w+/)
      expect(await shop.traces()).to.deep.equal(before)
      await paylink.post(`/v1/payment_links/${link.id}/disable`)
    })

    it('refuses while a payment waits for a decision or is disputed, and while an invoice is on its way', async () => {
      const { paylink, paymentId } = shop
      const { accountId, livemode } = shop.shop.scope
      const at = paylink.clock.now().toISOString()
      await paylink.change('payments', paymentId, { review_reason: 'amount_mismatch', review_since: at })
      expect((await shop.command(...ERASE)).stderr).to.include(`paylink review show ${paymentId}`)
      await paylink.change('payments', paymentId, { review_reason: null, review_since: null })

      const dispute = { payment_id: paymentId, account_id: accountId, livemode, opened_at: at, changed_at: at }
      await paylink.writer('payment_disputes').insert({ ...dispute, status: 'open' })
      expect((await shop.command(...ERASE)).stderr).to.include('is disputed')
      await paylink.writer('payment_disputes').where({ payment_id: paymentId }).update({ status: 'won' })

      const waiting = await shop.shop.paid({ customerEmail: CANARY.email })
      await paylink.writer('invoices').insert({
        ...(await paylink.db('invoices').where({ status: 'failed' }).first()),
        // Without a word of theirs, which the search index would keep: no act deletes an invoice like this one.
        ...{ name: 'PÚBLICO EN GENERAL', rfc: 'XAXX010101000', email: null },
        ...{ id: 'inv_waiting', payment_id: waiting.paymentId, status: 'requested', failure_code: null },
        // Later than any worker looks at it here, and not so late that a clock set back explains it.
        next_attempt_at: new Date(paylink.clock.now().getTime() + 10 * MINUTE_MS).toISOString(),
      })
      expect((await shop.command(...ERASE)).stderr).to.match(/invoice of payment \w+ is being issued/)
      await paylink.writer('invoices').where({ id: 'inv_waiting' }).delete()
    })

    it('goes on where it was interrupted, and counts every row once', async () => {
      const { writer } = shop.paylink
      await writer.raw(
        engine === 'sqlite'
          ? "create trigger stop before update of customer_email on payment_links begin select raise(abort, 'stopped'); end"
          : `create function stop() returns trigger language plpgsql as $$ begin raise exception 'stopped'; end $$;
             create trigger stop before update of customer_email on payment_links for each row execute function stop()`,
      )
      expect((await shop.command(...ERASE)).code).to.equal(1)
      expect(await shop.paylink.db('erasures')).to.have.length(1)
      expect(JSON.stringify(await shop.paylink.db('erasures'))).to.not.match(/canario/i)
      await writer.raw(engine === 'sqlite' ? 'drop trigger stop' : 'drop trigger stop on payment_links')
      const { erased } = await shop.ask(...ERASE)
      expect(erased).to.include.keys('payments', 'payment_links', 'events', 'email_deliveries', 'idempotency_keys')
      // The one that was mailed to them alone has no word of theirs.
      expect(erased.payment_links).to.equal(5)
      expect(await shop.paylink.db('erasures')).to.deep.equal([])
    })

    it('leaves no trace in any table, except what it reports as kept', async () => {
      expect(await shop.traces()).to.have.all.keys('invoices', 'invoice_files', 'email_suppressions')
      expect(await shop.traces(['quetzalli', 'canario', 'sinsonte', 'aviario'])).to.have.all.keys('email_suppressions')
      const [invoice, ...others] = await shop.paylink.db('invoices')
      expect(others).to.deep.equal([])
      expect(invoice).to.include({ status: 'stamped', rfc: CANARY.rfc, name: CANARY.company, email: null })
      const { tables } = await shop.ask('customers', 'export', '--email', CANARY.email)
      expect(Object.keys(tables)).to.deep.equal(['email_suppressions'])
    })

    it('leaves none in a file of the data directory, the database and its journal among them', () => {
      const folder = shop.paylink.settings.dataDir
      if (engine === 'sqlite') expect(readdirSync(folder)).to.include('paylink.db-wal')
      // By another process: closing a file of the database here would end the locks that the server holds on it.
      const { status, stdout } = spawnSync('grep', ['-rlia', 'sinsonte', folder], { encoding: 'utf8' })
      expect(stdout).to.equal('')
      expect(status, 'grep found nothing').to.equal(1)
    })

    it('left none in the log', () => {
      // The sentence of this alert is the test's own.
      const entries = shop.paylink.log.entries.filter(({ fields }) => !('alert' in fields))
      expect(JSON.stringify(entries)).to.not.match(/canario|sinsonte/i)
    })

    it('keeps the money, the invoice and everybody else', async () => {
      const { paylink } = shop
      expect(await paylink.linkOf(shop.paid.id)).to.deep.include({
        ...{ status: 'paid', amountCentavos: shop.paid.amountCentavos, paidPaymentId: shop.paymentId },
        ...{ customerEmail: null, customerName: null, metadata: {}, title: 'Clase de (erased)' },
      })
      expect((await shop.shop.invoiceOf(shop.paymentId)).uuid).to.be.a('string')
      expect(await paylink.linkOf(shop.neighbours.id)).to.include({
        customerEmail: NEIGHBOUR.email,
        customerName: NEIGHBOUR.name,
      })
      const mails = await paylink.db('email_deliveries').pluck('recipient')
      expect(mails).to.have.members(['contadora@despacho.example', NEIGHBOUR.email])
      expect(await new FindViolations(paylink.db, paylink.clock).run()).to.deep.equal([])
    })

    it('leaves no word of theirs in the search index, and their neighbour in it', async () => {
      while ((await shop.paylink.container.get(IndexQueued).indexSome(100)) > 0);
      expect(await wordsIndexed('quetzalli canario sinsonte aviario')).to.equal(0)
      expect(await wordsIndexed('vecina')).to.be.above(0)
    })

    it('replays a stored response without them', async () => {
      const body = { customerEmail: 'Quetzalli.Canario@Aviario.example', customerName: CANARY.name }
      const reply = await shop.paylink.post(
        '/v1/payment_links',
        {
          title: 'Taller',
          items: [{ name: 'Taza azul', quantity: 1, unitPriceCentavos: 15_000 }],
          ...body,
          metadata: { who: CANARY.email },
        },
        { idempotencyKey: shop.createKey },
      )
      expect(reply.status).to.equal(201)
      expect(reply.body).to.deep.include({ id: shop.declined.id, metadata: {} })
      expect(reply.text).to.not.match(/canario/i)
    })

    it('delivers a waiting webhook without them', async () => {
      const before = shop.receiver.at('/echo').length
      shop.paylink.clock.advance(HOUR_MS)
      await shop.paylink.container.get(DeliverWebhooks).look()
      const after = await shop.receiver.came('/echo', before + 1)
      for (const { body } of after.slice(before)) {
        expect(body).to.include('"customerEmail":null')
        expect(body).to.not.match(/canario/i)
      }
    })

    it('is on the audit log, without the address, and does nothing when repeated', async () => {
      const entries = () => shop.paylink.db('audit_entries').where({ action: 'customer.erased' })
      const [entry, ...others] = await entries()
      expect(others).to.deep.equal([])
      expect(JSON.stringify(entry)).to.not.match(/canario/i)
      expect(JSON.parse(entry.details).kept).to.deep.include({ invoices: 1 })
      const { erased, kept } = await shop.ask(...ERASE)
      expect(erased).to.deep.equal({})
      expect(kept.map(({ table }: any) => table)).to.deep.equal(['email_suppressions'])
      expect(await entries()).to.have.length(1)
      expect(await shop.paylink.container.get(AuditLog).verify()).to.include({ ok: true })
    })
  })
}
