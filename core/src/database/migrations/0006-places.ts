import type { Migration } from '../migration.js'

/** Where a process runs, so that one that was killed there is known to be dead without waiting for its silence. */
export const places: Migration = {
  name: '0006-places',

  async up(on) {
    await on.schema.alterTable('workers', (table) => {
      table.text('place')
      table.integer('pid')
    })
  },

  async down(on) {
    await on.schema.alterTable('workers', (table) => table.dropColumns('place', 'pid'))
  },
}
