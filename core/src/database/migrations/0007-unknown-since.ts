import { type Migration, timestamp } from '../migration.js'

/** Since when a payment's outcome is unknown at its provider, which may be long after its creation. */
export const unknownSince: Migration = {
  name: '0007-unknown-since',

  async up(on, engine) {
    await on.schema.alterTable('payments', (table) => {
      timestamp(table, engine, 'unknown_since')
    })
    const isBeingCreated = "status = 'pending' and provider_ref like 'creating:%'"
    await on.raw(`update payments set unknown_since = created_at where ${isBeingCreated}`)
  },

  async down(on) {
    await on.raw('alter table payments drop column unknown_since')
  },
}
