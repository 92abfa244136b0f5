import { type Principal, SYSTEM } from '../kernel/principal.js'
import type { AuditLog } from '../audit/audit-log.repository.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import type { Tx } from '../database/engine.js'
import type { Generation } from '../database/generation.js'
import { type Clock, iso, later, MINUTE_MS } from '../kernel/clock.js'
import type { Log } from '../kernel/log.js'
import { ENABLE_PLUGIN } from '../kernel/operator-commands.js'
import { truncated } from './fields.js'
import type { PluginIdentity } from './installed-plugin.js'
import type { PluginStates } from './plugin-states.repository.js'
import type { Plugins } from './registry.js'

const MAX_CRASHES = 3
const CRASH_WINDOW_MS = 10 * MINUTE_MS
const MAX_CONSECUTIVE_FAILURES = 5

/** Another person was faster, or it never was. */
export class NotDisabledError extends Error {
  constructor(id: string) {
    super(`${id} is not disabled`)
    this.name = 'NotDisabledError'
  }
}

/**
 * Disables a third-party plugin that keeps crashing or failing. A built-in one never is: its faults are ours to fix, and
 * no reason to stop taking payments.
 */
export class PluginHealth {
  private readonly crashes = new Map<string, Date[]>()
  private readonly failures = new Map<string, number>()

  constructor(
    private readonly states: PluginStates,
    private readonly plugins: Plugins,
    private readonly auditLog: AuditLog,
    private readonly unitOfWork: UnitOfWork,
    private readonly generation: Generation,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** Its process ended or had to be killed. */
  async recordCrash(plugin: PluginIdentity, message: string): Promise<void> {
    this.log.warn({ plugin: plugin.id, reason: message }, 'a plugin crashed')
    const now = this.clock.now()
    const since = later(now, -CRASH_WINDOW_MS)
    const recent = [...(this.crashes.get(plugin.id) ?? []).filter((at) => at > since), now]
    this.crashes.set(plugin.id, recent)
    if (recent.length < MAX_CRASHES) return
    await this.disable(
      plugin,
      'crashed',
      `it crashed ${MAX_CRASHES} times within ${CRASH_WINDOW_MS / MINUTE_MS} minutes: ${message}`,
    )
  }

  /** It threw an error or gave an answer that the contract does not define. */
  async recordFailure(plugin: PluginIdentity, message: string): Promise<void> {
    const failures = (this.failures.get(plugin.id) ?? 0) + 1
    this.failures.set(plugin.id, failures)
    if (failures < MAX_CONSECUTIVE_FAILURES) return
    await this.disable(plugin, 'failed', `it failed ${MAX_CONSECUTIVE_FAILURES} times in a row: ${message}`)
  }

  recordAnswer(id: string): void {
    this.failures.delete(id)
  }

  /** @throws NotDisabledError */
  async enable(id: string, principal: Principal): Promise<void> {
    if (!(await this.isEnabledNow(id, principal))) throw new NotDisabledError(id)
    await this.generation.refresh()
  }

  /** Enables plugins that were disabled in another version: its faults say nothing about the installed one. */
  async enableUpgraded(): Promise<void> {
    await this.generation.refresh()
    for (const { id, version } of (await this.states.disabled()).values()) {
      const installed = this.plugins.find(id)?.plugin
      if (!installed || installed.version === version) continue
      if (!(await this.isEnabledNow(id, SYSTEM, { version: installed.version, was: version }))) continue
      this.log.info({ plugin: id, version: installed.version }, 'a disabled plugin was upgraded and is enabled again')
    }
    await this.generation.refresh()
  }

  /** False if it was not disabled. */
  private isEnabledNow(id: string, principal: Principal, details: object = {}): Promise<boolean> {
    return this.unitOfWork.run(async (tx) => {
      const isEnabled = await this.states.enable(tx, id)
      if (isEnabled) await this.audit(tx, principal, 'plugin.enabled', id, details)
      return isEnabled
    })
  }

  private audit(tx: Tx, principal: Principal, action: string, target: string, details: object): Promise<void> {
    return this.auditLog.append(tx, principal, { accountId: null, action, target, details })
  }

  private async disable(
    { id, version, origin }: PluginIdentity,
    cause: 'crashed' | 'failed',
    message: string,
  ): Promise<void> {
    this.crashes.delete(id)
    this.failures.delete(id)
    if (origin === 'built-in') return
    const reason = truncated(message)
    const disabledAt = iso(this.clock.now())
    const isNew = await this.unitOfWork.run(async (tx) => {
      const isDisabled = await this.states.disable(tx, { id, version, disabledAt, reason })
      // Without the reason: a plugin's own message may hold anything, and the audit log is permanent.
      if (isDisabled) await this.audit(tx, SYSTEM, 'plugin.disabled', id, { version, how: cause })
      return isDisabled
    })
    await this.generation.refresh()
    if (isNew)
      this.log.error(
        { plugin: id, version, reason },
        `a plugin is disabled: run \`${ENABLE_PLUGIN}\` to enable it again`,
      )
    await this.plugins.stop(id, 'it is disabled')
  }
}
