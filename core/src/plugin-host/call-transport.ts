import { classifyFault, type EmailContext, type EmailTransport, type ProviderFault } from '@paylink/plugin-api'
import { type Clock, SECOND_MS } from '../kernel/clock.js'
import type { Log } from '../kernel/log.js'
import type { Timer } from '../kernel/timer.js'
import { truncated } from './fields.js'

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
/** How long a transport then has to report what it knows. */
const GRACE_MS = 3 * SECOND_MS
const CHECK_DEADLINE_MS = 20 * SECOND_MS

/** What each fault means for the email. */
export const SEND_OUTCOMES = { rejected: 'refused', auth: 'put_off', unavailable: 'put_off', unknown: 'lost' } as const

/** The only way core calls an email plugin: under a deadline, every failure classified by what it means for the email. */
export class CallTransport {
  constructor(
    private readonly clock: Clock,
    private readonly timer: Timer,
    private readonly log: Log,
  ) {}

  /** `giveUp` is aborted when this process is about to stop. */
  async send(
    transport: EmailTransport,
    mail: Parameters<EmailTransport['send']>[0],
    giveUp: AbortSignal,
  ): Promise<SendResult> {
    try {
      const accepted = await this.within(SEND_DEADLINE_MS, giveUp, (ctx) => transport.send(mail, ctx))
      return { outcome: 'accepted', fault: null, message: truncated(accepted.answer) }
    } catch (error) {
      const message = truncated(error instanceof Error ? error.message : String(error))
      const fault = classifyFault(error, 'write')
      return { outcome: SEND_OUTCOMES[fault], fault, message: message }
    }
  }

  /** Null if it can send. */
  async check(transport: EmailTransport): Promise<string | null> {
    return this.within(CHECK_DEADLINE_MS, new AbortController().signal, (ctx) => transport.check(ctx))
  }

  readReport(transport: EmailTransport, raw: Uint8Array): ReturnType<EmailTransport['readReport']> {
    return this.within(CHECK_DEADLINE_MS, new AbortController().signal, (ctx) => transport.readReport(raw, ctx))
  }

  private async within<T>(ms: number, giveUp: AbortSignal, act: (ctx: EmailContext) => Promise<T>): Promise<T> {
    const late = new AbortController()
    const cancels = [this.timer.after(ms, () => late.abort())]
    const signal = AbortSignal.any([late.signal, giveUp])
    const silent = new Promise<never>((_, reject) => {
      const wait = (): void => {
        cancels.push(this.timer.after(GRACE_MS, () => reject(new Error('no answer in time'))))
      }
      if (signal.aborted) wait()
      else signal.addEventListener('abort', wait, { once: true })
    })
    try {
      return await Promise.race([act(this.context(signal)), silent])
    } finally {
      for (const cancel of cancels) cancel()
    }
  }

  private context(signal: AbortSignal): EmailContext {
    return {
      signal,
      now: () => this.clock.now(),
      log: {
        info: (message, data = {}) => this.log.info(data, message),
        warn: (message, data = {}) => this.log.warn(data, message),
        error: (message, data = {}) => this.log.error(data, message),
      },
    }
  }
}
