import { Generation } from '@paylink/core/database/generation'
import { FindViolations } from '@paylink/core/doctor/find-violations.repository'
import type { AccountPrincipal } from '@paylink/core/kernel/principal'
import { ExpirePaymentLinks } from '@paylink/core/payment-links/expire-payment-links'
import { HandleNotifications } from '@paylink/core/reconciliation/handle-notifications'
import { VerifyDuePayments } from '@paylink/core/reconciliation/verify-due-payments'
import type { Knex } from 'knex'
import { ActRunner } from './acts.js'
import { type Acts, SeededDecisions } from './decisions.js'
import { deliver } from './deliver-notification.js'
import { failPostgres } from './failing-postgres.js'
import { SimProcess } from './process.js'
import { Requests } from './requests.js'
import { type LinkRow, NOTHING, type DatabaseObserver, type PaymentRow, type Snapshot } from './snapshot.js'
import { SimClock, turn } from './scheduler.js'
import type { Finding } from './invariant-checker.js'
import { unknownMoney } from './wind-down.js'
import { World } from './world.js'

const BATCHES = 14
const MAX_CONCURRENT = 5
const MINUTE = 60_000
const TABLES =
  'money_movements, quarter_hour_sums, day_sums, search_terms, search_queue, ' +
  'invoice_files, invoices, invoicing_connections, receipts, email_deliveries, email_suppressions, provider_answers, payment_disputes, payments, payment_links, webhook_attempts, webhook_deliveries, events, idempotency_keys, notifications, workers'

const MAX_PACE_MS = 200

/** Takes a snapshot when told to, and keeps it. */
class PostgresOnlooker implements DatabaseObserver {
  private seen: Snapshot | null = null
  private broken: { id: string; message: string } | null = null

  async ask(database: Knex, violations: FindViolations): Promise<void> {
    const links = await database<LinkRow>('payment_links').orderBy(['created_at', 'id'])
    const payments = await database<PaymentRow>('payments').orderBy(['created_at', 'id'])
    this.seen = {
      ...NOTHING,
      links: new Map(links.map((row) => [row.id, row])),
      payments: new Map(payments.map((row) => [row.id, row])),
    }
    const [first] = await violations.run()
    this.broken = first ? { id: first.id, message: `${first.rule}: ${first.rows.join(', ')}` } : null
  }

  look = (): Snapshot | null => this.seen
  violated = (): { id: string; message: string } | null => this.broken
  rows = (): null => null
  close = (): void => undefined
}

/**
 * One run on Postgres: the same requests, payers and providers, several at a time and truly concurrent, while the
 * database fails. Interleaving is left to the machine; the invariants are the same.
 */
export async function runOnPostgres(
  seed: number,
  databaseUrl: string,
  principal: AccountPrincipal,
): Promise<{ finding: Finding | null; counts: Map<string, number> }> {
  const decisions = new SeededDecisions(seed, Infinity)
  const observer = new PostgresOnlooker()
  const options = {
    profile: 'full' as const,
    isFine: false,
    faultsOneIn: 4,
    story: 'crowd' as const,
    isPaired: false,
    mayFail: true,
    substitute: () => undefined,
  }
  const world = new World(decisions, options, databaseUrl, observer)
  const process = await SimProcess.wire(world)
  const { reader, writer } = process.composed().database
  await writer.raw(
    `truncate ${TABLES}; delete from graphile_worker._private_jobs; update connections set status = 'active'`,
  )
  const requests = new Requests(world, principal)
  const nothing = (): Promise<void> => Promise.resolve()
  const rest = { resume: resume(world), rest: nothing, crash: nothing, bootAnother: nothing }
  const simulation = { world, processes: [process], principal, requests, ...rest }
  const acting = new ActRunner(simulation)
  const violations = new FindViolations(reader, new SimClock(world.scheduler))
  const look = async (): Promise<void> => {
    await observer.ask(reader, violations)
    world.checker.look()
  }
  try {
    for (let batch = 0; batch < BATCHES && !world.checker.finding; batch++) {
      failPostgres(decisions, (fault) => world.count(`database ${fault}`))
      for (let at = decisions.below(MAX_CONCURRENT); at >= 0; at--) await acting.perform(acting.next(ACTS) ?? 'clock')
      await atOnce(world, process)
      failPostgres(null)
      await look()
    }
    decisions.isQuiet = true
    for (const provider of world.providers) provider.isRefusing = false
    for (const minutes of [1, 1, 3, 10, 30, 70, 70, 370, 370]) {
      world.advance(minutes * MINUTE)
      for (const { key, operation } of requests.unsettled()) requests.send(process, key, operation)
      for (const notification of [...world.notifications]) void deliver(world, process, notification, false)
      await atOnce(world, process)
      await look()
      if (world.checker.finding || (world.notifications.length === 0 && unknownMoney(simulation).length === 0)) break
    }
    for (const message of unknownMoney(simulation)) world.checker.report('I12', message)
    for (const { code, identity } of requests.unsettled()) {
      if (code === 'internal_error') world.checker.report('answers', `${identity} fails though nothing else does`)
    }
  } finally {
    failPostgres(null)
    process.crash()
    await process.composed().database.close()
  }
  return { finding: world.checker.finding, counts: world.counts }
}

const ACTS: Acts = [
  ...(['create', 'repeat', 'checkout', 'checkout', 'checkout', 'pay', 'notify', 'notify'] as const),
  ...(['update', 'disable', 'mark_paid', 'sync', 'take_voucher', 'decline', 'pay_late', 'refund', 'clock'] as const),
].map((act) => [act, 1])

const resume =
  (world: World) =>
  async (index: number): Promise<void> =>
    void (await world.scheduler.step(index))

/** Runs everything concurrently, the background too, until nothing is left to do. */
async function atOnce(world: World, process: SimProcess): Promise<void> {
  const swallow = (): undefined => undefined
  const background = [
    process.get(Generation).refresh().catch(swallow),
    process.get(VerifyDuePayments).runDue().catch(swallow),
    process.get(HandleNotifications).runDue().catch(swallow),
    process.get(ExpirePaymentLinks).run().catch(swallow),
  ]
  let isOver = false
  void Promise.allSettled(background).then(() => (isOver = true))
  for (let idle = 0; idle < 30;) {
    idle = world.scheduler.isWaiting || !isOver || process.isBusy() ? 0 : idle + 1
    while (world.scheduler.isWaiting) await world.scheduler.step(0)
    // Verification paces itself and waits for slow answers: let that time pass.
    const ms = world.scheduler.untilNextAlarm()
    if (!isOver && ms !== null && (ms <= MAX_PACE_MS || !process.isBusy())) world.advance(ms)
    await (isOver ? turn() : new Promise((resolve) => setTimeout(resolve, 1)))
  }
}
