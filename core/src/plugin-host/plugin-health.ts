import { type Actor, PAYLINK } from '../audit/audit-entry.js'
import type { AuditLog } from '../audit/audit-log.repository.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import type { Tx } from '../database/engine.js'
import type { Generation } from '../database/generation.js'
import { type Clock, iso, later, MINUTE_MS } from '../kernel/clock.js'
import type { Log } from '../kernel/log.js'
import { inShort } from './fields.js'
import type { InstalledPlugin } from './installed-plugin.js'
import type { PluginStates } from './plugin-states.repository.js'
import type { ProviderRegistry } from './registry.js'

/** A plugin, for the record. */
export interface Subject extends Pick<InstalledPlugin, 'origin' | 'version'> {
  id: string
}

const MOST_CRASHES = 3
const CRASHES_WITHIN_MS = 10 * MINUTE_MS
const MOST_FAILURES_IN_A_ROW = 5

/**
 * Disables a plugin that does harm: one that crashes again and again, or does nothing but fail. Those of our own never
 * are: what they do wrong is ours to mend, and no reason to stop selling.
 */
export class PluginHealth {
  /** When each crashed of late. */
  private readonly crashes = new Map<string, Date[]>()
  private readonly failures = new Map<string, number>()

  constructor(
    private readonly states: PluginStates,
    private readonly registry: Pick<ProviderRegistry, 'rest' | 'plugin'>,
    private readonly auditLog: AuditLog,
    private readonly unitOfWork: UnitOfWork,
    private readonly generation: Generation,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** Its process ended, or had to be ended. */
  async crashed(plugin: Subject, why: string): Promise<void> {
    this.log.warn({ plugin: plugin.id, reason: why }, 'a plugin crashed')
    const now = this.clock.now()
    const since = later(now, -CRASHES_WITHIN_MS)
    const recent = [...(this.crashes.get(plugin.id) ?? []).filter((at) => at > since), now]
    this.crashes.set(plugin.id, recent)
    if (recent.length < MOST_CRASHES) return
    await this.disable(
      plugin,
      'crashed',
      `it crashed ${MOST_CRASHES} times within ${CRASHES_WITHIN_MS / MINUTE_MS} minutes: ${why}`,
    )
  }

  /** It threw what the contract does not know, or answered what it does not know. */
  async failed(plugin: Subject, why: string): Promise<void> {
    const failures = (this.failures.get(plugin.id) ?? 0) + 1
    this.failures.set(plugin.id, failures)
    if (failures < MOST_FAILURES_IN_A_ROW) return
    await this.disable(plugin, 'failed', `it failed ${MOST_FAILURES_IN_A_ROW} times in a row: ${why}`)
  }

  answered(id: string): void {
    this.failures.delete(id)
  }

  /** @throws Error it is not disabled */
  async enable(id: string, actor: Actor): Promise<void> {
    if (!(await this.isEnabledNow(id, actor))) throw new Error(`${id} is not disabled`)
    await this.generation.refresh()
  }

  /** What another version did wrong says nothing of this one. */
  async forgiveOtherVersions(): Promise<void> {
    await this.generation.refresh()
    for (const { id, version } of (await this.states.disabled()).values()) {
      const installed = this.registry.plugin(id)
      if (!installed || installed.version === version) continue
      if (!(await this.isEnabledNow(id, PAYLINK, { version: installed.version, was: version }))) continue
      this.log.info({ plugin: id, version: installed.version }, 'a plugin is used again: it has another version now')
    }
    await this.generation.refresh()
  }

  /** False: it was not disabled. */
  private isEnabledNow(id: string, actor: Actor, details: object = {}): Promise<boolean> {
    return this.unitOfWork.run(async (tx) => {
      const isEnabled = await this.states.enable(tx, id)
      if (isEnabled) await this.audit(tx, actor, 'plugin.enabled', id, details)
      return isEnabled
    })
  }

  private audit(tx: Tx, actor: Actor, action: string, target: string, details: object): Promise<void> {
    return this.auditLog.append(tx, actor, { accountId: null, action, target, details })
  }

  private async disable({ id, version, origin }: Subject, how: 'crashed' | 'failed', why: string): Promise<void> {
    this.crashes.delete(id)
    this.failures.delete(id)
    if (origin === 'built-in') return
    const reason = inShort(why)
    const disabledAt = iso(this.clock.now())
    const isNew = await this.unitOfWork.run(async (tx) => {
      const isDisabled = await this.states.disable(tx, { id, version, disabledAt, reason })
      // Not the reason: a plugin's own words may hold anything, and this log is for good.
      if (isDisabled) await this.audit(tx, PAYLINK, 'plugin.disabled', id, { version, how })
      return isDisabled
    })
    await this.generation.refresh()
    if (isNew)
      this.log.error({ plugin: id, version, reason }, 'a plugin is disabled: paylink plugins enable brings it back')
    await this.registry.rest(id, 'it is disabled')
  }
}
