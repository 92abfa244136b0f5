import { wasEndedBlindly } from './decided.js'
import { isReleased } from './releases.js'
import { deliver } from './deliver.js'
import { isPayable, type Session } from './provider-world.js'
import { turn } from './scheduler.js'
import type { Simulation } from './simulation.js'
import type { Decided } from './snapshot.js'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** How far the clock goes in each round after the last fault. Money must be known when the first rounds are over. */
const SOON = [20, 20, 20, 60, 120, 300, 900].map((seconds) => seconds * SECOND)
const LONGEST_WAY_MS = 10 * SECOND
const LATER = [1.1, 1.1, 1.1, 6.1, 6.1].map((hours) => hours * HOUR)
const LONGEST_WATCH = 30 * DAY
/** The last look may be a tenth of its time early. */
const LAST_WATCH = 0.9 * LONGEST_WATCH
const VOUCHER_WATCH = 72 * HOUR

/** No faults any more: whatever is under way ends, every client asks again, and the truth must come out. */
export async function windDown(simulation: Simulation): Promise<void> {
  const { world } = simulation
  world.decisions.isQuiet = true
  world.advance(0)
  for (const provider of world.providers) Object.assign(provider, { isRefusing: false, downUntil: 0 })
  await simulation.rest()
  // Answers that were long on their way have arrived.
  world.advance(LONGEST_WAY_MS)
  await simulation.rest()
  for (const ms of SOON) {
    await round(simulation, ms)
    if (world.watch.finding || isDone(simulation)) break
  }
  for (const says of unwanted(simulation)) world.watch.blame('I6', says)
  for (const ms of LATER) {
    if (world.watch.finding || isDone(simulation)) break
    await round(simulation, ms)
  }
  for (const says of unknownMoney(simulation)) world.watch.blame('I12', says)
  for (const says of forgotten(simulation)) world.watch.blame('I6', says)
  for (const { id } of world.hints) world.watch.blame('I18', `notification ${id} was never taken`)
  if (world.watch.finding || world.options.profile === 'reconciliation-off') return
  if (openPayments(simulation).length === 0) return watchOn(simulation)
  // What nobody paid ends with its checkout, at the latest.
  const ends = [...world.watch.snapshot.payments.values()].flatMap(({ status, checkout_expires_at }) =>
    status === 'pending' && checkout_expires_at ? [Date.parse(checkout_expires_at)] : [],
  )
  const sessionEnds = world.sessions.filter(isPayable).map(({ expiresAt }) => expiresAt)
  const end = Math.max(world.nowMs, ...ends, ...sessionEnds)
  await round(simulation, end - world.nowMs + SECOND)
  for (const ms of LATER) {
    if (world.watch.finding || openPayments(simulation).length === 0) break
    await round(simulation, ms)
  }
  for (const id of openPayments(simulation))
    world.watch.blame('I12', `payment ${id} is open, and its checkout long over`)
  await watchOn(simulation)
}

/** Money given back, and vouchers paid late, come to be known though no notification arrives (I12). */
async function watchOn(simulation: Simulation): Promise<void> {
  const { world } = simulation
  const end = Math.max(0, ...unheard(simulation).map(({ knownBy }) => knownBy))
  if (end === 0) return
  for (const ms of [Math.max(0, end - world.nowMs), ...LATER]) {
    if (world.watch.finding || unheard(simulation).length === 0) return
    await round(simulation, ms + SECOND)
  }
  for (const { says } of unheard(simulation)) world.watch.blame('I12', says)
}

/** What came after its payment was settled, nobody told us of, and the watch must find. */
function unheard({ world }: Simulation): { says: string; knownBy: number }[] {
  const { payments } = world.watch.snapshot
  return world.sessions.flatMap((session) => {
    const payment = payments.get(session.paymentId)
    const { id, status, oddity, paidAt, refunded, amount, isVoucher, isLate, expiresAt, changedAt } = session
    if (!payment || status !== 'paid' || oddity !== null || paidAt === null) return []
    const decided = endedByPerson(world, session)
    if (decided?.kind === 'refunded') return []
    if (payment.status === 'succeeded' && refunded >= amount && changedAt < paidAt + LAST_WATCH) {
      return [{ says: `${id} was given back, and nobody noticed`, knownBy: paidAt + LONGEST_WATCH }]
    }
    if (decided && payment.status === 'failed' && changedAt < Date.parse(decided.at) + LAST_WATCH) {
      const knownBy = Date.parse(decided.at) + LONGEST_WATCH
      return [{ says: `${id} was paid after a person had given it up, and nobody noticed`, knownBy }]
    }
    if (isReleased(payment) && changedAt < Date.parse(payment.released_at ?? '') + LAST_WATCH) {
      const knownBy = Date.parse(payment.released_at ?? '') + LONGEST_WATCH
      return [{ says: `${id} was paid after its link was released, and nobody noticed`, knownBy }]
    }
    const isAskedAbout = isVoucher && isLate && payment.voucher !== null && paidAt < expiresAt + VOUCHER_WATCH
    if (isAskedAbout && (payment.status === 'canceled' || payment.status === 'failed')) {
      return [{ says: `the voucher of ${id} was paid late, and nobody noticed`, knownBy: expiresAt + VOUCHER_WATCH }]
    }
    return []
  })
}

async function round(simulation: Simulation, ms: number): Promise<void> {
  const { world } = simulation
  world.advance(ms)
  const [process] = simulation.processes
  if (!process) throw new Error('no process lives')
  for (const { key, wish } of simulation.requests.unsettled()) simulation.requests.send(process, key, wish)
  for (const hint of [...world.hints]) void deliver(world, process, hint, false)
  await turn()
  await simulation.rest()
  for (const { key, body } of simulation.requests.unsettled()) {
    if (body?.includes('Idempotency-Key is still')) world.watch.blame('I35', `key ${key} is still held`)
  }
}

function isDone(simulation: Simulation): boolean {
  const { hints } = simulation.world
  const open = [unknownMoney, unwanted, forgotten].flatMap((find) => find(simulation))
  return hints.length === 0 && open.length === 0
}

/** What can be paid though its link is paid: closed within minutes once its provider answers (I6). */
function unwanted({ world }: Pick<Simulation, 'world'>): string[] {
  if (world.options.profile === 'reconciliation-off') return []
  return world.sessions
    .filter((session) => !wasEndedBlindly(world.watch.snapshot, session))
    .filter(({ status, linkId }) => status === 'open' && world.watch.snapshot.links.get(linkId)?.status === 'paid')
    .map(({ id, linkId }) => `${id} can be paid, and link ${linkId} is paid already`)
}

/** What can be paid though its payment is over: closed within hours, whoever ended it (I6, R238). */
function forgotten({ world }: Pick<Simulation, 'world'>): string[] {
  if (world.options.profile === 'reconciliation-off') return []
  return world.sessions
    .filter(({ status, paymentId }) => {
      const payment = world.watch.snapshot.payments.get(paymentId)
      return status === 'open' && payment?.status !== 'pending' && payment?.status !== 'succeeded'
    })
    .map(({ id, paymentId }) => `${id} can be paid, and its payment ${paymentId} is over`)
}

/** What a person decided, if that is why its payment is over. */
function endedByPerson({ watch }: Simulation['world'], { paymentId }: Session): Decided | undefined {
  const decisions = watch.snapshot.decisions.get(paymentId) ?? []
  const isEnded = decisions.some(({ kind }) => kind === 'failed' || kind === 'refunded')
  return isEnded ? decisions.at(-1) : undefined
}

/** What the providers know of money, and we do not (I5, I12, I14). */
export function unknownMoney({ world }: Pick<Simulation, 'world'>): string[] {
  const { payments, decisions } = world.watch.snapshot
  const isUnknown = (session: Session): string | null => {
    if (session.status !== 'paid') return null
    const payment = payments.get(session.paymentId)
    const decided = decisions.get(session.paymentId) ?? []
    // Nobody asks about a payment that is over unless told to, or it is watched.
    const isGivenUp = endedByPerson(world, session) !== undefined || isReleased(payment)
    const isOver = session.isLate || session.refunded > 0 || isGivenUp
    if (session.isUnheard && isOver) return null
    // A person is asked, or was; and it is the sweep that would ask the provider again.
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
  return [...world.watch.snapshot.payments.values()]
    .filter(({ status, review_reason }) => status === 'pending' && review_reason === null)
    .filter(({ review_decided_at }) => review_decided_at === null)
    .map(({ id }) => id)
}
