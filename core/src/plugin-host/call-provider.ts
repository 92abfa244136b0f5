import {
  classifyFault,
  type ConfigValues,
  isProviderError,
  type PaymentProvider,
  type PaymentProviderPlugin,
  type PluginContext,
  type ProviderFault,
} from '@paylink/plugin-api'
import { type Clock, later, SECOND_MS } from '../kernel/clock.js'
import type { Log } from '../kernel/log.js'
import { modeOf } from '../kernel/mode.js'
import type { Timer } from '../kernel/timer.js'
import type { GuardedClient } from '../outbound/guarded-client.js'
import type { PluginEntries } from './plugin-entries.repository.js'
import { ProviderHttp } from './provider-http.js'

/** A provider and the credentials to speak with it. */
export interface ConnectedProvider {
  connectionId: string
  /** When the credentials were last changed: tells whether they still are the connection's. */
  readAt: string
  livemode: boolean
  plugin: PaymentProviderPlugin
  provider: PaymentProvider
  config: ConfigValues
}

/** What came of a call: an answer, or what is known of the failure. */
export type Outcome<T> = { ok: true; value: T } | { ok: false; fault: ProviderFault; message: string; cause: unknown }

/** The longest any call of a provider may take. */
export const PROVIDER_DEADLINE_MS = 10 * SECOND_MS

/** The one way core calls a plugin: with a context, under a deadline, every failure read as one of four faults. */
export class CallProvider {
  constructor(
    private readonly client: GuardedClient,
    private readonly entries: PluginEntries,
    private readonly clock: Clock,
    private readonly timer: Timer,
    private readonly log: Log,
  ) {}

  async run<T>(
    to: ConnectedProvider,
    effect: 'read' | 'write',
    act: (provider: PaymentProvider, ctx: PluginContext) => Promise<T>,
  ): Promise<Outcome<T>> {
    const abort = new AbortController()
    let cancel: () => void = () => undefined
    const deadline = new Promise<never>((_, reject) => {
      cancel = this.timer.after(PROVIDER_DEADLINE_MS, () => {
        abort.abort()
        reject(new Error(`no answer within ${PROVIDER_DEADLINE_MS / SECOND_MS} s`))
      })
    })
    try {
      const call = act(to.provider, this.context(to, abort.signal))
      return { ok: true, value: await Promise.race([call, deadline]) }
    } catch (cause) {
      const fault = classifyFault(cause, effect)
      const message = cause instanceof Error ? cause.message : String(cause)
      const err = isProviderError(cause) ? undefined : cause
      this.log.warn({ err, connection: to.connectionId, fault, message }, 'a call of a provider failed')
      return { ok: false, fault, message, cause }
    } finally {
      cancel()
    }
  }

  private context(to: ConnectedProvider, signal: AbortSignal): PluginContext {
    const { manifest } = to.plugin
    const fields = (data: object = {}) => ({ plugin: manifest.id, connection: to.connectionId, ...data })
    const apiBase = typeof to.config['apiBase'] === 'string' ? [new URL(to.config['apiBase']).host] : []
    return {
      mode: modeOf(to.livemode),
      livemode: to.livemode,
      connectionId: to.connectionId,
      config: to.config,
      http: new ProviderHttp(this.client, [...manifest.allowedHosts, ...apiBase], signal),
      log: {
        info: (message, data) => this.log.info(fields(data), message),
        warn: (message, data) => this.log.warn(fields(data), message),
        error: (message, data) => this.log.error(fields(data), message),
      },
      now: () => this.clock.now(),
      deadline: later(this.clock.now(), PROVIDER_DEADLINE_MS).getTime(),
      signal,
      store: this.entries.storeOf(`${manifest.id}:${to.connectionId}`),
    }
  }
}
