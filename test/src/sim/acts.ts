import { OPERATOR } from '@paylink/core/audit/audit-entry'
import { DisconnectProvider } from '@paylink/core/connections/disconnect-provider'
import { ConnectProvider } from '@paylink/core/connections/connect-provider'
import { Connections } from '@paylink/core/connections/connections.repository'
import { OpenCheckout } from '@paylink/core/checkout/open-checkout'
import { Generation } from '@paylink/core/database/generation'
import { Problem } from '@paylink/core/kernel/problem'
import { asOf } from '@paylink/core/payment-links/payment-link'
import { PaymentLinks } from '@paylink/core/payment-links/payment-links.repository'
import { Clock } from '@paylink/core/kernel/clock'
import { PaymentSyncController } from '@paylink/core/reconciliation/payment-sync.controller'
import { Payments } from '@paylink/core/payments/payments.repository'
import { VerifyPayment } from '@paylink/core/reconciliation/verify-payment'
import type { Acts } from './decisions.js'
import { deliver, forge } from './deliver.js'
import { isPayable, type Oddity, type Session } from './provider-world.js'
import { isUnderReview, resolve } from './resolve.js'
import { turn } from './scheduler.js'
import type { Simulation } from './simulation.js'
import type { Wish } from './requests.js'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const MOST_LINKS = 6

/** Who acts, and in what. */
export type Actors = Pick<Simulation, 'world' | 'process' | 'caller' | 'requests' | 'goOn' | 'crash'>

type Weight = readonly [act: string, weight: number]

/** What may happen next in a run, and how it is done. */
export class Acting {
  private keys = 0
  private values = 0

  constructor(private readonly simulation: Actors) {}

  private get world() {
    return this.simulation.world
  }

  /** `among`: only these, as far as they are possible now. */
  next(among?: Acts): string | null {
    const { world } = this
    const { links, payments } = world.watch.snapshot
    const { sessions, hints, options } = world
    const weights: Weight[] = [
      ['run', world.scheduler.ready > 0 ? 65 : 0],
      ['create', links.size < MOST_LINKS * (options.isLate ? 3 : 1) ? 4 : 0],
      ['repeat', this.simulation.requests.all.length > 0 ? 3 : 0],
      ['update', links.size > 0 ? 1 : 0],
      ['disable', links.size > 0 ? (options.isLate ? 3 : 1.5) : 0],
      ['mark_paid', links.size > 0 ? 0.6 : 0],
      ['checkout', links.size > 0 ? 9 : 0],
      ['sync', payments.size > 0 ? (options.profile === 'reconciliation-off' ? 4 : 1.5) : 0],
      ['pay', sessions.some(isPayable) ? 2.5 : 0],
      ['take_voucher', sessions.some(isOpen) ? 1.5 : 0],
      ['decline', sessions.some(isOpen) ? 0.7 : 0],
      ['pay_late', sessions.some(this.canBeLate) ? (options.isLate ? 2.5 : 1.2) : 0],
      ['close', options.isLate && sessions.some(isOpen) ? 5 : 0],
      ['refund', sessions.some(isPaid) ? 1.2 : 0],
      ['resolve', [...payments.values()].some(isUnderReview) ? 2 : 0],
      ['notify', hints.length > 0 ? 4 : 0],
      ['forge', sessions.length > 0 ? 0.4 : 0],
      ['lose', hints.length > 0 && options.profile === 'full' ? 0.7 : 0],
      ['clock', 5],
      ['crash', 0.6],
      ['disconnect', 0.2],
      ['connect', 0.4],
      ['refuse', 0.4],
      ['accept', world.providers.some(({ isRefusing }) => isRefusing) ? 0.6 : 0],
    ]
    const possible = weights.filter(([act, weight]) => weight > 0 && (!among || among.some(([name]) => name === act)))
    return world.decisions.next(among ? among.filter(([name]) => possible.some(([act]) => act === name)) : possible)
  }

  async perform(act: string): Promise<void> {
    const { world, simulation } = this
    const { decisions } = world
    switch (act) {
      case 'run':
        // Most often the one that waits longest; otherwise nothing would ever come to an end.
        return simulation.goOn(decisions.oneIn(3) ? decisions.below(world.scheduler.ready) : 0)
      case 'clock':
        return world.advance(this.howLong())
      case 'crash':
        return simulation.crash()
      case 'lose':
        return world.lose(decisions.pick(world.hints))
      case 'notify':
        void deliver(world, simulation.process, decisions.pick(world.hints), decisions.oneIn(4))
        break
      case 'forge':
        void forge(world, simulation.process, decisions.pick(world.sessions))
        break
      case 'refuse':
        decisions.pick(world.providers).isRefusing = true
        return
      case 'accept':
        for (const provider of world.providers) provider.isRefusing = false
        return
      case 'disconnect':
      case 'connect':
        void this.guarded(() => this.changeConnection(act))
        break
      case 'sync':
        void this.guarded(() => this.sync())
        break
      case 'resolve':
        void this.guarded(() => resolve(this.simulation))
        break
      case 'checkout':
        void this.guarded(() => this.checkout())
        break
      case 'create':
      case 'update':
      case 'disable':
      case 'mark_paid':
      case 'repeat':
        this.request(act)
        break
      default:
        return this.payerDoes(act)
    }
    await turn()
  }

  /** Where money is to be late, only once we have called the payment off. */
  private readonly canBeLate = ({ status, paymentId }: Session): boolean => {
    const { options, watch } = this.world
    return status === 'expired' && (!options.isLate || watch.snapshot.payments.get(paymentId)?.status === 'canceled')
  }

  private howLong(): number {
    const { decisions, scheduler, sessions, watch, nowMs, options } = this.world
    const next = scheduler.untilNextAlarm() ?? SECOND
    // Without reconciliation, a notification that waits for days is given up, and rightly so.
    const kind = decisions.below(options.profile === 'reconciliation-off' ? 11 : 14)
    const steps = [next, next, next, SECOND, 5 * SECOND, 11 * SECOND, 20 * SECOND, 31 * SECOND, MINUTE, 3 * MINUTE]
    const step = steps[kind]
    if (step !== undefined) return step
    if (kind === 10) return decisions.pick([31 * MINUTE, HOUR, 65 * MINUTE])
    if (kind === 11) return decisions.pick([6 * HOUR, DAY, 3 * DAY, 8 * DAY])
    // To the very moment at which something ends, or one millisecond before.
    const ends = [
      ...sessions.filter(isPayable).map(({ expiresAt }) => expiresAt),
      ...[...watch.snapshot.links.values()].flatMap(({ expires_at }) => (expires_at ? [Date.parse(expires_at)] : [])),
      ...[...watch.snapshot.links.values()].flatMap(({ expires_at }) =>
        expires_at ? [Date.parse(expires_at) - 30 * MINUTE] : [],
      ),
    ].filter((at) => at > nowMs + 1)
    if (ends.length === 0) return SECOND
    return decisions.pick(ends) - nowMs - decisions.below(2)
  }

  private payerDoes(act: string): void {
    const { world } = this
    const { decisions } = world
    const among = (which: (session: Session) => boolean): Session => decisions.pick(world.sessions.filter(which))
    const provider = (session: Session) => world.providerOf(session.provider)
    switch (act) {
      case 'pay': {
        const session = among(isPayable)
        const oddities: Oddity[] = ['amount', 'currency', 'livemode', 'reference']
        return provider(session).pay(session, decisions.oneIn(8) ? decisions.pick(oddities) : null)
      }
      case 'take_voucher': {
        const session = among(isOpen)
        return provider(session).take(session)
      }
      case 'decline': {
        const session = among(isOpen)
        return provider(session).decline(session)
      }
      case 'close': {
        const session = among(isOpen)
        return provider(session).close(session)
      }
      case 'pay_late': {
        const session = this.world.decisions.prefer(world.sessions.filter(this.canBeLate), ({ linkId }) =>
          this.isMissed(linkId),
        )
        return provider(session).pay(session, null)
      }
      case 'refund': {
        const session = among(isPaid)
        return provider(session).refund(session, decisions.oneIn(2) ? session.amount : 100)
      }
      default:
        throw new Error(`nobody knows how to ${act}`)
    }
  }

  private request(act: 'create' | 'update' | 'disable' | 'mark_paid' | 'repeat'): void {
    const { requests, process } = this.simulation
    const { decisions } = this.world
    if (act !== 'repeat') return requests.send(process, `key-${++this.keys}`, this.wish(act))
    const isOpen = ({ status }: { status: number | null }): boolean => status === 503
    const earlier = this.world.decisions.prefer(requests.all, isOpen)
    // Sometimes the key is used for something else.
    const isOther = decisions.oneIn(isOpen(earlier) ? 2 : 5)
    const acts = ['create', 'update', 'disable', 'mark_paid'] as const
    const other = this.world.watch.snapshot.links.size > 0 ? decisions.pick(acts) : 'create'
    requests.send(process, earlier.key, isOther ? this.wish(other) : earlier.wish)
  }

  private wish(act: 'create' | 'update' | 'disable' | 'mark_paid'): Wish {
    const { decisions, watch, nowMs, options } = this.world
    const value = `value-${++this.values}`
    const expiresAt = (): string =>
      new Date(nowMs + decisions.pick([2 * HOUR, 31 * MINUTE, 40 * MINUTE, MINUTE, 2 * DAY])).toISOString()
    if (act === 'create') {
      const items = [{ name: 'Taza', quantity: 1 + decisions.below(3), unitPriceCentavos: 15_000 }]
      const body = { title: value, items, metadata: { value } }
      return { act, body: !options.isLate && decisions.oneIn(2) ? { ...body, expiresAt: expiresAt() } : body }
    }
    const links = [...watch.snapshot.links.values()]
    const isBusy = ({ status }: { status: string }): boolean => act === 'disable' && status === 'processing'
    const { id: linkId } = this.world.decisions.prefer(links, isBusy)
    switch (act) {
      case 'update':
        return { act, linkId, body: decisions.oneIn(2) ? { title: value, expiresAt: expiresAt() } : { title: value } }
      case 'disable':
        return { act, linkId }
      case 'mark_paid':
        return { act, linkId, body: { note: value } }
    }
  }

  /** A payer presses a button of the payment page. */
  private async checkout(): Promise<void> {
    const { world, simulation } = this
    const { decisions } = world
    const links = [...world.watch.snapshot.links.values()]
    const hasLapsed = ({ id }: { id: string }): boolean =>
      world.options.isLate && world.sessions.some((session) => session.linkId === id && this.canBeLate(session))
    const { slug } = this.world.decisions.prefer(links, hasLapsed)
    const wish = {
      provider: decisions.pick(world.providers).name,
      startOver: decisions.oneIn(4),
      locale: 'es-MX' as const,
    }
    const { process } = simulation
    await process.get(Generation).refresh()
    const link = await process.get(PaymentLinks).findBySlug(slug)
    if (!link) throw new Error(`link ${slug} is gone`)
    await process.get(OpenCheckout).run(asOf(process.get(Clock), link), wish)
  }

  private async sync(): Promise<void> {
    const { world, simulation } = this
    const { process, caller } = simulation
    const id = world.decisions.pick([...world.watch.snapshot.payments.keys()])
    await process.get(Generation).refresh()
    const controller = new PaymentSyncController(process.get(Payments), process.get(VerifyPayment))
    const { status, outcome } = await controller.sync({ caller }, id)
    // I21: what it says of the effect is the effect.
    const isSettled = status !== 'pending'
    if (isSettled !== (outcome === 'updated')) world.watch.blame('I21', `${id} is ${status}, and sync says ${outcome}`)
  }

  /** A link that was given up, or is being paid otherwise. */
  private isMissed(linkId: string): boolean {
    const status = this.world.watch.snapshot.links.get(linkId)?.status
    return status === 'disabled' || status === 'processing'
  }

  private async changeConnection(act: 'connect' | 'disconnect'): Promise<void> {
    const { world, simulation } = this
    const { process, caller } = simulation
    const { name } = world.decisions.pick(world.providers)
    await process.get(Generation).refresh()
    const inUse = (await process.get(Connections).listInUse(caller)).find(({ provider }) => provider === name)
    if (act === 'connect')
      await process.get(ConnectProvider).run(caller, { provider: name, sandbox: false, settings: {} }, OPERATOR)
    else if (inUse) await process.get(DisconnectProvider).run(inUse.id, OPERATOR)
  }

  /** A refusal is an answer; anything else is a finding. */
  private async guarded(act: () => Promise<void>): Promise<void> {
    try {
      await act()
    } catch (error) {
      if (error instanceof Problem) return this.world.count(`refused ${error.code}`)
      if (this.world.options.mayFail) return
      this.world.watch.blame('answers', `answered with ${error instanceof Error ? error.stack : String(error)}`)
    }
  }
}

const isOpen = (session: Session): boolean => session.status === 'open'
const isPaid = (session: Session): boolean => session.status === 'paid' && session.refunded < session.amount
