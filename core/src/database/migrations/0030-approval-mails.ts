import type { Migration } from '../migration.js'
import { allowEmailKinds } from './0010-invoicing.js'

const EMAIL_KINDS = ['request', 'reminder', 'receipt', 'alert', 'invoice', 'invitation', 'reset', 'security', 'sheet']

/** Mails to those who decide about what an agent asks for. */
export const approvalMails: Migration = {
  name: '0030-approval-mails',

  async up(on, engine) {
    await allowEmailKinds(on, engine, EMAIL_KINDS, [...EMAIL_KINDS, 'approval'])
  },

  async down(on, engine) {
    await on('email_deliveries').where({ kind: 'approval' }).delete()
    await allowEmailKinds(on, engine, [...EMAIL_KINDS, 'approval'], EMAIL_KINDS)
  },
}
