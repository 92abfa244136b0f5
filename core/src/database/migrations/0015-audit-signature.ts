import type { Migration } from '../migration.js'

/** Proves that the service wrote the head of the audit log. */
export const auditSignature: Migration = {
  name: '0015-audit-signature',

  async up(on) {
    await on.schema.alterTable('audit_head', (table) => void table.text('signature'))
  },

  async down(on) {
    await on.schema.alterTable('audit_head', (table) => table.dropColumn('signature'))
  },
}
