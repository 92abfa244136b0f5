import {
  type CheckoutHandle,
  type ConnectionReport,
  type CreateCheckoutInput,
  type ExpireResult,
  type PaymentProvider,
  type PaymentProviderPlugin,
  PLUGIN_API_VERSION,
  type PluginContext,
  ProviderAuthError,
  type ProviderState,
  ProviderRejectedError,
  ProviderUnavailableError,
  ProviderUnknownOutcomeError,
  type RawWebhook,
  type WebhookHint,
  WebhookSignatureError,
} from '@paylink/plugin-api'
import type { ProviderWorld, Session } from './provider-world.js'
import type { SimProcess } from './process.js'
import type { World } from './world.js'

/** What goes wrong with a call. The first is nothing. */
const WRITE_FAULTS = [
  'none',
  'not_sent',
  'lost_before',
  'lost_after',
  'error_before',
  'error_after',
  'garbage',
  'auth',
  'rejected',
] as const
/** Faults that must not end a payment: the first attempt may have succeeded. */
const REPEAT_FAULTS = [...WRITE_FAULTS, 'not_sent', 'rejected', 'not_sent', 'rejected'] as const
const READ_FAULTS = ['none', 'not_sent', 'lost_after', 'garbage', 'auth', 'rejected', 'unrecognized'] as const
const DOUBTFUL_FAULTS = [...READ_FAULTS, 'unrecognized', 'unrecognized', 'unrecognized'] as const
const CHECK_FAULTS = ['none', 'not_sent', 'lost_after', 'garbage', 'auth', 'rejected'] as const
type Fault = (typeof WRITE_FAULTS)[number] | (typeof READ_FAULTS)[number]

/** A request that took longer than this to arrive was given up by the network. */
const MAX_TRAVEL_MS = 60_000
const MAX_HIDDEN_MS = 60_000
const SLOW_ONE_IN = 6
const SLOW_MS = [1_000, 8_000]
/** The message when a provider was not reached. */
export const OUTAGE = 'connection refused'

/** A provider as one process sees it, over a network that loses, delays and garbles. */
export class SimProvider implements PaymentProvider {
  constructor(
    private readonly world: World,
    private readonly at: ProviderWorld,
    private readonly process: SimProcess,
  ) {}

  limits(currency: string): { min: number; max: number } | null {
    return currency === 'MXN' ? { min: 1000, max: 10_000_000 } : null
  }

  checkConnection(): Promise<ConnectionReport> {
    const report = { ok: true, livemode: false, externalAccountId: `acct_${this.at.name}` }
    return this.call('check', CHECK_FAULTS, null, () => report)
  }

  createCheckout(input: CreateCheckoutInput, ctx: PluginContext): Promise<CheckoutHandle> {
    const isRepeat = this.world.checker.beforeCreate(input)
    const open = (fault: Fault): CheckoutHandle => {
      const session = this.create(input, ctx, fault)
      const redirectUrl = `https://${this.at.name}.example/${session.id}`
      return { providerRef: session.id, redirectUrl, expiresAt: new Date(session.expiresAt).toISOString() }
    }
    return this.call('create', isRepeat ? REPEAT_FAULTS : WRITE_FAULTS, input.paymentId, open, isRepeat)
  }

  retrieve({ providerRef, paymentId }: { providerRef: string; paymentId: string }): Promise<ProviderState> {
    return this.call('retrieve', this.readFaults, paymentId, (fault) => {
      const session = this.at.get(providerRef)
      if (!session) throw new ProviderRejectedError('no such checkout', { httpStatus: 404 })
      return this.said(session, fault)
    })
  }

  findByReference({ paymentId }: { paymentId: string }): Promise<ProviderState | null> {
    return this.call('find', this.readFaults, paymentId, (fault) => {
      const found = this.at.sessions.find((one) => one.paymentId === paymentId && one.visibleAt <= this.world.nowMs)
      return found ? this.said(found, fault) : null
    })
  }

  private get readFaults(): readonly Fault[] {
    return this.world.options.story === 'doubt' ? DOUBTFUL_FAULTS : READ_FAULTS
  }

  /** At times an unrecognised status. */
  private said(session: Session, fault: Fault): ProviderState {
    const state = this.at.stateOf(session)
    if (fault !== 'unrecognized') return state
    session.puzzlingAt = this.world.nowMs
    return { ...state, status: 'unrecognized' }
  }

  expireCheckout({ providerRef, paymentId }: { providerRef: string; paymentId: string }): Promise<ExpireResult> {
    return this.call('expire', WRITE_FAULTS, paymentId, (fault) => {
      const session = this.at.get(providerRef)
      if (!session) throw new ProviderRejectedError('no such checkout', { httpStatus: 404 })
      if (fault === 'error_before') throw new ProviderUnknownOutcomeError('internal error', { httpStatus: 500 })
      return this.expire(session)
    })
  }

  async verifyWebhook({ rawBody }: RawWebhook): Promise<WebhookHint> {
    const body = JSON.parse(Buffer.from(rawBody).toString()) as WebhookHint & { isGenuine: boolean }
    if (!body.isGenuine) throw new WebhookSignatureError('mismatch')
    return { eventId: body.eventId, eventType: body.eventType, subjects: body.subjects }
  }

  private create(input: CreateCheckoutInput, ctx: PluginContext, fault: Fault): Session {
    const request = JSON.stringify(input)
    const used = this.at.used(input.idempotencyKey)
    if (used) {
      if (used.request !== request) throw new ProviderRejectedError('the key was used for something else')
      if (!used.session) throw new ProviderUnknownOutcomeError('the same error again', { httpStatus: 500 })
      return used.session
    }
    if (Date.parse(input.expiresAt) - this.world.nowMs < this.at.minLifeMs) {
      throw new ProviderRejectedError('it would expire too soon', { httpStatus: 400 })
    }
    const isBroken = fault === 'error_before' || fault === 'error_after'
    if (fault === 'error_before') {
      this.at.use(input.idempotencyKey, request, null)
      throw new ProviderUnknownOutcomeError('internal error', { httpStatus: 500 })
    }
    const session = this.at.open(input, ctx.connectionId, this.world.decisions.below(MAX_HIDDEN_MS))
    this.at.use(input.idempotencyKey, request, isBroken ? null : session)
    return session
  }

  private expire(session: Session): ExpireResult {
    switch (session.status) {
      case 'open':
        this.at.close(session)
        return { outcome: 'expired', state: this.at.stateOf(session) }
      case 'processing':
        return { outcome: 'refused', reason: 'the voucher is printed' }
      case 'paid':
        return { outcome: 'already_paid', state: this.at.stateOf(session) }
      case 'failed':
      case 'expired':
        return { outcome: 'already_closed', state: this.at.stateOf(session) }
    }
  }

  /** A round trip: request, effect and answer, each of which can fail. */
  private async call<T>(
    name: string,
    faults: readonly Fault[],
    paymentId: string | null,
    act: (fault: Fault) => T,
    isRepeat = false,
  ): Promise<T> {
    const { world, process } = this
    // Creations, and their repeats most of all, have most to lose.
    const faultsOneIn = isRepeat ? 2 : name === 'create' ? 3 : world.options.faultsOneIn
    const fault = world.decisions.oneIn(faultsOneIn) ? world.decisions.pick(faults) : 'none'
    world.count(`call ${name} ${fault}`)
    const ended = world.checker.call(process, name, paymentId)
    const sentAt = world.nowMs
    const request = world.request(process)
    try {
      // Outside of our process: it may arrive after our crash.
      await world.scheduler.park(`${this.at.name} ${name}`, request)
      request.isAlive = false
      const isTooLate = world.nowMs - sentAt > MAX_TRAVEL_MS
      if (fault === 'not_sent' || this.at.isDown) throw new ProviderUnavailableError(OUTAGE)
      if (fault === 'lost_before' || isTooLate) throw new ProviderUnknownOutcomeError('connection reset')
      if (fault === 'auth' || this.at.isRefusing) throw new ProviderAuthError('who are you?')
      if (fault === 'rejected') throw new ProviderRejectedError('no', { httpStatus: 400 })
      const answer = act(fault)
      await this.takeTime()
      if (fault === 'lost_after') throw new ProviderUnknownOutcomeError('connection reset')
      if (fault === 'error_before' || fault === 'error_after') throw new ProviderUnknownOutcomeError('internal error')
      if (fault === 'garbage') throw new Error('unexpected token < in JSON')
      return answer
    } finally {
      await process.point(`${this.at.name} answers`)
      ended()
    }
  }

  /** Some answers are slow, and outdated when they arrive. */
  private async takeTime(): Promise<void> {
    const { decisions, scheduler } = this.world
    if (!decisions.oneIn(SLOW_ONE_IN)) return
    const ms = decisions.pick(SLOW_MS)
    await new Promise<void>((resolve) => void scheduler.alarm(ms, this.process, resolve))
  }
}

/** A plugin of the simulated provider, for the registry. */
export function pluginOf(at: ProviderWorld): Pick<PaymentProviderPlugin, 'manifest' | 'config'> {
  return {
    manifest: {
      apiVersion: PLUGIN_API_VERSION,
      kind: 'payment-provider',
      id: at.name,
      name: at.name,
      version: '1.0.0',
      allowedHosts: [],
      checkoutOrigins: [],
      capabilities: {
        idempotentCreate: at.honoursKeys,
        findByReference: true,
        expireCheckout: true,
        checkoutLifetime: { minSeconds: at.minLifeMs / 1000, maxSeconds: 86_400 * (at.honoursKeys ? 1 : 7) },
        methods: ['card', 'retail_cash', 'spei_transfer'],
        delayedMethods: ['retail_cash', 'spei_transfer'],
        reportsCardFunding: false,
        installments: false,
        refunds: 'reported',
        disputes: 'none',
        payouts: 'none',
        webhooks: 'manual',
        simulator: false,
      },
    },
    config: [],
  }
}
