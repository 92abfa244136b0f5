import { ContainerModule } from 'inversify'
import { SubscriptionGate } from '../accounts/subscription.js'
import { Alerts } from '../alerts/alerts.repository.js'
import { AuditLog } from '../audit/audit-log.repository.js'
import { CloseOpenCheckout } from '../checkout/close-open-checkout.js'
import { OpenCheckout } from '../checkout/open-checkout.js'
import { OpeningLimits } from '../checkout/opening-limits.js'
import { ReleaseLink } from '../checkout/release-link.js'
import { Reservations } from '../checkout/reservations.repository.js'
import { ReserveLink } from '../checkout/reserve-link.js'
import { UnsentReservations } from '../checkout/unsent-reservations.js'
import { CheckConnection } from '../connections/check-connection.js'
import { Connections } from '../connections/connections.repository.js'
import { OpenConnection } from '../connections/open-connection.js'
import { UnitOfWork } from '../database/unit-of-work.js'
import { IdempotencyKeys } from '../idempotency/idempotency.repository.js'
import { RunOnce } from '../idempotency/run-once.js'
import { Clock } from '../kernel/clock.js'
import { Ids } from '../kernel/ids.js'
import { Log } from '../kernel/log.js'
import { Timer } from '../kernel/timer.js'
import { CloseCheckout } from '../payment-links/close-checkout.js'
import { CreatePaymentLink } from '../payment-links/create-payment-link.js'
import { DisablePaymentLink } from '../payment-links/disable-payment-link.js'
import { ExpirePaymentLinks } from '../payment-links/expire-payment-links.js'
import { InsertLinkOnce } from '../payment-links/insert-once.repository.js'
import { InvoicingReadiness } from '../payment-links/invoicing-readiness.js'
import { OfferedProviders } from '../payment-links/offered-providers.js'
import { PaymentLinks } from '../payment-links/payment-links.repository.js'
import { ReadPaymentLinks } from '../payment-links/read-payment-links.js'
import { UpdatePaymentLink } from '../payment-links/update-payment-link.js'
import { InvoicedRefunds } from '../payments/invoiced-refunds.js'
import { MarkLinkPaid } from '../payments/mark-link-paid.js'
import { OpenedCheckouts } from '../payments/opened-checkouts.repository.js'
import { PayerNotice } from '../payments/payer-notice.js'
import { Payments } from '../payments/payments.repository.js'
import { ProviderAnswers } from '../payments/provider-answers.repository.js'
import { ReadPayments } from '../payments/read-payments.js'
import { Receipts } from '../payments/receipts.repository.js'
import { PaymentDisputes } from '../payments/payment-disputes.js'
import { RecordProviderState } from '../payments/record-provider-state.js'
import { SettlePayment } from '../payments/settle-payment.js'
import { VerificationLease } from '../payments/verification-lease.repository.js'
import { CallProvider } from '../plugin-host/call-provider.js'
import { PluginStates } from '../plugin-host/plugin-states.repository.js'
import { ProviderRegistry } from '../plugin-host/registry.js'
import { RateLimiter } from '../rate-limiting/rate-limiter.js'
import { Sandbox } from '../sandbox/sandbox.js'
import { Outbox } from '../webhooks/outbox.repository.js'
import { BASE_URL, ENGINE, INSTANCE, PROCESS_ID, provide, READER } from './provide.js'

/** The thing itself: links, payments, checkouts. */
export const linksModule = (instance: { instanceId: string; baseUrl: string }): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(INSTANCE).toConstantValue(instance)
    provide(bind, PaymentLinks, PaymentLinks, [READER])
    provide(bind, OfferedProviders, OfferedProviders, [Connections, ProviderRegistry, PluginStates, Sandbox])
    provide(bind, InsertLinkOnce, InsertLinkOnce, [ENGINE, UnitOfWork, PaymentLinks, IdempotencyKeys])
    provide(bind, CreatePaymentLink, CreatePaymentLink, [
      RunOnce,
      InsertLinkOnce,
      OfferedProviders,
      InvoicingReadiness,
      SubscriptionGate,
      Ids,
      Clock,
      BASE_URL,
    ])
    provide(bind, ReadPaymentLinks, ReadPaymentLinks, [PaymentLinks, Clock, BASE_URL])
    provide(bind, UpdatePaymentLink, UpdatePaymentLink, [
      RunOnce,
      PaymentLinks,
      OfferedProviders,
      InvoicingReadiness,
      Clock,
      BASE_URL,
    ])
    provide(bind, DisablePaymentLink, DisablePaymentLink, [
      RunOnce,
      PaymentLinks,
      CloseCheckout,
      Outbox,
      Clock,
      BASE_URL,
    ])
    provide(bind, ExpirePaymentLinks, ExpirePaymentLinks, [PaymentLinks, UnitOfWork, Clock])

    provide(bind, Payments, Payments, [READER])
    provide(bind, Receipts, Receipts, [READER])
    provide(bind, ReadPayments, ReadPayments, [Payments, Receipts])
    provide(bind, ProviderAnswers, ProviderAnswers, [READER])
    provide(bind, SettlePayment, SettlePayment, [
      Payments,
      PaymentLinks,
      Outbox,
      PayerNotice,
      InvoicedRefunds,
      AuditLog,
      Clock,
      BASE_URL,
    ])
    provide(bind, PaymentDisputes, PaymentDisputes, [Outbox, Alerts, Clock])
    provide(bind, VerificationLease, VerificationLease, [UnitOfWork, Ids, Clock, PROCESS_ID])
    provide(bind, OpenedCheckouts, OpenedCheckouts, [UnitOfWork])
    provide(bind, RecordProviderState, RecordProviderState, [
      Payments,
      ProviderAnswers,
      OpenedCheckouts,
      SettlePayment,
      PaymentDisputes,
      VerificationLease,
      UnitOfWork,
      Clock,
      Log,
    ])
    provide(bind, MarkLinkPaid, MarkLinkPaid, [
      RunOnce,
      PaymentLinks,
      Payments,
      Receipts,
      Outbox,
      PayerNotice,
      Ids,
      Clock,
      BASE_URL,
    ])

    provide(bind, Reservations, Reservations, [ENGINE, UnitOfWork])
    provide(bind, OpeningLimits, OpeningLimits, [Payments, RateLimiter, Clock])
    provide(bind, UnsentReservations, UnsentReservations, [
      Payments,
      RecordProviderState,
      VerificationLease,
      Timer,
      Log,
    ])
    provide(bind, ReserveLink, ReserveLink, [
      PaymentLinks,
      Reservations,
      VerificationLease,
      UnsentReservations,
      Ids,
      Clock,
      INSTANCE,
    ])
    provide(bind, CloseOpenCheckout, CloseOpenCheckout, [
      Payments,
      Connections,
      OpenConnection,
      CallProvider,
      VerificationLease,
      RecordProviderState,
    ])
    bind(CloseCheckout).toService(CloseOpenCheckout)
    provide(bind, ReleaseLink, ReleaseLink, [
      PaymentLinks,
      Payments,
      CloseOpenCheckout,
      VerificationLease,
      RecordProviderState,
      SettlePayment,
      AuditLog,
      Clock,
    ])
    provide(bind, OpenCheckout, OpenCheckout, [
      OfferedProviders,
      OpenConnection,
      CheckConnection,
      Payments,
      ReserveLink,
      CloseCheckout,
      CallProvider,
      RecordProviderState,
      VerificationLease,
      OpeningLimits,
      UnsentReservations,
      Clock,
    ])
  })
