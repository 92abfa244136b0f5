import type { Migration } from '../migration.js'

/** Host and PID of a process, so that a killed one is known to be dead before its heartbeat times out. */
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
