import {
  classifyFault,
  type EmailContext,
  type EmailTransport,
  isProviderError,
  type ProviderFault,
} from '@paylink/plugin-api'
import { type Clock, SECOND_MS } from '../kernel/clock.js'
import type { Log } from '../kernel/log.js'
import type { Timer } from '../kernel/timer.js'
import { truncated } from './fields.js'
import { type InstalledTransport, TRANSPORT_GRACE_MS } from './installed-plugin.js'
import type { MeasureCall } from './measure-call.js'
import type { OwnSettings } from './own-settings.js'
import { PluginCrashedError, PluginNotStartedError } from './plugin-crashed-error.js'
import type { PluginHealth } from './plugin-health.js'
import type { PluginStates } from './plugin-states.repository.js'

/** The outcome of one attempt to send an email. */
export interface SendResult {
  outcome: 'accepted' | 'refused' | 'put_off' | 'lost'
  /** Null if the email was accepted. */
  fault: ProviderFault | null
  /** The server's answer, or why there is none. */
  message: string
}

/** A mail server may take its time over an email that it has read. */
export const SEND_DEADLINE_MS = 90 * SECOND_MS
const CHECK_DEADLINE_MS = 20 * SECOND_MS

/** What each fault means for the email. */
export const SEND_OUTCOMES = { rejected: 'refused', auth: 'put_off', unavailable: 'put_off', unknown: 'lost' } as const

class DeadlineError extends Error {}

/** The only way core calls an email plugin: under a deadline, every failure classified by what it means for the email. */
export class CallTransport {
  constructor(
    private readonly states: PluginStates,
    private readonly health: PluginHealth,
    private readonly clock: Clock,
    private readonly timer: Timer,
    private readonly log: Log,
    private readonly measureCall: MeasureCall,
  ) {}

  /** `giveUp` is aborted when this process is about to stop. */
  async send(
    to: InstalledTransport,
    mail: Parameters<EmailTransport['send']>[0],
    giveUp: AbortSignal,
  ): Promise<SendResult> {
    const refusal = await this.states.refusal(to.plugin.id)
    if (refusal !== null) return { outcome: 'put_off', fault: null, message: refusal }
    return this.measureCall.run(
      { provider: to.plugin.id, operation: 'send' },
      () => this.attempt(to, mail, giveUp),
      ({ fault }) => fault,
    )
  }

  private async attempt(
    to: InstalledTransport,
    mail: Parameters<EmailTransport['send']>[0],
    giveUp: AbortSignal,
  ): Promise<SendResult> {
    try {
      const { answer } = await this.call(to, SEND_DEADLINE_MS, giveUp, (transport, ctx) => transport.send(mail, ctx))
      return { outcome: 'accepted', fault: null, message: truncated(to.settings.hide(answer)) }
    } catch (error) {
      // Its process never started, so the email was not sent.
      const fault = error instanceof PluginNotStartedError ? 'unavailable' : classifyFault(error, 'write')
      return { outcome: SEND_OUTCOMES[fault], fault, message: messageOf(error) }
    }
  }

  /** Null if it can send. */
  async check(to: InstalledTransport, maxMs = CHECK_DEADLINE_MS): Promise<string | null> {
    const refusal = await this.states.refusal(to.plugin.id)
    if (refusal !== null) return refusal
    const fault = await this.call(to, Math.min(maxMs, CHECK_DEADLINE_MS), NEVER, (transport, ctx) =>
      transport.check(ctx),
    )
    return to.settings.hideIn(fault)
  }

  readReport(to: InstalledTransport, raw: Uint8Array): ReturnType<EmailTransport['readReport']> {
    return this.call(to, CHECK_DEADLINE_MS, NEVER, (transport, ctx) => transport.readReport(raw, ctx))
  }

  /** Counts failures as `CallProvider` does: an error that the contract defines is an answer. */
  private async call<T>(
    { plugin, transport, settings }: InstalledTransport,
    ms: number,
    giveUp: AbortSignal,
    act: (transport: EmailTransport, ctx: EmailContext) => Promise<T>,
  ): Promise<T> {
    try {
      const answer = await this.within(ms, giveUp, settings, (ctx) => act(transport, ctx))
      this.health.recordAnswer(plugin.id)
      return answer
    } catch (thrown) {
      const error = settings.hideIn(thrown)
      const isNotPluginFault = error instanceof DeadlineError || error instanceof PluginCrashedError
      if (isProviderError(error) || error instanceof RangeError) this.health.recordAnswer(plugin.id)
      else if (!isNotPluginFault) await this.health.recordFailure(plugin, messageOf(error))
      throw error
    }
  }

  private async within<T>(
    ms: number,
    giveUp: AbortSignal,
    settings: OwnSettings,
    act: (ctx: EmailContext) => Promise<T>,
  ): Promise<T> {
    const controller = new AbortController()
    const { signal } = controller
    const abort = (): void => controller.abort()
    const cancels = [this.timer.after(ms, abort)]
    // Not `AbortSignal.any`: a signal that lives as long as the process would retain memory for every email.
    giveUp.addEventListener('abort', abort, { once: true })
    if (giveUp.aborted) abort()
    const silent = new Promise<never>((_, reject) => {
      const wait = (): void => {
        cancels.push(this.timer.after(TRANSPORT_GRACE_MS, () => reject(new DeadlineError('no answer in time'))))
      }
      if (signal.aborted) wait()
      else signal.addEventListener('abort', wait, { once: true })
    })
    try {
      return await Promise.race([act(this.context(signal, settings)), silent])
    } finally {
      giveUp.removeEventListener('abort', abort)
      for (const cancel of cancels) cancel()
    }
  }

  private context(signal: AbortSignal, settings: OwnSettings): EmailContext {
    return {
      signal,
      now: () => this.clock.now(),
      log: {
        info: (message, data = {}) => this.log.info(settings.hideIn(data), settings.hide(message)),
        warn: (message, data = {}) => this.log.warn(settings.hideIn(data), settings.hide(message)),
        error: (message, data = {}) => this.log.error(settings.hideIn(data), settings.hide(message)),
      },
    }
  }
}

const NEVER = new AbortController().signal

const messageOf = (error: unknown): string => truncated(error instanceof Error ? error.message : String(error))
