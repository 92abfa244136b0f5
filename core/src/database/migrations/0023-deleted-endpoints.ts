import { type Migration, timestamp } from '../migration.js'

/** Who registered a webhook endpoint, and since when it is deleted: its row stays as long as its deliveries. */
export const deletedEndpoints: Migration = {
  name: '0023-deleted-endpoints',

  async up(on, engine) {
    // In the form of `creatorOf`. Null: not known, as for every endpoint from before.
    await on.raw('alter table webhook_endpoints add column created_by text')
    await on.schema.alterTable('webhook_endpoints', (table) => {
      timestamp(table, engine, 'deleted_at')
    })
  },

  async down(on) {
    await on.raw('alter table webhook_endpoints drop column deleted_at')
    await on.raw('alter table webhook_endpoints drop column created_by')
  },
}
