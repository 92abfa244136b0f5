import type { Migration } from '../migration.js'
import { accounts } from './0001-accounts.js'
import { linksAndPayments } from './0002-links-and-payments.js'
import { bookkeeping } from './0003-bookkeeping.js'
import { auditAndReview } from './0004-audit-and-review.js'
import { pluginStates } from './0005-plugin-states.js'
import { places } from './0006-places.js'
import { unknownSince } from './0007-unknown-since.js'
import { webhooks } from './0008-webhooks.js'
import { emails } from './0009-emails.js'
import { invoicing } from './0010-invoicing.js'
import { accessLog } from './0011-access-log.js'
import { releasedCheckouts } from './0012-released-checkouts.js'
import { invoices } from './0013-invoices.js'
import { paymentDisputes } from './0014-payment-disputes.js'
import { auditSignature } from './0015-audit-signature.js'
import { dueRows } from './0016-due-rows.js'
import { identity } from './0017-identity.js'
import { paymentSums } from './0018-payment-sums.js'
import { dashboardReads } from './0019-dashboard-reads.js'
import { whoDidIt } from './0020-who-did-it.js'
import { unfinishedInvoices } from './0021-unfinished-invoices.js'
import { moneyMovements } from './0022-money-movements.js'
import { deletedEndpoints } from './0023-deleted-endpoints.js'
import { team } from './0024-team.js'
import { newestNotifications } from './0025-newest-notifications.js'
import { findableInvoices } from './0026-findable-invoices.js'
import { stampedInvoices } from './0027-stamped-invoices.js'
import { agents } from './0028-agents.js'
import { oauth } from './0029-oauth.js'
import { approvalMails } from './0030-approval-mails.js'
import { privacy } from './0031-privacy.js'
import { migrationKinds } from './0032-migration-kinds.js'

/** In order. A step that was released is never changed; add another. */
export const MIGRATIONS: readonly Migration[] = [
  accounts,
  linksAndPayments,
  bookkeeping,
  auditAndReview,
  pluginStates,
  places,
  unknownSince,
  webhooks,
  emails,
  invoicing,
  accessLog,
  releasedCheckouts,
  invoices,
  paymentDisputes,
  auditSignature,
  dueRows,
  identity,
  paymentSums,
  dashboardReads,
  whoDidIt,
  unfinishedInvoices,
  moneyMovements,
  deletedEndpoints,
  team,
  newestNotifications,
  findableInvoices,
  stampedInvoices,
  agents,
  oauth,
  approvalMails,
  privacy,
  migrationKinds,
]
