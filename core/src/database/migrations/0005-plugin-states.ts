import { type Migration, timestamp } from '../migration.js'

/** Plugins that did harm and are not called any more. */
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
