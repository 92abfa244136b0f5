import type { Engine } from '@paylink/core/database/engine'
import { AdvanceInvoices } from '@paylink/core/invoicing/advance-invoices'
import { SendEmails } from '@paylink/core/mail/send-emails'
import { HandleNotifications } from '@paylink/core/reconciliation/handle-notifications'
import { DeliverWebhooks } from '@paylink/core/webhooks/deliver-webhooks'
import { type Claim, DueRows } from '@paylink/core/work/due-rows'
import { expect } from 'chai'
import { TestAppliance } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'
import { InvoiceShop } from '../support/invoice-shop.js'
import { MailShop } from '../support/mail-shop.js'
import { Hooks } from '../webhooks/hooks.js'

/** How often the work of one row was done, as whom it is done for can tell. */
type TimesDone = () => Promise<number>

interface Bench {
  paylink: TestAppliance
  /** Makes one row due, in the lane of the ones before. */
  begin: () => Promise<TimesDone>
  close: () => Promise<void>
}

interface Kind {
  table: string
  worker: abstract new (...parts: any[]) => Pick<SendEmails, 'runDue'>
  open: (engine: Engine) => Promise<Bench>
}

/** No worker runs until the test starts it. */
const ROLES = { http: true, jobs: false }

const KINDS: readonly Kind[] = [
  { table: 'webhook_deliveries', worker: DeliverWebhooks, open: openHooks },
  { table: 'notifications', worker: HandleNotifications, open: openProvider },
  { table: 'invoices', worker: AdvanceInvoices, open: openInvoices },
  { table: 'email_deliveries', worker: SendEmails, open: openMail },
]

async function openHooks(engine: Engine): Promise<Bench> {
  const hooks = await Hooks.start(engine, {}, ROLES)
  const { path } = await hooks.register()
  return {
    paylink: hooks.paylink,
    begin: async () => {
      const [id] = await hooks.announce()
      return () => Promise.resolve(hooks.receiver.at(path).filter(({ event }) => event.id === id).length)
    },
    close: () => hooks.stop(),
  }
}

async function openProvider(engine: Engine): Promise<Bench> {
  const paylink = await TestAppliance.start(engine, {}, ROLES)
  return {
    paylink,
    begin: async () => {
      const link = await paylink.createLink()
      await paylink.pay(await paylink.openCheckout(link), 'succeed')
      const [payment] = await paylink.paymentsOf(link.id)
      return async () => (await paylink.eventTypes(payment.id)).filter((type) => type === 'payment.succeeded').length
    },
    close: () => paylink.stop(),
  }
}

async function openInvoices(engine: Engine): Promise<Bench> {
  const shop = InvoiceShop.over(await TestAppliance.start(engine, {}, ROLES))
  await shop.connect()
  const [issuer] = await shop.issuers()
  await shop.choose(issuer?.id ?? '')
  return {
    paylink: shop.paylink,
    begin: async () => {
      const { paymentId } = await shop.paid()
      await shop.request(paymentId)
      const { id } = await shop.invoiceOf(paymentId)
      return async () => (await shop.stampsOf(id)).length
    },
    close: () => shop.close(),
  }
}

async function openMail(engine: Engine): Promise<Bench> {
  const shop = await MailShop.open(engine, {}, ROLES)
  return {
    paylink: shop.paylink,
    begin: async () => {
      const link = await shop.link()
      await shop.share(link)
      return () => Promise.resolve(shop.server.mails.filter(({ raw }) => raw.includes(link.url)).length)
    },
    close: () => shop.close(),
  }
}

for (const engine of ENGINES) {
  describe(`a claim that is committed while its answer is lost, on ${engine} (I18, I27, I36, I42)`, () => {
    let bench: Bench
    afterEach(() => bench.close())

    for (const { table, worker, open } of KINDS) {
      it(`in ${table}: the row is worked once its claim has expired, and its lane meanwhile`, async () => {
        bench = await open(engine)
        const { paylink, begin } = bench
        const { container } = paylink.appliance.composition
        const runDue = () => container.get<Pick<SendEmails, 'runDue'>>(worker).runDue()

        const lost = loseNextAnswer(container.get(DueRows), table)
        const first = await begin()
        await runDue()
        const until = lost()
        expect(await first()).to.equal(0)
        const second = await begin()
        await runDue()
        expect([await first(), await second()]).to.deep.equal([0, 1])

        for (let times = 0; times < 2; times++) {
          paylink.clock.advance(Date.parse(until) - paylink.clock.now().getTime() + times * 60_000)
          await runDue()
          expect([await first(), await second()]).to.deep.equal([1, 1])
        }
      })
    }
  })
}

/** The connection dies at the commit. Returns a function that tells until when the rows are claimed. */
function loseNextAnswer(dueRows: DueRows, ofTable: string): () => string {
  const claim = dueRows.claim.bind(dueRows)
  let lost: Claim | undefined
  dueRows.claim = async (table, quotas, asked) => {
    const rows = await claim(table, quotas, asked)
    if (lost || rows.length === 0 || table.columns.table !== ofTable) return rows
    lost = asked
    throw new Error('the connection to the database was lost')
  }
  return () => {
    if (!lost) throw new Error('nothing was claimed')
    return lost.until
  }
}
