import { type Migration, timestamp } from '../migration.js'

/** When the merchant released a checkout that its provider refused to close: it may still be paid and stays watched. */
export const releasedCheckouts: Migration = {
  name: '0012-released-checkouts',

  async up(on, engine) {
    await on.schema.alterTable('payments', (table) => {
      timestamp(table, engine, 'released_at')
    })
  },

  async down(on) {
    await on.raw('alter table payments drop column released_at')
  },
}
