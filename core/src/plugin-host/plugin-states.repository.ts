import type { Reader, Tx } from '../database/engine.js'
import { type Generation, GenerationCache } from '../database/generation.js'

/** A plugin that is not called until an operator enables it, or another version of it is installed. */
export interface DisabledPlugin {
  id: string
  version: string
  disabledAt: string
  reason: string
}

interface Row {
  plugin: string
  version: string
  disabled_at: string
  reason: string
}

/** Which plugins are disabled; every process sees a change with its next request. */
export class PluginStates {
  private readonly remembered: GenerationCache<ReadonlyMap<string, DisabledPlugin>>

  constructor(
    private readonly reader: Reader,
    private readonly generation: Generation,
  ) {
    this.remembered = new GenerationCache(generation)
  }

  disabled(): Promise<ReadonlyMap<string, DisabledPlugin>> {
    return this.remembered.get('all', async () => {
      const rows = await this.reader<Row>('plugin_states').orderBy('plugin')
      return new Map(rows.map((row) => [row.plugin, toDisabled(row)]))
    })
  }

  /** Why it must not be called; null if it may be. */
  async refusal(id: string): Promise<string | null> {
    const disabled = (await this.disabled()).get(id)
    return disabled ? `the plugin is disabled: ${disabled.reason}` : null
  }

  /** False if it was disabled already. */
  async disable(tx: Tx, { id, version, disabledAt, reason }: DisabledPlugin): Promise<boolean> {
    const added = await tx('plugin_states')
      .insert({ plugin: id, version, disabled_at: disabledAt, reason })
      .onConflict('plugin')
      .ignore()
      .returning('plugin')
    await this.generation.bump(tx)
    return added.length === 1
  }

  /** False if it was not disabled. */
  async enable(tx: Tx, id: string): Promise<boolean> {
    const ended = await tx('plugin_states').where({ plugin: id }).delete()
    await this.generation.bump(tx)
    return ended === 1
  }
}

const toDisabled = ({ plugin, version, disabled_at, reason }: Row): DisabledPlugin => ({
  id: plugin,
  version,
  disabledAt: disabled_at,
  reason,
})
