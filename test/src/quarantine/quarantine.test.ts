import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readInstanceId } from '@paylink/core/database/instance.repository'
import { UnitOfWork } from '@paylink/core/database/unit-of-work'
import { RequestReset } from '@paylink/core/identity/request-reset'
import { AdvanceInvoices } from '@paylink/core/invoicing/advance-invoices'
import { HOUR_MS, iso, later, MINUTE_MS } from '@paylink/core/kernel/clock'
import { SendEmails } from '@paylink/core/mail/send-emails'
import { KeepEpoch } from '@paylink/core/quarantine/keep-epoch'
import { Quarantine } from '@paylink/core/quarantine/quarantine'
import { beginQuarantine, readEpoch, readQuarantine } from '@paylink/core/quarantine/quarantine.repository'
import { Sandbox } from '@paylink/core/sandbox/sandbox'
import { DeliverWebhooks } from '@paylink/core/webhooks/deliver-webhooks'
import { expect } from 'chai'
import { eventually, linkBody } from '../support/appliance.js'
import { runBesideOthers } from '../support/command.js'
import { ShopPerson } from '../support/dashboard.js'
import { ENGINES } from '../support/engines.js'
import { InvoiceShop } from '../support/invoice-shop.js'
import { MailServer } from '../support/mail-server.js'
import { MailShop, SENDER } from '../support/mail-shop.js'
import { placeAt } from '../support/people.js'
import { type EndpointOfTest, Hooks } from '../webhooks/hooks.js'

const BANNERS = [
  ['es-MX', /son de una copia anterior: falta lo que pasó entre el \d+ de \w+ de \d{4}, \d\d:\d\d/],
  ['en', /from an earlier copy: what happened between \w+ \d+, \d{4}, \d+:\d\d/],
] as const

for (const engine of ENGINES) {
  describe(`quarantine on ${engine}`, () => {
    let hooks: Hooks
    let server: MailServer
    let mails: MailShop
    let invoices: InvoiceShop
    let endpoint: EndpointOfTest

    /** As a restore leaves it: the database is from an hour ago. */
    async function quarantine(): Promise<{ from: string; until: string }> {
      const { clock, container } = hooks.paylink
      const until = clock.now()
      const from = later(until, -HOUR_MS)
      const found = { reason: 'restored', copiedAt: iso(from), knownUntil: iso(until) } as const
      await container.get(UnitOfWork).run((tx) => beginQuarantine(tx, clock, found))
      clock.advance(MINUTE_MS)
      return { from: iso(from), until: iso(until) }
    }

    function command(...args: string[]) {
      const { databaseUrl, dataDir, secretKey, port } = hooks.paylink.settings
      return runBesideOthers(args, {
        PAYLINK_DATABASE_URL: databaseUrl,
        PAYLINK_DATA_DIR: dataDir,
        PAYLINK_SECRET_KEY: Buffer.from(secretKey).toString('base64'),
        PAYLINK_PORT: String(port),
      })
    }

    /** Ends the quarantine. The shop's live credentials are made up, so their provider cannot be read. */
    async function resume(...more: string[]) {
      const unread = await hooks.paylink.db('connections').where({ livemode: true }).pluck('id')
      return command('doctor', '--resume', ...unread.flatMap((id: string) => ['--skip', id]), ...more)
    }

    const heartbeat = () => hooks.container.get(KeepEpoch).run()

    async function workEverything(): Promise<void> {
      await heartbeat()
      for (const loop of [DeliverWebhooks, SendEmails, AdvanceInvoices]) await hooks.container.get<any>(loop).runDue()
    }

    beforeEach(async () => {
      server = await MailServer.start()
      hooks = await Hooks.start(engine, { smtpUrl: server.url, mailFrom: SENDER }, { http: true, jobs: false })
      mails = await MailShop.over(hooks.paylink, server)
      invoices = InvoiceShop.over(hooks.paylink)
      await invoices.connect()
      await invoices.choose((await invoices.issuers())[0]?.id ?? '')
      endpoint = await hooks.register()
    })
    afterEach(async () => {
      await hooks.stop()
      await server.stop()
    })

    it('answers reads and replays, changes nothing, and sends nothing', async () => {
      const { paylink, receiver } = hooks
      const key = { idempotencyKey: 'before' }
      const link = (await paylink.post('/v1/payment_links', linkBody(), key)).body
      const invoiced = await invoices.paid()
      await invoices.request(invoiced.paymentId)
      await mails.share(await mails.link())
      const { from, until } = await quarantine()

      expect((await paylink.get(`/v1/payment_links/${link.id}`)).status).to.equal(200)
      const replay = await paylink.post('/v1/payment_links', linkBody(), key)
      expect([replay.status, replay.body.id, replay.headers.get('idempotency-replayed')]).to.deep.equal([
        201,
        link.id,
        'true',
      ])
      const refused = [
        await paylink.post('/v1/payment_links', linkBody(), { idempotencyKey: 'new' }),
        await paylink.post(`/v1/payment_links/${link.id}`, { expiresAt: null }),
        await paylink.post(`/v1/payment_links/${link.id}/mark_paid`, {}),
        await paylink.post(`/v1/payment_links/${link.id}/disable`),
      ]
      for (const { status, body, headers } of refused) {
        expect([status, body.code, headers.get('retry-after')]).to.deep.equal([503, 'service_unavailable', '60'])
        expect(body.detail).to.include(from)
      }
      expect(paylink.log.entries.filter(({ message }) => message === 'request failed')).to.deep.equal([])
      const pressed = await paylink.press(link)
      expect(await pressed.text()).to.include('Los pagos están en pausa por el momento. Ahora no se te cobró nada.')
      expect([pressed.status, await paylink.linkStatus(link.id)]).to.deep.equal([503, 'active'])
      expect(await paylink.paymentsOf(link.id)).to.deep.equal([])

      const [event] = await paylink.db('events').pluck('id')
      for (const args of [
        ['webhooks', 'ping', endpoint.id],
        ['webhooks', 'resend', event],
        ['webhooks', 'resend', '--failed'],
      ]) {
        const { code, stderr } = await command(...args, '--account', paylink.account.id)
        expect([code, stderr.startsWith('PayLink is in quarantine')], stderr).to.deep.equal([1, true])
      }
      await workEverything()
      expect([receiver.at(endpoint.path).length, server.mails.length]).to.deep.equal([0, 0])
      expect((await invoices.invoiceOf(invoiced.paymentId)).status).to.equal('requested')

      const ready = await fetch(`${paylink.url}/readyz`)
      expect([ready.status, await ready.json()]).to.deep.equal([
        503,
        { status: 'not ready', reason: 'quarantine', detail: { from, until } },
      ])
      expect((await fetch(`${paylink.url}/healthz`)).status).to.equal(200)
      for (const [locale, words] of BANNERS) {
        const person = await ShopPerson.signIn(paylink, 'viewer', undefined, locale)
        const { text } = await person.get('/dashboard/test')
        expect(text).to.match(words)
      }
      const { code, json } = await command('doctor', '--json')
      const finding = json.find(({ check }: { check: string }) => check === 'quarantine')
      expect([code, finding.ok]).to.deep.equal([1, false])
      expect(finding.detail).to.match(/restored from a backup.*is missing.*paylink doctor --resume/)
    })

    it('is ended on the record; what was waiting is not sent, what happens afterwards is', async () => {
      const { paylink, receiver } = hooks
      await paylink.post(`/v1/payment_links/${(await paylink.createLink()).id}/mark_paid`, {})
      const shared = await mails.link()
      await mails.share(shared)
      const [waiting] = await hooks.deliveries(endpoint)
      expect(waiting?.status).to.equal('scheduled')
      const { from, until } = await quarantine()

      const resumed = await resume('--json')
      expect(resumed.code, resumed.stderr).to.equal(0)
      expect(resumed.json).to.deep.include({ missing: { from, until }, stoppedDeliveries: 2, unknownEmails: 1 })
      const again = await command('doctor', '--resume')
      expect([again.code, again.stderr]).to.deep.equal([
        1,
        'PayLink is not in quarantine: there is nothing to resume.\n',
      ])
      const entry = await paylink.db('audit_entries').where({ action: 'quarantine.ended' }).first()
      expect(entry).to.include({ action: 'quarantine.ended', target: 'restored', actor: 'operator' })

      expect((await fetch(`${paylink.url}/readyz`)).status).to.equal(200)
      await workEverything()
      expect((await hooks.deliveries(endpoint)).map(({ status }) => status)).to.deep.equal(['stopped', 'stopped'])
      expect((await mails.emailsOf(shared))[0].status).to.equal('unknown')
      expect([receiver.at(endpoint.path).length, server.mails.length]).to.deep.equal([0, 0])

      await paylink.post(`/v1/payment_links/${(await paylink.createLink()).id}/mark_paid`, {})
      await hooks.rested(endpoint)
      expect(receiver.at(endpoint.path)).to.have.length(2)
      const later = await mails.link()
      await mails.share(later)
      await hooks.container.get(SendEmails).runDue()
      await mails.until(later, 'sent')
    })

    it('still sends what certainly happened after the gap', async () => {
      const { paylink, receiver } = hooks
      const { link, payment } = await paylink.paidQuietly()
      await ShopPerson.signIn(paylink, 'viewer')
      const person = await paylink.db('users').first()
      await quarantine()
      await paylink.sync(payment.id)
      await paylink.container.get(RequestReset).byMail(person.email, placeAt())
      expect(await paylink.linkStatus(link.id)).to.equal('paid')
      const paidAt = later(paylink.clock.now(), MINUTE_MS)
      // The provider's clock is the real one, and this one's was moved.
      await paylink
        .writer('payments')
        .where({ id: payment.id })
        .update({ paid_at: iso(paidAt) })
      expect((await resume('--json')).json).to.include({ stoppedDeliveries: 0 })
      await heartbeat()
      await hooks.rested(endpoint)
      expect(receiver.at(endpoint.path)).to.have.length(2)
      await hooks.container.get(SendEmails).runDue()
      await eventually(
        () => paylink.db('email_deliveries').where({ kind: 'reset' }).pluck('status'),
        (statuses) => statuses.join() === 'sent',
      )
    })

    it('spans the gaps of a backup that was itself made in quarantine', async () => {
      const { clock, container } = hooks.paylink
      const first = await quarantine()
      clock.advance(HOUR_MS)
      const second = await quarantine()
      const state = await readQuarantine(hooks.paylink.db)
      expect(state).to.include({ reason: 'restored', copiedAt: first.from, knownUntil: second.until })
      expect(container.get(Quarantine).isHolding).to.equal(false)
      await heartbeat()
      expect(container.get(Quarantine).isHolding).to.equal(true)
    })

    it('looks an invoice up that was requested before the gap ended, before it requests a stamp', async () => {
      const { paylink } = hooks
      const { paymentId } = await invoices.paid()
      await invoices.request(paymentId, { email: 'xenon@example.com' })
      await invoices.settle()
      const invoice = await invoices.invoiceOf(paymentId)
      const [stamp] = await invoices.stampsOf(invoice.id)
      // As it was in the copy, before it was stamped.
      await paylink.container.get(UnitOfWork).run(async (tx) => {
        const now = iso(paylink.clock.now())
        await tx('invoice_files').delete()
        await tx('email_deliveries').where({ kind: 'invoice' }).delete()
        await tx('invoices')
          .where({ id: invoice.id })
          .update({
            ...{ status: 'requested', provider_ref: null, uuid: null, request: null, stamped_at: null },
            ...{ attempts: 0, tries: 0, next_attempt_at: now },
          })
      })
      await quarantine()
      expect((await resume()).code).to.equal(0)
      await heartbeat()
      await invoices.setFaults([{ kind: 'error_before', match: 'POST /v2/invoices', times: 50 }])
      await invoices.settle(20)
      const found = await invoices.invoiceOf(paymentId)
      expect([found.status, found.uuid]).to.deep.equal(['stamped', stamp.uuid])
      const [unused] = await paylink.container.get(Sandbox).faultsOf('invoicing_provider').list()
      expect(unused?.times, 'no stamp was requested').to.equal(50)
      // The customer has its email, and the receiver its event.
      await workEverything()
      const told = await paylink
        .db('webhook_deliveries')
        .join('events', 'events.id', 'event_id')
        .where({ type: 'payment.invoiced' })
        .orderBy('events.created_at')
        .pluck('webhook_deliveries.status')
      expect(told).to.deep.equal(['stopped', 'stopped'])
      const mails = await paylink.db('email_deliveries').where({ kind: 'invoice' }).pluck('status')
      expect(mails).to.deep.equal(['unknown'])
    })

    it('begins by itself when the database is older than the data directory has seen it', async () => {
      const { paylink } = hooks
      const file = join(paylink.settings.dataDir, 'epoch.json')
      const instanceId = await readInstanceId(paylink.db, null as never, true)
      const epoch = await readEpoch(paylink.db)
      const seen = iso(later(new Date(epoch ?? ''), HOUR_MS))
      const quarantineAfter = async (text: string) => {
        writeFileSync(file, text)
        await heartbeat()
        return readQuarantine(paylink.db)
      }
      expect(await quarantineAfter('not JSON')).to.equal(null)
      expect(await quarantineAfter(JSON.stringify({ instanceId: 'another', at: seen }))).to.equal(null)
      const grown = await readEpoch(paylink.db)
      expect((grown ?? '') > (epoch ?? '')).to.equal(true)
      const state = await quarantineAfter(JSON.stringify({ instanceId, at: seen }))
      expect(state).to.include({ reason: 'older_than_data_directory', copiedAt: grown, knownUntil: seen })

      // It survives a restart, and is over once it is ended, with the same file.
      await paylink.restart()
      const { status } = await paylink.post('/v1/payment_links', linkBody(), { idempotencyKey: 'held' })
      expect(status).to.equal(503)
      expect((await resume()).code).to.equal(0)
      await paylink.restart()
      await eventually(
        () => fetch(`${paylink.url}/readyz`),
        (answer) => answer.status === 200,
      )
    })
  })
}
