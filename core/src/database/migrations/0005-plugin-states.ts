import { type Migration, timestamp } from '../migration.js'

/** Plugins that were disabled because they did harm. */
export const pluginStates: Migration = {
  name: '0005-plugin-states',

  async up(on, engine) {
    await on.schema.createTable('plugin_states', (table) => {
      table.text('plugin').primary()
      table.text('version').notNullable()
      timestamp(table, engine, 'disabled_at').notNullable()
      table.text('reason').notNullable()
    })
  },

  async down(on) {
    await on.schema.dropTable('plugin_states')
  },
}
