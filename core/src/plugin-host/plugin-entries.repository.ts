import type { PluginStore } from '@paylink/plugin-api'
import type { Reader } from '../database/engine.js'
import type { UnitOfWork } from '../database/unit-of-work.js'

const MOST_LISTED = 1000
const MOST_BYTES = 256 * 1024
const MOST_KEY = 500

interface Entry {
  space: string
  key: string
  value: string
}

/** Gives each plugin a small durable map of its own. */
export class PluginEntries {
  constructor(
    private readonly reader: Reader,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** `space` keeps plugins and connections apart. */
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
      list: async (prefix, { before, limit = MOST_LISTED } = {}) => {
        const query = this.reader<Entry>(table)
          .where({ space })
          .where('key', '>=', prefix)
          .where('key', '<', before ?? `${prefix}\uffff`)
        return query.orderBy('key', 'desc').limit(Math.min(limit, MOST_LISTED)).select('key', 'value')
      },
    }
  }
}

/** @throws TypeError */
function assertStorable(key: unknown, value: unknown): void {
  if (typeof key !== 'string' || key.length > MOST_KEY) throw new TypeError(`a key has at most ${MOST_KEY} characters`)
  if (typeof value === 'string' && Buffer.byteLength(value) <= MOST_BYTES) return
  throw new TypeError(`a value is a text of at most ${MOST_BYTES / 1024} KB`)
}
