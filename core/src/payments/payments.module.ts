import { ContainerModule } from 'inversify'
import { Accounts } from '../accounts/accounts.repository.js'
import { DaySums } from '../accounts/day-sums.js'
import { Alerts } from '../alerts/alerts.repository.js'
import { AuditLog } from '../audit/audit-log.repository.js'
import { READER } from '../database/database.module.js'
import { UnitOfWork } from '../database/unit-of-work.js'
import { RunOnce } from '../idempotency/run-once.js'
import { Clock } from '../kernel/clock.js'
import { Ids } from '../kernel/ids.js'
import { Log } from '../kernel/log.js'
import { BASE_URL, PROCESS_ID, provide, provideAlias } from '../kernel/provide.js'
import { Timer } from '../kernel/timer.js'
import { Emails } from '../mail/emails.repository.js'
import { MailRoutes } from '../mail/mail-routes.js'
import { QueueEmail } from '../mail/queue-email.js'
import { PaymentLinks } from '../payment-links/payment-links.repository.js'
import { Quarantine } from '../quarantine/quarantine.js'
import { FindablePayments } from '../search/findables.js'
import { SearchIndex } from '../search/search-index.repository.js'
import { Outbox } from '../webhooks/outbox.repository.js'
import { ChangeUnderLease } from './change-under-lease.js'
import { InvoicedRefunds } from './invoiced-refunds.js'
import { MarkLinkPaid } from './mark-link-paid.js'
import { Movements } from './movements.repository.js'
import { OpenedCheckouts } from './opened-checkouts.repository.js'
import { QueueReceipt } from './queue-receipt.js'
import { PaymentDisputes } from './payment-disputes.js'
import { Payments } from './payments.repository.js'
import { ProviderAnswers } from './provider-answers.repository.js'
import { PaymentSums } from './payment-sums.repository.js'
import { RecordMovements } from './record-movements.js'
import { ReadPaymentList } from './read-payment-list.js'
import { PaymentLists } from './payment-lists.repository.js'
import { ReadReceived } from './read-received.js'
import { ReadLinkPayments } from './read-link-payments.js'
import { ReadPayments } from './read-payments.js'
import { ProofsOfPayment } from './proofs-of-payment.repository.js'
import { RecordManualPayment } from './record-manual-payment.js'
import { RecordProviderState } from './record-provider-state.js'
import { SendReceipt } from './send-receipt.js'
import { SettlePayment } from './settle-payment.js'
import { DueRows } from '../work/due-rows.js'
import { VerificationLease } from './verification-lease.repository.js'

export const paymentsModule = new ContainerModule(({ bind }) => {
  provide(bind, Payments, [READER])
  provide(bind, ProofsOfPayment, [READER])
  provide(bind, ReadPayments, [Payments, ProofsOfPayment])
  provide(bind, ReadLinkPayments, [Payments, PaymentLinks])
  provide(bind, ProviderAnswers, [READER])
  provide(bind, QueueReceipt, [Accounts, PaymentLinks, Payments, Emails, QueueEmail, MailRoutes, UnitOfWork, Log])
  provide(bind, SendReceipt, [RunOnce, Accounts, Payments, QueueReceipt, AuditLog])
  provide(bind, PaymentSums, [READER, Accounts])
  provideAlias(bind, DaySums, PaymentSums)
  provide(bind, ReadReceived, [PaymentSums, Clock])
  provide(bind, Movements, [READER])
  provide(bind, PaymentLists, [READER])
  provideAlias(bind, FindablePayments, PaymentLists)
  provide(bind, ReadPaymentList, [PaymentLists, SearchIndex])
  provide(bind, RecordMovements, [PaymentSums, Movements, InvoicedRefunds, Clock])
  provide(bind, SettlePayment, [
    Payments,
    PaymentLinks,
    Outbox,
    QueueReceipt,
    RecordMovements,
    AuditLog,
    Clock,
    BASE_URL,
  ])
  provide(bind, PaymentDisputes, [Outbox, Alerts, Clock])
  provide(bind, VerificationLease, [DueRows, UnitOfWork, Ids, Clock, PROCESS_ID, Timer])
  provide(bind, ChangeUnderLease, [SettlePayment, VerificationLease, UnitOfWork])
  provide(bind, OpenedCheckouts, [UnitOfWork])
  provide(bind, RecordProviderState, [
    Payments,
    ProviderAnswers,
    OpenedCheckouts,
    SettlePayment,
    PaymentDisputes,
    ChangeUnderLease,
    Quarantine,
    Clock,
    Log,
  ])
  provide(bind, RecordManualPayment, [
    PaymentLinks,
    Payments,
    ProofsOfPayment,
    Outbox,
    QueueReceipt,
    RecordMovements,
    BASE_URL,
  ])
  provide(bind, MarkLinkPaid, [RunOnce, PaymentLinks, RecordManualPayment, AuditLog, Ids, Clock])
})
