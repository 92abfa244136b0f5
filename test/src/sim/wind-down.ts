import { wasEndedBlindly } from './check-decisions.js'
import { isReleased } from './releases.js'
import { deliver } from './deliver-notification.js'
import { isPayable, type Session } from './provider-world.js'
import { turn } from './scheduler.js'
import type { Simulation } from './simulation.js'
import type { Decided } from './snapshot.js'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** How far the clock goes in each round after the last fault. The first rounds must reveal all money. */
const SOON = [20, 20, 20, 60, 120, 300, 900].map((seconds) => seconds * SECOND)
const MAX_WAY_MS = 10 * SECOND
const LATER = [1.1, 1.1, 1.1, 6.1, 6.1].map((hours) => hours * HOUR)
const MAX_WATCH = 30 * DAY
/** The last poll may be 10 % early. */
const LAST_WATCH = 0.9 * MAX_WATCH
const VOUCHER_WATCH = 72 * HOUR

/** Without faults: work in hand ends, every client repeats, and the final state must be right. */
export async function windDown(simulation: Simulation): Promise<void> {
  const { world } = simulation
  world.decisions.isQuiet = true
  world.advance(0)
  for (const provider of world.providers) Object.assign(provider, { isRefusing: false, downUntil: 0 })
  await simulation.rest()
  // Slow answers have arrived.
  world.advance(MAX_WAY_MS)
  await simulation.rest()
  for (const ms of SOON) {
    await round(simulation, ms)
    if (world.checker.finding || isDone(simulation)) break
  }
  for (const message of unwanted(simulation)) world.checker.report('I6', message)
  for (const ms of LATER) {
    if (world.checker.finding || isDone(simulation)) break
    await round(simulation, ms)
  }
  for (const message of unknownMoney(simulation)) world.checker.report('I12', message)
  for (const message of forgotten(simulation)) world.checker.report('I6', message)
  for (const { id } of world.notifications) world.checker.report('I18', `notification ${id} was never taken`)
  if (world.checker.finding || world.options.profile === 'reconciliation-off') return
  if (openPayments(simulation).length === 0) return watchOn(simulation)
  // An unpaid payment ends with its checkout, at the latest.
  const ends = [...world.checker.snapshot.payments.values()].flatMap(({ status, checkout_expires_at }) =>
    status === 'pending' && checkout_expires_at ? [Date.parse(checkout_expires_at)] : [],
  )
  const sessionEnds = world.sessions.filter(isPayable).map(({ expiresAt }) => expiresAt)
  const end = Math.max(world.nowMs, ...ends, ...sessionEnds)
  await round(simulation, end - world.nowMs + SECOND)
  for (const ms of LATER) {
    if (world.checker.finding || openPayments(simulation).length === 0) break
    await round(simulation, ms)
  }
  for (const id of openPayments(simulation))
    world.checker.report('I12', `payment ${id} is open, and its checkout long over`)
  await watchOn(simulation)
}

/** Refunds and late voucher payments are found without notifications (I12). */
async function watchOn(simulation: Simulation): Promise<void> {
  const { world } = simulation
  const end = Math.max(0, ...unheard(simulation).map(({ knownBy }) => knownBy))
  if (end === 0) return
  for (const ms of [Math.max(0, end - world.nowMs), ...LATER]) {
    if (world.checker.finding || unheard(simulation).length === 0) return
    await round(simulation, ms + SECOND)
  }
  for (const { message } of unheard(simulation)) world.checker.report('I12', message)
}

/** Changes after settlement without a notification, which polling must find. */
function unheard({ world }: Simulation): { message: string; knownBy: number }[] {
  const { payments } = world.checker.snapshot
  return world.sessions.flatMap((session) => {
    const payment = payments.get(session.paymentId)
    const { id, status, oddity, paidAt, refunded, amount, isVoucher, isLate, expiresAt, changedAt } = session
    if (!payment || status !== 'paid' || oddity !== null || paidAt === null) return []
    const decided = endedByPerson(world, session)
    if (decided?.kind === 'refunded') return []
    if (payment.status === 'succeeded' && refunded >= amount && changedAt < paidAt + LAST_WATCH) {
      return [{ message: `${id} was given back, and it was not noticed`, knownBy: paidAt + MAX_WATCH }]
    }
    if (decided && payment.status === 'failed' && changedAt < Date.parse(decided.at) + LAST_WATCH) {
      const knownBy = Date.parse(decided.at) + MAX_WATCH
      return [{ message: `${id} was paid after a person had given it up, and it was not noticed`, knownBy }]
    }
    if (isReleased(payment) && changedAt < Date.parse(payment.released_at ?? '') + LAST_WATCH) {
      const knownBy = Date.parse(payment.released_at ?? '') + MAX_WATCH
      return [{ message: `${id} was paid after its link was released, and it was not noticed`, knownBy }]
    }
    const isBeingVerified = isVoucher && isLate && payment.voucher !== null && paidAt < expiresAt + VOUCHER_WATCH
    if (isBeingVerified && (payment.status === 'canceled' || payment.status === 'failed')) {
      return [
        { message: `the voucher of ${id} was paid late, and it was not noticed`, knownBy: expiresAt + VOUCHER_WATCH },
      ]
    }
    return []
  })
}

async function round(simulation: Simulation, ms: number): Promise<void> {
  const { world } = simulation
  world.advance(ms)
  const [process] = simulation.processes
  if (!process) throw new Error('no process lives')
  for (const { key, operation } of simulation.requests.unsettled()) simulation.requests.send(process, key, operation)
  for (const notification of [...world.notifications]) void deliver(world, process, notification, false)
  await turn()
  await simulation.rest()
  for (const { key, body } of simulation.requests.unsettled()) {
    if (body?.includes('Idempotency-Key is still')) world.checker.report('I35', `key ${key} is still held`)
  }
}

function isDone(simulation: Simulation): boolean {
  const { notifications } = simulation.world
  const open = [unknownMoney, unwanted, forgotten].flatMap((find) => find(simulation))
  return notifications.length === 0 && open.length === 0
}

/** Payable checkouts of paid links: closed within minutes once the provider answers (I6). */
function unwanted({ world }: Pick<Simulation, 'world'>): string[] {
  if (world.options.profile === 'reconciliation-off') return []
  return world.sessions
    .filter((session) => !wasEndedBlindly(world.checker.snapshot, session))
    .filter(({ status, linkId }) => status === 'open' && world.checker.snapshot.links.get(linkId)?.status === 'paid')
    .map(({ id, linkId }) => `${id} can be paid, and link ${linkId} is paid already`)
}

/** Payable checkouts of ended payments: closed within hours (I6, R238). */
function forgotten({ world }: Pick<Simulation, 'world'>): string[] {
  if (world.options.profile === 'reconciliation-off') return []
  return world.sessions
    .filter(({ status, paymentId }) => {
      const payment = world.checker.snapshot.payments.get(paymentId)
      return status === 'open' && payment?.status !== 'pending' && payment?.status !== 'succeeded'
    })
    .map(({ id, paymentId }) => `${id} can be paid, and its payment ${paymentId} is over`)
}

/** The operator's decision that ended the payment, if any. */
function endedByPerson({ checker }: Simulation['world'], { paymentId }: Session): Decided | undefined {
  const decisions = checker.snapshot.decisions.get(paymentId) ?? []
  const isEnded = decisions.some(({ kind }) => kind === 'failed' || kind === 'refunded')
  return isEnded ? decisions.at(-1) : undefined
}

/** Money that providers know of and we do not (I5, I12, I14). */
export function unknownMoney({ world }: Pick<Simulation, 'world'>): string[] {
  const { payments, decisions } = world.checker.snapshot
  const isUnknown = (session: Session): string | null => {
    if (session.status !== 'paid') return null
    const payment = payments.get(session.paymentId)
    const decided = decisions.get(session.paymentId) ?? []
    // An ended payment is polled only after a notification or on the refund schedule.
    const isGivenUp = endedByPerson(world, session) !== undefined || isReleased(payment)
    const isOver = session.isLate || session.refunded > 0 || isGivenUp
    if (session.isUnheard && isOver) return null
    // It is or was under review, and only the sweep would ask the provider again.
    const isPuzzling = payment?.review_reason === 'unrecognized' || decided.at(-1)?.review === 'unrecognized'
    if (isPuzzling && world.options.profile === 'reconciliation-off') return null
    if (session.oddity !== null) {
      const isSeen =
        payment?.review_reason === 'mismatch' ||
        decided.some(({ kind, review }) => kind === 'accept' || review === 'mismatch')
      return isSeen ? null : `the odd payment of ${session.id} is not flagged`
    }
    if (decided.some(({ kind }) => kind === 'refunded') && payment?.status === 'refunded') return null
    const isRefunded = session.refunded >= session.amount
    const isKnown = payment?.status === (isRefunded ? 'refunded' : 'succeeded')
    return isKnown ? null : `${session.id} is paid, and payment ${session.paymentId} is ${payment?.status}`
  }
  return world.sessions.flatMap((session) => isUnknown(session) ?? [])
}

function openPayments({ world }: Simulation): string[] {
  return [...world.checker.snapshot.payments.values()]
    .filter(({ status, review_reason }) => status === 'pending' && review_reason === null)
    .filter(({ review_decided_at }) => review_decided_at === null)
    .map(({ id }) => id)
}
