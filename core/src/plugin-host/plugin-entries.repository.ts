import type { PluginStore } from '@paylink/plugin-api'
import type { Reader } from '../database/engine.js'
import type { UnitOfWork } from '../database/unit-of-work.js'

const MAX_LISTED = 1000
const MAX_BYTES = 256 * 1024
const MAX_KEY_LENGTH = 500

interface Entry {
  space: string
  key: string
  value: string
}

/** A small durable map for each plugin. */
export class PluginEntries {
  constructor(
    private readonly reader: Reader,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** `space` separates plugins and connections. */
  storeOf(space: string): PluginStore {
    const table = 'plugin_entries'
    return {
      get: async (key) => {
        const row = await this.reader<Entry>(table).where({ space, key }).first('value')
        return row?.value ?? null
      },
      set: (key, value) =>
        this.unitOfWork.run(async (tx) => {
          assertStorable(key, value)
          await tx(table).insert({ space, key, value }).onConflict(['space', 'key']).merge(['value'])
        }),
      add: (key, value) =>
        this.unitOfWork.run(async (tx) => {
          assertStorable(key, value)
          const added = await tx(table)
            .insert({ space, key, value })
            .onConflict(['space', 'key'])
            .ignore()
            .returning('key')
          return added.length === 1
        }),
      list: async (prefix, { before, limit = MAX_LISTED } = {}) => {
        const query = this.reader<Entry>(table)
          .where({ space })
          .where('key', '>=', prefix)
          .where('key', '<', before ?? `${prefix}\uffff`)
        return query.orderBy('key', 'desc').limit(Math.min(limit, MAX_LISTED)).select('key', 'value')
      },
    }
  }
}

/** @throws TypeError */
function assertStorable(key: unknown, value: unknown): void {
  if (typeof key !== 'string' || key.length > MAX_KEY_LENGTH)
    throw new TypeError(`a key must be a string of at most ${MAX_KEY_LENGTH} characters`)
  if (typeof value === 'string' && Buffer.byteLength(value) <= MAX_BYTES) return
  throw new TypeError(`a value must be a string of at most ${MAX_BYTES / 1024} KB`)
}
