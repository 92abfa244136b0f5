import type { Migration } from '../migration.js'

/** The newest notification of a connection is found however many it has received. */
export const newestNotifications: Migration = {
  name: '0025-newest-notifications',

  async up(on) {
    await on.raw('create index notifications_newest on notifications (connection_id, received_at)')
  },

  async down(on) {
    await on.raw('drop index notifications_newest')
  },
}
