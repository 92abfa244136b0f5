import type { Composition } from '@paylink/core/composition/compose'
import type { Engine } from '@paylink/core/database/engine'
import { AdvanceInvoices } from '@paylink/core/invoicing/advance-invoices'
import { SendEmails } from '@paylink/core/mail/send-emails'
import { UnitOfWork } from '@paylink/core/database/unit-of-work'
import { HandleNotifications } from '@paylink/core/reconciliation/handle-notifications'
import { VerifyDuePayments } from '@paylink/core/reconciliation/verify-due-payments'
import { DeliverWebhooks } from '@paylink/core/webhooks/deliver-webhooks'
import type { Claim } from '@paylink/core/work/claim'
import { DueRows } from '@paylink/core/work/due-rows'
import { LostClaims } from '@paylink/core/work/lost-claims'
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
  { table: 'payments', worker: VerifyDuePayments, open: openProvider },
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
      await paylink.change('payments', payment.id, { reconcile_after: paylink.clock.now().toISOString() })
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
  describe(`a claim that is committed while its answer is lost, on ${engine} (I18, I20, I27, I36, I42)`, () => {
    let bench: Bench
    afterEach(() => bench.close())

    for (const { table, worker, open } of KINDS) {
      it(`in ${table}: the row is released and worked at the next look, once`, async () => {
        bench = await open(engine)
        const { paylink, begin } = bench
        const { container } = paylink.appliance.composition
        const runDue = () => container.get<Pick<SendEmails, 'runDue'>>(worker).runDue()

        const lost = loseNextAnswer(container, table)
        const first = await begin()
        await runDue()
        const claim = lost()
        expect(await first()).to.equal(0)
        expect(await paylink.db(table).whereIn(holderOf(table), [claim.holder])).to.have.length(1)
        const second = await begin()
        await runDue()
        expect([await first(), await second()]).to.deep.equal([1, 1])
        expect(paylink.clock.now().getTime()).to.be.below(Date.parse(claim.until))

        for (let times = 0; times < 2; times++) {
          paylink.clock.advance(Date.parse(claim.until) - paylink.clock.now().getTime() + times * 60_000)
          await runDue()
          expect([await first(), await second()]).to.deep.equal([1, 1])
        }
      })
    }
  })
}

describe('which claims count as lost (I18)', () => {
  const table = { name: 'emails' }
  const other = { name: 'invoices' }
  const claim = (second: number): Claim => ({ holder: 'worker', until: `2026-11-30T12:00:0${second}.000Z` })
  const NOW = '2026-11-30T12:00:00.500Z'
  let claims: LostClaims
  beforeEach(() => void (claims = new LostClaims()))

  it('those of the table that have not expired, until they are released', () => {
    for (const second of [0, 1, 2]) claims.recordLoss(table, claim(second))
    claims.recordLoss(other, claim(3))
    expect(claims.of(table, NOW)).to.deep.equal([claim(1), claim(2)])
    const [first] = claims.of(table, NOW)
    if (first) claims.forget(first)
    expect(claims.of(table, NOW)).to.deep.equal([claim(2)])
    expect(claims.of(other, NOW)).to.deep.equal([claim(3)])
  })

  it('none whose fence is that of rows being worked, claimed in the same millisecond', () => {
    claims.recordAnswer(table, claim(1))
    claims.recordLoss(table, claim(1))
    expect(claims.of(table, NOW)).to.deep.equal([])
    claims.recordLoss(table, claim(2))
    claims.recordAnswer(table, claim(2))
    claims.recordLoss(other, claim(2))
    expect(claims.of(table, NOW)).to.deep.equal([])
    expect(claims.of(other, NOW)).to.deep.equal([claim(2)])
  })
})

const holderOf = (table: string): string => (table === 'payments' ? 'verifying_token' : 'claimed_by')

/** The connection dies at the commit of the next claim that finds rows. Returns a function that returns that claim. */
function loseNextAnswer(container: Composition['container'], ofTable: string): () => Claim {
  const dueRows = container.get(DueRows)
  const unitOfWork = container.get(UnitOfWork)
  let asked: Claim | null = null
  let lost: Claim | undefined
  const claim = dueRows.claim.bind(dueRows)
  dueRows.claim = (table, quotas, next) => {
    if (!lost && table.columns.table === ofTable) asked = next
    return claim(table, quotas, next)
  }
  const loseAnswer = <T>(answer: T): T => {
    if (asked === null || !Array.isArray(answer) || answer.length === 0) return answer
    lost = asked
    asked = null
    throw new Error('the connection to the database was lost')
  }
  const run = unitOfWork.run.bind(unitOfWork)
  const runSingle = unitOfWork.runSingle.bind(unitOfWork)
  unitOfWork.run = async (work) => loseAnswer(await run(work))
  unitOfWork.runSingle = async (statement) => loseAnswer(await runSingle(statement))
  return () => {
    if (!lost) throw new Error('nothing was claimed')
    return lost
  }
}
