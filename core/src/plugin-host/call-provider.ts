import {
  classifyFault,
  type ConfigValues,
  isProviderError,
  isWebhookSignatureError,
  type PluginContext,
  type PluginStore,
  type ProviderFault,
} from '@paylink/plugin-api'
import { type Clock, later, SECOND_MS } from '../kernel/clock.js'
import type { Log } from '../kernel/log.js'
import { modeOf } from '../kernel/mode.js'
import type { Timer } from '../kernel/timer.js'
import type { GuardedClient } from '../outbound/guarded-client.js'
import type { MeasureCall } from './measure-call.js'
import type { PluginEntries } from './plugin-entries.repository.js'
import { truncated } from './fields.js'
import type { FoundPlugin } from './discover.js'
import { PluginCrashedError } from './plugin-crashed-error.js'
import type { PluginHealth } from './plugin-health.js'
import type { PluginStates } from './plugin-states.repository.js'
import { OwnSettings } from './own-settings.js'
import { logFields, withRedactedMessage } from './provider-failure.js'
import { ProviderHttp } from './provider-http.js'

export interface CallTarget<Provider> {
  connectionId: string
  livemode: boolean
  plugin: CallablePlugin
  provider: Provider
  config: ConfigValues
  /** Why it must not be called now. */
  refusal?: string
}

export interface CallablePlugin extends Pick<FoundPlugin, 'origin' | 'version'> {
  manifest: { id: string; allowedHosts: readonly string[] }
}

/** The result of a call: an answer, or what is known about the failure. */
export type Outcome<T> = { ok: true; value: T } | { ok: false; fault: ProviderFault; message: string; cause: unknown }

/** How long a call of a provider may take. */
export const PROVIDER_DEADLINE_MS = 10 * SECOND_MS

/** What each operation of a provider does there: a write that failed may have had its effect. */
const EFFECTS = {
  checkConnection: 'read',
  createCheckout: 'write',
  retrieve: 'read',
  findByReference: 'read',
  listCheckouts: 'read',
  expireCheckout: 'write',
  verifyWebhook: 'read',
  registerWebhook: 'write',
  unregisterWebhook: 'write',
  listIssuers: 'read',
  chooseIssuer: 'read',
  catalogs: 'read',
  stamp: 'write',
  cancel: 'write',
  file: 'read',
  emailInvoice: 'write',
} as const
export type ProviderOperation = keyof typeof EFFECTS

class DeadlineError extends Error {}

interface RunningCall {
  settings: OwnSettings
  abort: AbortController
  http: ProviderHttp
  /** Our own database failed during the call: what the plugin then throws is not its fault. */
  isStoreBroken: boolean
}

/** The only way core calls a provider: with a context, under a deadline, every failure classified as one of four faults. */
export class CallProvider {
  constructor(
    private readonly client: GuardedClient,
    private readonly entries: PluginEntries,
    private readonly states: PluginStates,
    private readonly health: PluginHealth,
    private readonly clock: Clock,
    private readonly timer: Timer,
    private readonly log: Log,
    private readonly measureCall: MeasureCall,
  ) {}

  async run<Provider, T>(
    to: CallTarget<Provider>,
    operation: ProviderOperation,
    act: (provider: Provider, ctx: PluginContext) => Promise<T>,
  ): Promise<Outcome<T>> {
    const refusal = to.refusal ?? (await this.states.refusal(to.plugin.manifest.id))
    if (refusal !== null) return { ok: false, fault: 'unavailable', message: refusal, cause: undefined }
    const { id: provider } = to.plugin.manifest
    return this.measureCall.run(
      { provider, operation },
      () => this.attempt(to, operation, act),
      (outcome) => (outcome.ok ? null : outcome.fault),
    )
  }

  private async attempt<Provider, T>(
    to: CallTarget<Provider>,
    operation: ProviderOperation,
    act: (provider: Provider, ctx: PluginContext) => Promise<T>,
  ): Promise<Outcome<T>> {
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
      this.health.recordAnswer(to.plugin.manifest.id)
      return { ok: true, value }
    } catch (thrown) {
      // A write that has not been sent yet must never be sent: the fault reported below has to stay true.
      call.abort.abort()
      const cause = call.settings.hideIn(thrown)
      const fault = faultOf(cause, EFFECTS[operation], call.http)
      const message = truncated(cause instanceof Error ? cause.message : String(cause))
      this.logFailure(to, cause, fault, message)
      await this.updateHealth(to.plugin, call, cause, message)
      return { ok: false, fault, message, cause: withRedactedMessage(cause) }
    } finally {
      cancel()
    }
  }

  private logFailure(
    { connectionId: connection }: CallTarget<unknown>,
    cause: unknown,
    fault: ProviderFault,
    message: string,
  ) {
    // Anyone can post to a notification address: a forged one is not worth a warning, and a flood must not fill the log.
    if (isWebhookSignatureError(cause)) this.log.debug({ connection, message }, 'refused a notification')
    else {
      this.log.warn({ connection, fault, ...logFields(cause, message) }, 'a provider call failed')
    }
  }

  /** A contract error counts as an answer. Slowness is the provider's; a crash is counted where it happens. */
  private async updateHealth(
    { manifest, ...plugin }: CallablePlugin,
    call: RunningCall,
    cause: unknown,
    message: string,
  ) {
    const isNotPluginFault = cause instanceof DeadlineError || cause instanceof PluginCrashedError || call.isStoreBroken
    if (isProviderError(cause) || isWebhookSignatureError(cause)) this.health.recordAnswer(manifest.id)
    else if (!isNotPluginFault) await this.health.recordFailure({ id: manifest.id, ...plugin }, message)
  }

  private begin({ plugin, config }: CallTarget<unknown>): RunningCall {
    const abort = new AbortController()
    const { apiBase: given } = config
    // A malformed apiBase is left to the plugin, whose failure is then handled like any other.
    const apiBase = typeof given === 'string' && URL.canParse(given) ? [new URL(given).host] : []
    const http = new ProviderHttp(this.client, [...plugin.manifest.allowedHosts, ...apiBase], abort.signal)
    return { settings: new OwnSettings(config), abort, http, isStoreBroken: false }
  }

  private context(to: CallTarget<unknown>, call: RunningCall): PluginContext {
    const { manifest } = to.plugin
    // Last, so that a plugin cannot log in the name of another.
    const { settings } = call
    const fields = (data: object = {}) => ({
      ...settings.hideIn(data),
      plugin: manifest.id,
      connection: to.connectionId,
    })
    return {
      mode: modeOf(to.livemode),
      livemode: to.livemode,
      connectionId: to.connectionId,
      config: to.config,
      http: call.http,
      log: {
        info: (message, data) => this.log.info(fields(data), settings.hide(message)),
        warn: (message, data) => this.log.warn(fields(data), settings.hide(message)),
        error: (message, data) => this.log.error(fields(data), settings.hide(message)),
      },
      now: () => this.clock.now(),
      deadline: later(this.clock.now(), PROVIDER_DEADLINE_MS).getTime(),
      signal: call.abort.signal,
      store: watchingFailures(this.entries.storeOf(`${manifest.id}:${to.connectionId}`), call),
    }
  }
}

/**
 * The plugin's own classification, unless we know more about its writes. An unclassified error, or a missed deadline,
 * means "not attempted" if none of its writes had begun to be sent.
 */
function faultOf(cause: unknown, effect: 'read' | 'write', http: ProviderHttp): ProviderFault {
  const declared = classifyFault(cause, effect)
  if (declared === 'unavailable' && http.mayHaveWritten) return 'unknown'
  if (declared === 'unknown' && !isProviderError(cause) && http.hasSentNoWrite) return 'unavailable'
  return declared
}

function watchingFailures(store: PluginStore, call: RunningCall): PluginStore {
  const watched = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (error) {
      // A value that cannot be stored is the plugin's fault, not our database's.
      if (!(error instanceof TypeError)) call.isStoreBroken = true
      throw error
    }
  }
  return {
    get: (key) => watched(store.get(key)),
    set: (key, value) => watched(store.set(key, value)),
    add: (key, value) => watched(store.add(key, value)),
    list: (prefix, options) => watched(store.list(prefix, options)),
  }
}
