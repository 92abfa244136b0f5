import { actFor, OPERATOR } from '@paylink/core/kernel/principal'
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
import { SyncPayment } from '@paylink/core/reconciliation/sync-payment'
import { clockStep, DAY, HOUR, MINUTE, SECOND, waitStep } from './clock-steps.js'
import type { Acts } from './decisions.js'
import { deliver, forge } from './deliver-notification.js'
import { askOfInvoicing, atInvoicing } from './invoice-acts.js'
import { payerDoes } from './payers.js'
import type { SimProcess } from './process.js'
import { isPayable, type Session } from './provider-world.js'
import { returnToPage, release } from './releases.js'
import { resolve } from './resolve.js'
import { turn } from './scheduler.js'
import type { Simulation } from './simulation.js'
import { isBeingVerified, weightsOf } from './weights.js'
import { ClientRequests } from './client-requests.js'

const MAX_STEPS_TO_CRASH = 25
const MAX_STEPS_TO_CLAIM = 60
const PATIENCE = [SECOND, 61 * SECOND]
const OUTAGES = [3 * MINUTE, 10 * MINUTE, HOUR]
const SILENCES = [HOUR, 7 * HOUR, DAY, 8 * DAY]

/** What acts are performed on. */
export type Actors = Pick<
  Simulation,
  'world' | 'processes' | 'principal' | 'requests' | 'resume' | 'rest' | 'crash' | 'bootAnother'
>

/** Chooses the next act of a run, and performs it. */
export class ActRunner {
  private readonly clientRequests: ClientRequests

  constructor(private readonly simulation: Actors) {
    this.clientRequests = new ClientRequests(simulation.world, simulation.requests)
  }

  private get world() {
    return this.simulation.world
  }

  /** `among`: only these, as far as they are possible now. */
  next(among?: Acts): string | null {
    const possible = weightsOf(this.simulation).filter(([, weight]) => weight > 0)
    const isPossible = (act: string): boolean => possible.some(([name]) => name === act)
    return this.world.decisions.next(among ? among.filter(([act]) => isPossible(act)) : possible)
  }

  async perform(act: string): Promise<void> {
    const { world, simulation } = this
    const { decisions } = world
    switch (act) {
      case 'run':
        // Mostly the one that has waited longest, so that work ends.
        return simulation.resume(decisions.oneIn(3) ? decisions.below(world.scheduler.ready) : 0)
      case 'rest':
        return simulation.rest()
      case 'clock':
        return world.advance(clockStep(world))
      case 'wait':
        world.advance(waitStep(world))
        return simulation.rest()
      case 'crash':
        return this.crash()
      case 'lose_worker':
        return this.loseWorker()
      case 'boot':
        return simulation.bootAnother()
      case 'lose':
        return world.lose(decisions.pick(world.notifications))
      case 'refuse':
        decisions.pick(world.providers).isRefusing = true
        return
      case 'accept':
        for (const provider of world.providers) provider.isRefusing = false
        return
      case 'impatience':
        return this.impatience()
      case 'outage':
        return this.outage()
      case 'outage_over':
        for (const provider of world.providers) provider.downUntil = 0
        return
      case 'pay_meanwhile':
        return this.payMeanwhile()
      case 'notify':
      case 'forge':
      case 'disconnect':
      case 'connect':
      case 'sync':
      case 'resolve':
      case 'release':
      case 'come_back':
      case 'checkout':
      case 'create':
      case 'update':
      case 'disable':
      case 'mark_paid':
      case 'repeat':
        void this.guarded(() => this.ask(act, decisions.pick(simulation.processes)))
        return void (await turn())
      default:
        return this.aboutInvoices(act)
    }
  }

  private async aboutInvoices(act: string): Promise<void> {
    if (atInvoicing(this.world, act)) return
    const asked = askOfInvoicing(this.simulation, act)
    if (!asked) return payerDoes(this.world, act)
    for (const ask of asked) void this.guarded(ask)
    await turn()
  }

  /** A request to one of our processes. */
  private async ask(act: string, process: SimProcess): Promise<void> {
    const { world, simulation, clientRequests } = this
    const { decisions } = world
    switch (act) {
      case 'notify': {
        const notification = decisions.prefer(world.notifications, ({ sessionId, provider }) => {
          const session = world.providerOf(provider).get(sessionId)
          return session !== undefined && world.checker.isAsked(session.paymentId)
        })
        return deliver(world, process, notification, decisions.oneIn(4))
      }
      case 'forge':
        return forge(world, process, decisions.pick(world.sessions))
      case 'disconnect':
      case 'connect':
        return this.changeConnection(act, process)
      case 'sync':
        return this.sync(process)
      case 'resolve':
        return resolve(world, process)
      case 'release':
        return release(world, process, simulation.principal)
      case 'come_back':
        return returnToPage(world, process, simulation.principal)
      case 'checkout':
        return this.checkout(process)
      case 'create':
      case 'update':
      case 'disable':
      case 'mark_paid': {
        const { key, operation } = clientRequests.fresh(act)
        return simulation.requests.send(process, key, operation)
      }
      case 'repeat': {
        const { key, operation } = clientRequests.again()
        return simulation.requests.send(process, key, operation)
      }
      default:
        throw new Error(`unknown act ${act}`)
    }
  }

  /** Longer than a client waits: the request is still running, or its process is suspended. */
  private async impatience(): Promise<void> {
    const { world, simulation, clientRequests } = this
    const { decisions } = world
    world.advance(decisions.pick(PATIENCE))
    const again = clientRequests.impatient()
    if (again) simulation.requests.send(decisions.pick(simulation.processes), again.key, again.operation)
    await turn()
  }

  /** The payer pays while we ask, and the notification arrives before our answer. */
  private async payMeanwhile(): Promise<void> {
    const { world, simulation } = this
    const { decisions, scheduler } = world
    const session = decisions.pick(world.sessions.filter((one) => isBeingVerified(world, one)))
    world.at(session).pay(session, null)
    const notification = world.notifications.findLast(({ sessionId }) => sessionId === session.id)
    if (notification) void deliver(world, decisions.pick(simulation.processes), notification, false)
    await simulation.rest()
    world.advance(scheduler.untilNextAlarm() ?? 0)
    return simulation.rest()
  }

  /** In the middle of a request or of background work. */
  private async crash(): Promise<void> {
    const { world, simulation } = this
    const { decisions, scheduler } = world
    world.advance(decisions.pick([() => 0, () => scheduler.untilNextAlarm() ?? 0, () => waitStep(world)])())
    for (let steps = decisions.below(MAX_STEPS_TO_CRASH); steps > 0 && scheduler.ready > 0; steps--) {
      await simulation.resume(0)
      world.checker.look()
    }
    return simulation.crash()
  }

  /** A notification arrives, and the worker that has claimed it dies. */
  private async loseWorker(): Promise<void> {
    const { world, simulation } = this
    const { decisions, scheduler, checker } = world
    void deliver(world, decisions.pick(simulation.processes), decisions.pick(world.notifications), false)
    const sql = 'select id from notifications where claimed_by = ? and handled_at is null'
    for (let steps = 0; steps < MAX_STEPS_TO_CLAIM && scheduler.ready > 0 && !checker.finding; steps++) {
      await simulation.resume(0)
      checker.look()
      const holder = simulation.processes.find(({ id }) => checker.rows(sql, id)?.length)
      if (holder) return simulation.crash(holder)
    }
  }

  /** A provider that cannot be reached, for minutes or for days. */
  private outage(): void {
    const { decisions, providers, options, nowMs } = this.world
    const lengths = options.story === 'doubt' ? [...OUTAGES, ...SILENCES] : OUTAGES
    decisions.pick(providers.filter(({ isDown }) => !isDown)).downUntil = nowMs + decisions.pick(lengths)
  }

  /** A payer presses a button of the payment page. */
  private async checkout(process: SimProcess): Promise<void> {
    const { decisions, checker, sessions, providers } = this.world
    const links = [...checker.snapshot.links.values()]
    const hasSession = ({ id, status }: { id: string; status: string }): boolean =>
      status !== 'paid' && sessions.some(({ linkId }) => linkId === id)
    const { slug, id } = decisions.prefer(links, hasSession)
    const isReserved = sessions.some((session) => session.linkId === id && isPayable(session))
    const operation = {
      provider: decisions.pick(providers).name,
      startOver: decisions.oneIn(isReserved ? 2 : 4),
      locale: 'es-MX' as const,
    }
    await process.get(Generation).refresh()
    const link = await process.get(PaymentLinks).findBySlug(slug)
    if (!link) throw new Error(`link ${slug} is gone`)
    await process.get(OpenCheckout).run(asOf(process.get(Clock), link), operation)
  }

  private async sync(process: SimProcess): Promise<void> {
    const { world, simulation } = this
    const payments = [...world.checker.snapshot.payments.values()]
    const { id } = world.decisions.prefer(payments, ({ status }) => status === 'pending')
    await process.get(Generation).refresh()
    const controller = new PaymentSyncController(process.get(SyncPayment))
    const { status, outcome } = await controller.sync({ principal: simulation.principal }, id)
    // I21: the answer states the effect.
    const isSettled = status !== 'pending'
    const isOdd = isSettled ? outcome === 'pending' : outcome === 'updated'
    if (isOdd) world.checker.report('I21', `${id} is ${status}, and sync answers ${outcome}`)
  }

  private async changeConnection(act: 'connect' | 'disconnect', process: SimProcess): Promise<void> {
    const { world } = this
    const { principal } = this.simulation
    // Most valuable with a checkout that may still be paid.
    const hasOpen = ({ sessions }: { sessions: Session[] }): boolean => sessions.some(isPayable)
    const { name } = world.decisions.prefer(world.providers, hasOpen)
    await process.get(Generation).refresh()
    const inUse = (await process.get(Connections).listInUse('payment', principal)).find(
      ({ provider }) => provider === name,
    )
    if (act === 'connect')
      await process
        .get(ConnectProvider)
        .run(actFor(OPERATOR, principal), { provider: name, sandbox: false, settings: {} })
    else if (inUse) await process.get(DisconnectProvider).run(actFor(OPERATOR, inUse), inUse.id)
  }

  /** A refusal is an answer; anything else is a finding. */
  private async guarded(act: () => Promise<void>): Promise<void> {
    try {
      await act()
    } catch (error) {
      if (error instanceof Problem) return this.world.count(`refused ${error.code}`)
      if (this.world.options.mayFail) return
      this.world.checker.report('answers', `answered with ${error instanceof Error ? error.stack : String(error)}`)
    }
  }
}
