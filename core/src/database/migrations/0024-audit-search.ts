import type { Migration } from '../migration.js'

/** The audit log is read by account, by who acted and by what it was about, in the order of time. */
export const auditSearch: Migration = {
  name: '0024-audit-search',

  async up(on) {
    await on.raw('create index audit_entries_by_time on audit_entries (account_id, at, seq)')
    await on.raw('create index audit_entries_by_actor on audit_entries (account_id, actor, at, seq)')
    await on.raw('create index audit_entries_by_thing on audit_entries (account_id, target, at, seq)')
  },

  async down(on) {
    await on.raw('drop index audit_entries_by_thing')
    await on.raw('drop index audit_entries_by_actor')
    await on.raw('drop index audit_entries_by_time')
  },
}
