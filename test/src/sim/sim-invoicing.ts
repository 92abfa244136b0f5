import {
  type CancelMotivo,
  type ConfigValues,
  type InvoiceRef,
  type InvoiceState,
  type InvoicingHint,
  type InvoicingPlugin,
  type InvoicingProvider,
  type InvoicingReport,
  type Issuer,
  PLUGIN_API_VERSION,
  type PluginContext,
  ProviderAuthError,
  ProviderRejectedError,
  ProviderUnavailableError,
  ProviderUnknownOutcomeError,
  isProviderError,
  type RawWebhook,
  type StampInput,
  WebhookSignatureError,
} from '@paylink/plugin-api'
import type { Cfdi } from './invoicing-world.js'
import type { SimProcess } from './process.js'
import type { World } from './world.js'

const READ_FAULTS = ['none', 'not_sent', 'lost_after', 'garbage', 'auth'] as const
const WRITE_FAULTS = [...READ_FAULTS, 'lost_before', 'lost_after', 'error_before', 'error_after', 'garbage'] as const
const STAMP_FAULTS = [...WRITE_FAULTS, 'pending', 'pending', 'other_total'] as const
const CANCEL_FAULTS = [...WRITE_FAULTS, 'rejected'] as const
type Fault = (typeof STAMP_FAULTS)[number] | (typeof CANCEL_FAULTS)[number]

/** A request that took longer than this to arrive was given up by the network. */
const MAX_TRAVEL_MS = 60_000
/** Without keys a look that comes before the request proves nothing: ours comes after fifteen seconds. */
const MAX_TRAVEL_WITHOUT_KEYS_MS = 14_000
const SLOW_ONE_IN = 6
const SLOW_MS = [1_000, 8_000]

/** A name that the tax authority does not know. */
export const WRONG_NAME = 'NADIE'
export const ISSUERS = ['org_1', 'org_2'] as const

const issuerOf = ({ config }: PluginContext): string => String(config['issuer'])
const issuer = (id: string): Issuer => ({ id, rfc: 'EKU9003173C9', legalName: 'ESCUELA KEMPER URGATE' })

/** The invoicing provider as one process sees it, over a network that loses, delays and garbles. */
export class SimInvoicing implements InvoicingProvider {
  constructor(
    private readonly world: World,
    private readonly process: SimProcess,
  ) {}

  private get at() {
    return this.world.invoicing
  }

  checkConnection(): Promise<InvoicingReport> {
    return this.call('check invoicing', READ_FAULTS, () => ({ ok: true, livemode: false, externalAccountId: 'acct_i' }))
  }

  listIssuers(): Promise<Issuer[]> {
    return this.call('issuers', READ_FAULTS, () => ISSUERS.map(issuer))
  }

  chooseIssuer(id: string): Promise<{ issuer: Issuer; config: ConfigValues }> {
    return this.call('choose issuer', READ_FAULTS, () => ({ issuer: issuer(id), config: { issuer: id } }))
  }

  async stamp(input: StampInput, ctx: PluginContext): Promise<InvoiceState> {
    const { checker, invoicing } = this.world
    const { isUnknown, nth } = invoicing.unknownOutcomes.begin(input.invoiceId)
    if (isUnknown) checker.report('I37', `a stamp of ${input.invoiceId} is repeated without a look-up`)
    if (input.idempotencyKey !== input.invoiceId) checker.report('I37', `${input.idempotencyKey} is another's key`)
    try {
      return await this.call('stamp', STAMP_FAULTS, (fault) => this.at.stateOf(this.issue(input, ctx, fault)))
    } catch (error) {
      if (isProviderError(error) && error.fault !== 'unknown') invoicing.unknownOutcomes.end(input.invoiceId, nth)
      throw error
    }
  }

  async findByReference({ invoiceId }: { invoiceId: string }, ctx: PluginContext): Promise<InvoiceState | null> {
    let noteNothing: () => void = () => undefined
    const found = await this.call('find invoice', READ_FAULTS, () => {
      noteNothing = this.at.unknownOutcomes.look(invoiceId)
      const cfdi = this.at.of(invoiceId, issuerOf(ctx))
      return cfdi ? this.at.stateOf(cfdi) : null
    })
    if (found === null) noteNothing()
    return found
  }

  async retrieve({ providerRef }: InvoiceRef, ctx: PluginContext): Promise<InvoiceState> {
    let noteNothing: () => void = () => undefined
    const state = await this.call('retrieve invoice', READ_FAULTS, () => {
      noteNothing = this.at.unknownOutcomes.look(providerRef)
      return this.at.stateOf(this.known(providerRef, ctx))
    })
    if (state.status === 'stamped' && state.cancellation !== 'pending') noteNothing()
    return state
  }

  async cancel({ providerRef }: InvoiceRef & { motivo: CancelMotivo }, ctx: PluginContext): Promise<InvoiceState> {
    const { checker, invoicing } = this.world
    const { isUnknown, nth } = invoicing.unknownOutcomes.begin(providerRef)
    if (isUnknown) checker.report('I40', `the cancellation of ${providerRef} is repeated without a look-up`)
    try {
      return await this.askCancel(providerRef, ctx)
    } catch (error) {
      if (isProviderError(error) && error.fault !== 'unknown') invoicing.unknownOutcomes.end(providerRef, nth)
      throw error
    }
  }

  private askCancel(providerRef: string, ctx: PluginContext): Promise<InvoiceState> {
    return this.call('cancel invoice', CANCEL_FAULTS, (fault) => {
      const cfdi = this.known(providerRef, ctx)
      if (fault === 'error_before') throw new ProviderUnknownOutcomeError('internal error', { httpStatus: 500 })
      const isOver = cfdi.status === 'cancelled' || cfdi.cancellation === 'pending'
      if (cfdi.status !== 'stamped' && !isOver) throw new ProviderRejectedError('it is not stamped')
      if (!isOver) this.takeCancel(cfdi)
      return this.at.stateOf(cfdi)
    })
  }

  file({ providerRef, format }: InvoiceRef & { format: 'pdf' | 'xml' }, ctx: PluginContext): Promise<Uint8Array> {
    return this.call('file', READ_FAULTS, () => {
      const { id, status } = this.known(providerRef, ctx)
      return Buffer.from(`${format} of ${id}, ${status}`)
    })
  }

  async verifyWebhook({ rawBody }: RawWebhook): Promise<InvoicingHint> {
    const body = JSON.parse(Buffer.from(rawBody).toString()) as InvoicingHint & { isGenuine: boolean }
    if (!body.isGenuine) throw new WebhookSignatureError('mismatch')
    return { eventId: body.eventId, eventType: body.eventType, subjects: body.subjects }
  }

  private known(providerRef: string, ctx: PluginContext): Cfdi {
    const cfdi = this.at.get(providerRef)
    if (cfdi?.issuer !== issuerOf(ctx)) throw new ProviderRejectedError('no such invoice', { httpStatus: 404 })
    return cfdi
  }

  private issue(input: StampInput, ctx: PluginContext, fault: Fault): Cfdi {
    const at = { issuer: issuerOf(ctx), connectionId: ctx.connectionId }
    const used = this.at.honoursKeys ? this.at.of(input.invoiceId, at.issuer) : undefined
    if (used) {
      if (used.request !== JSON.stringify(input)) {
        this.world.checker.report('I37', `the repeat for ${input.invoiceId} differs: ${used.request}`)
      }
      return used
    }
    if (this.at.isOutOfStamps) throw new ProviderUnavailableError('no stamps left')
    if (input.receiver.name === WRONG_NAME) {
      const failure = { code: 'CFDI40145', reason: 'unknown name', field: 'name' as const }
      throw new ProviderRejectedError('not valid', { httpStatus: 400, failure })
    }
    if (fault === 'error_before') throw new ProviderUnknownOutcomeError('internal error', { httpStatus: 500 })
    const total = fault === 'other_total' ? input.totalCentavos + 1 : undefined
    return this.at.issue(input, { ...at, status: fault === 'pending' ? 'pending' : 'stamped' }, total)
  }

  /** Some cancellations need no consent; the others may take days. */
  private takeCancel(cfdi: Cfdi): void {
    this.at.takeCancel(cfdi)
    if (this.world.decisions.oneIn(3)) this.at.acknowledge(cfdi)
  }

  /** A round trip: request, effect and answer, each of which can fail. */
  private async call<T>(name: string, faults: readonly Fault[], act: (fault: Fault) => T): Promise<T> {
    const { world, process } = this
    const faultsOneIn = name === 'stamp' || name === 'cancel invoice' ? 2 : world.options.faultsOneIn
    const fault = world.decisions.oneIn(faultsOneIn) ? world.decisions.pick(faults) : 'none'
    world.count(`call ${name} ${fault}`)
    const sentAt = world.nowMs
    const travelMs = this.at.honoursKeys ? MAX_TRAVEL_MS : MAX_TRAVEL_WITHOUT_KEYS_MS
    const request = world.request(process)
    try {
      // Outside of our process: it may arrive after our crash.
      await world.scheduler.park(name, request)
      request.isAlive = false
      if (fault === 'not_sent' || this.at.isDown) throw new ProviderUnavailableError('connection refused')
      if (fault === 'lost_before' || world.nowMs - sentAt > travelMs) throw new ProviderUnknownOutcomeError('reset')
      if (fault === 'auth' || this.at.isRefusing) throw new ProviderAuthError('who are you?')
      if (fault === 'rejected') throw new ProviderRejectedError('no', { httpStatus: 400 })
      const answer = act(fault)
      await this.takeTime()
      if (fault === 'lost_after') throw new ProviderUnknownOutcomeError('connection reset')
      if (fault === 'error_after') throw new ProviderUnknownOutcomeError('internal error')
      if (fault === 'garbage') throw new Error('unexpected token < in JSON')
      return answer
    } finally {
      await process.point(`${name} is answered`)
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

export const INVOICING_MANIFEST: InvoicingPlugin['manifest'] = {
  apiVersion: PLUGIN_API_VERSION,
  kind: 'invoicing',
  id: 'invoicing_provider',
  name: 'invoicing_provider',
  version: '1.0.0',
  allowedHosts: [],
}
