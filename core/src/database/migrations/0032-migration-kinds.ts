import type { Migration } from '../migration.js'

/** Whether a version that does not know this step can serve in spite of it. Earlier steps count as `contract`. */
export const migrationKinds: Migration = {
  name: '0032-migration-kinds',
  kind: 'expand',

  async up(on) {
    await on.raw(`alter table schema_migrations add column kind text not null default 'contract'`)
  },

  async down(on) {
    await on.raw('alter table schema_migrations drop column kind')
  },
}
