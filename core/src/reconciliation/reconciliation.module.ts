import { ContainerModule } from 'inversify'
import { Accounts } from '../accounts/accounts.repository.js'
import { AuditLog } from '../audit/audit-log.repository.js'
import { CloseOpenCheckout } from '../checkout/close-open-checkout.js'
import { CompareCheckouts } from '../checkout/compare-checkouts.js'
import { ListCheckouts } from '../checkout/list-checkouts.js'
import { OpeningLimits } from '../checkout/opening-limits.js'
import { CheckConnection } from '../connections/check-connection.js'
import { Connections } from '../connections/connections.repository.js'
import { OpenConnection } from '../connections/open-connection.js'
import { ReadNotification } from '../connections/read-notification.js'
import { READER } from '../database/database.module.js'
import { Generation } from '../database/generation.js'
import { UnitOfWork } from '../database/unit-of-work.js'
import { Clock } from '../kernel/clock.js'
import { Ids } from '../kernel/ids.js'
import { Log } from '../kernel/log.js'
import { provide } from '../kernel/provide.js'
import { Timer } from '../kernel/timer.js'
import { CloseCheckout } from '../payment-links/close-checkout.js'
import { PaymentLinks } from '../payment-links/payment-links.repository.js'
import { ChangeUnderLease } from '../payments/change-under-lease.js'
import { InvoicedRefunds } from '../payments/invoiced-refunds.js'
import { Payments } from '../payments/payments.repository.js'
import { ProviderAnswers } from '../payments/provider-answers.repository.js'
import { RecordProviderState } from '../payments/record-provider-state.js'
import { SettlePayment } from '../payments/settle-payment.js'
import { VerificationLease } from '../payments/verification-lease.repository.js'
import { CallProvider } from '../plugin-host/call-provider.js'
import { Plugins } from '../plugin-host/registry.js'
import { Outbox } from '../webhooks/outbox.repository.js'
import { DueRows } from '../work/due-rows.js'
import { WakeSignal } from '../work/wake-signal.js'
import { LoopPorts } from '../work/work-loop.js'
import { AdoptCheckouts } from './adopt-checkouts.js'
import { CircuitBreaker } from './circuit-breaker.js'
import { HandleNotifications } from './handle-notifications.js'
import { Notifications } from './notifications.repository.js'
import { DecideReview } from './decide-review.js'
import { PaymentLists } from '../payments/payment-lists.repository.js'
import { ReadReviews } from './read-reviews.js'
import { InsertAdopted } from './insert-adopted.js'
import { ReceiveNotification } from './receive-notification.js'
import { RecordDecision } from './record-decision.js'
import { ResolveReview } from './resolve-review.js'
import { RetireConnections } from './retire-connections.js'
import { RetrieveReference } from './retrieve-reference.js'
import { VerifyDuePayments } from './verify-due-payments.js'
import { VerifyOnReturn } from './verify-on-return.js'
import { SyncPayment } from './sync-payment.js'
import { VerifyPayment } from './verify-payment.js'

export const reconciliationModule = (): ContainerModule =>
  new ContainerModule(({ bind }) => {
    provide(bind, InsertAdopted, [Accounts, PaymentLinks, Payments, Outbox, UnitOfWork, AuditLog, Ids, Clock])
    provide(bind, AdoptCheckouts, [
      Connections,
      CallProvider,
      ListCheckouts,
      PaymentLinks,
      Payments,
      InsertAdopted,
      VerifyPayment,
      Clock,
    ])
    provide(bind, VerifyPayment, [
      Payments,
      OpenConnection,
      CheckConnection,
      CallProvider,
      CloseOpenCheckout,
      VerificationLease,
      RecordProviderState,
      Clock,
    ])
    provide(bind, Notifications, [READER, UnitOfWork, DueRows])
    provide(bind, ReceiveNotification, [ReadNotification, Notifications, WakeSignal, UnitOfWork, Ids])
    provide(bind, ReadReviews, [Payments, PaymentLists, PaymentLinks, ProviderAnswers, Notifications, InvoicedRefunds])
    provide(bind, RetrieveReference, [Payments, OpenConnection, CallProvider])
    provide(bind, RecordDecision, [
      VerificationLease,
      ChangeUnderLease,
      SettlePayment,
      InvoicedRefunds,
      UnitOfWork,
      AuditLog,
      Clock,
    ])
    provide(bind, ResolveReview, [
      Payments,
      VerifyPayment,
      RetrieveReference,
      CloseCheckout,
      RecordDecision,
      ProviderAnswers,
      Clock,
    ])
    provide(bind, DecideReview, [Payments, VerifyPayment, ReadReviews, ResolveReview])
    provide(bind, HandleNotifications, [
      Notifications,
      Connections,
      Payments,
      VerifyPayment,
      CompareCheckouts,
      Generation,
      LoopPorts,
    ])
    provide(bind, RetireConnections, [
      Connections,
      OpenConnection,
      Payments,
      CallProvider,
      Generation,
      UnitOfWork,
      Clock,
      Log,
    ])
    provide(bind, CircuitBreaker, [Clock])
    provide(bind, SyncPayment, [Payments, VerifyPayment, AuditLog])
    provide(bind, VerifyOnReturn, [Payments, VerifyPayment, CircuitBreaker, OpeningLimits, Clock, Timer, Log])
    provide(bind, VerifyDuePayments, [
      VerificationLease,
      VerifyPayment,
      Connections,
      Plugins,
      CircuitBreaker,
      Generation,
      LoopPorts,
    ])
  })
