import {
  classifyFault,
  type ConfigValues,
  isProviderError,
  isWebhookSignatureError,
  type PaymentProvider,
  type PluginContext,
  type PluginStore,
  type ProviderFault,
} from '@paylink/plugin-api'
import { type Clock, later, SECOND_MS } from '../kernel/clock.js'
import type { Log } from '../kernel/log.js'
import { modeOf } from '../kernel/mode.js'
import type { Timer } from '../kernel/timer.js'
import type { GuardedClient } from '../outbound/guarded-client.js'
import type { PluginEntries } from './plugin-entries.repository.js'
import { inShort } from './fields.js'
import type { InstalledPlugin } from './installed-plugin.js'
import { PluginCrashedError } from './plugin-crashed-error.js'
import type { PluginHealth } from './plugin-health.js'
import type { PluginStates } from './plugin-states.repository.js'
import { toLog, withoutWords } from './provider-failure.js'
import { ProviderHttp } from './provider-http.js'

/** What a plugin provides, and the credentials to call it with. */
export interface Connected<Provider> {
  connectionId: string
  livemode: boolean
  plugin: CallablePlugin
  provider: Provider
  config: ConfigValues
  /** Why it cannot be called now, if so. */
  objection?: string
}

export interface CallablePlugin extends Pick<InstalledPlugin, 'origin' | 'version'> {
  manifest: { id: string; allowedHosts: readonly string[] }
}

export interface ConnectedProvider extends Connected<PaymentProvider> {
  /** When the credentials were last changed: tells whether they still are the connection's. */
  readAt: string
  plugin: InstalledPlugin
}

/** What came of a call: an answer, or what is known of the failure. */
export type Outcome<T> = { ok: true; value: T } | { ok: false; fault: ProviderFault; message: string; cause: unknown }

/** The longest any call of a provider may take. */
export const PROVIDER_DEADLINE_MS = 10 * SECOND_MS

class DeadlineError extends Error {}

interface RunningCall {
  abort: AbortController
  http: ProviderHttp
  /** Our own database failed it: what the plugin then throws is not its mistake. */
  isStoreBroken: boolean
}

/** The one way core calls a plugin: with a context, under a deadline, every failure read as one of four faults. */
export class CallProvider {
  constructor(
    private readonly client: GuardedClient,
    private readonly entries: PluginEntries,
    private readonly states: PluginStates,
    private readonly health: PluginHealth,
    private readonly clock: Clock,
    private readonly timer: Timer,
    private readonly log: Log,
  ) {}

  async run<Provider, T>(
    to: Connected<Provider>,
    effect: 'read' | 'write',
    act: (provider: Provider, ctx: PluginContext) => Promise<T>,
  ): Promise<Outcome<T>> {
    const objection = to.objection ?? (await this.states.objection(to.plugin.manifest.id))
    if (objection !== null) return { ok: false, fault: 'unavailable', message: objection, cause: undefined }
    const call = this.begin(to)
    let cancel: () => void = () => undefined
    const deadline = new Promise<never>((_, reject) => {
      cancel = this.timer.after(PROVIDER_DEADLINE_MS, () => {
        call.abort.abort()
        reject(new DeadlineError(`no answer within ${PROVIDER_DEADLINE_MS / SECOND_MS} s`))
      })
    })
    try {
      const value = await Promise.race([act(to.provider, this.context(to, call)), deadline])
      this.health.answered(to.plugin.manifest.id)
      return { ok: true, value }
    } catch (cause) {
      // A write that still waits to be sent must not be sent any more: what is said of it now is to stay true.
      call.abort.abort()
      const fault = faultOf(cause, effect, call.http)
      const message = inShort(cause instanceof Error ? cause.message : String(cause))
      this.note(to, cause, fault, message)
      await this.judge(to.plugin, call, cause, message)
      return { ok: false, fault, message, cause: withoutWords(cause) }
    } finally {
      cancel()
    }
  }

  private note(
    { connectionId: connection }: Connected<unknown>,
    cause: unknown,
    fault: ProviderFault,
    message: string,
  ) {
    // Anybody can post to a hook's address: what is not the provider's is no news, and a flood of it no flood of ours.
    if (isWebhookSignatureError(cause)) this.log.debug({ connection, message }, 'a notification was refused')
    else {
      this.log.warn({ connection, fault, ...toLog(cause, message) }, 'a call of a provider failed')
    }
  }

  /** An error that the contract knows is an answer. Slowness is the provider's, a crash is counted where it happens. */
  private async judge({ manifest, ...plugin }: CallablePlugin, call: RunningCall, cause: unknown, message: string) {
    const isNobodys = cause instanceof DeadlineError || cause instanceof PluginCrashedError || call.isStoreBroken
    if (isProviderError(cause) || isWebhookSignatureError(cause)) this.health.answered(manifest.id)
    else if (!isNobodys) await this.health.failed({ id: manifest.id, ...plugin }, message)
  }

  private begin({ plugin, config }: Connected<unknown>): RunningCall {
    const abort = new AbortController()
    const { apiBase: given } = config
    // One that is no address is the plugin's to fail at, as an answer like any other.
    const apiBase = typeof given === 'string' && URL.canParse(given) ? [new URL(given).host] : []
    const http = new ProviderHttp(this.client, [...plugin.manifest.allowedHosts, ...apiBase], abort.signal)
    return { abort, http, isStoreBroken: false }
  }

  private context(to: Connected<unknown>, call: RunningCall): PluginContext {
    const { manifest } = to.plugin
    // Whose words these are is for us to say.
    const fields = (data: object = {}) => ({ ...data, plugin: manifest.id, connection: to.connectionId })
    return {
      mode: modeOf(to.livemode),
      livemode: to.livemode,
      connectionId: to.connectionId,
      config: to.config,
      http: call.http,
      log: {
        info: (message, data) => this.log.info(fields(data), message),
        warn: (message, data) => this.log.warn(fields(data), message),
        error: (message, data) => this.log.error(fields(data), message),
      },
      now: () => this.clock.now(),
      deadline: later(this.clock.now(), PROVIDER_DEADLINE_MS).getTime(),
      signal: call.abort.signal,
      store: noting(this.entries.storeOf(`${manifest.id}:${to.connectionId}`), call),
    }
  }
}

/**
 * What is known of the failure: what the plugin says, unless we know more of its writes than it does. What it threw
 * without a word on the outcome, or did not answer in time, was not attempted if all its writes were still waiting.
 */
function faultOf(cause: unknown, effect: 'read' | 'write', http: ProviderHttp): ProviderFault {
  const said = classifyFault(cause, effect)
  if (said === 'unavailable' && http.mayHaveWritten) return 'unknown'
  if (said === 'unknown' && !isProviderError(cause) && http.hasSentNoWrite) return 'unavailable'
  return said
}

function noting(store: PluginStore, call: RunningCall): PluginStore {
  const noted = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (error) {
      // What is no text is the plugin's mistake, not our database's.
      if (!(error instanceof TypeError)) call.isStoreBroken = true
      throw error
    }
  }
  return {
    get: (key) => noted(store.get(key)),
    set: (key, value) => noted(store.set(key, value)),
    add: (key, value) => noted(store.add(key, value)),
    list: (prefix, options) => noted(store.list(prefix, options)),
  }
}
