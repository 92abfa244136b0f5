import { ContainerModule } from 'inversify'
import { AuditLog } from '../audit/audit-log.repository.js'
import { CheckConnection } from '../connections/check-connection.js'
import { Connections } from '../connections/connections.repository.js'
import { OpenConnection } from '../connections/open-connection.js'
import { ENGINE } from '../database/database.module.js'
import { UnitOfWork } from '../database/unit-of-work.js'
import { Clock } from '../kernel/clock.js'
import { Ids } from '../kernel/ids.js'
import { Log } from '../kernel/log.js'
import { key, provide, provideAlias, provideValue } from '../kernel/provide.js'
import { Timer } from '../kernel/timer.js'
import { CloseCheckout } from '../payment-links/close-checkout.js'
import { OfferedProviders } from '../payment-links/offered-providers.js'
import { PaymentLinks } from '../payment-links/payment-links.repository.js'
import { ChangeUnderLease } from '../payments/change-under-lease.js'
import { Payments } from '../payments/payments.repository.js'
import { RecordProviderState } from '../payments/record-provider-state.js'
import { SettlePayment } from '../payments/settle-payment.js'
import { VerificationLease } from '../payments/verification-lease.repository.js'
import { CallProvider } from '../plugin-host/call-provider.js'
import { RateLimiter } from '../rate-limiting/rate-limiter.js'
import { KeepEpoch } from '../quarantine/keep-epoch.js'
import { Quarantine } from '../quarantine/quarantine.js'
import { ReportEvidence } from '../quarantine/report-evidence.js'
import { CloseOpenCheckout } from './close-open-checkout.js'
import { CompareCheckouts } from './compare-checkouts.js'
import { CreateCheckout } from './create-checkout.js'
import { ListCheckouts } from './list-checkouts.js'
import { OpenCheckout } from './open-checkout.js'
import { OpeningLimits } from './opening-limits.js'
import { ReleaseLink } from './release-link.js'
import { Reservations } from './reservations.repository.js'
import { ReserveLink } from './reserve-link.js'
import { UnsentReservations } from './unsent-reservations.js'

const INSTANCE = key<{ instanceId: string; baseUrl: string }>('instance')
const INSTANCE_ID = key<string>('instance id')

export const checkoutModule = (instance: { instanceId: string; baseUrl: string }): ContainerModule =>
  new ContainerModule(({ bind }) => {
    provideValue(bind, INSTANCE, instance)
    provideValue(bind, INSTANCE_ID, instance.instanceId)
    provide(bind, Reservations, [ENGINE, UnitOfWork, KeepEpoch])
    provide(bind, OpeningLimits, [Payments, RateLimiter, Clock])
    provide(bind, UnsentReservations, [Payments, RecordProviderState, VerificationLease, Timer, Log])
    provide(bind, ReserveLink, [
      PaymentLinks,
      Reservations,
      VerificationLease,
      UnsentReservations,
      KeepEpoch,
      Ids,
      Clock,
      INSTANCE,
    ])
    provide(bind, CloseOpenCheckout, [Payments, OpenConnection, CallProvider, VerificationLease, RecordProviderState])
    provideAlias(bind, CloseCheckout, CloseOpenCheckout)
    provide(bind, ReleaseLink, [
      PaymentLinks,
      Payments,
      CloseOpenCheckout,
      ChangeUnderLease,
      SettlePayment,
      AuditLog,
      Clock,
    ])
    provide(bind, CreateCheckout, [
      CallProvider,
      CheckConnection,
      CloseCheckout,
      RecordProviderState,
      VerificationLease,
      UnsentReservations,
    ])
    provide(bind, ListCheckouts, [OpenConnection, CallProvider, INSTANCE_ID])
    provide(bind, CompareCheckouts, [
      Quarantine,
      Connections,
      ListCheckouts,
      PaymentLinks,
      Payments,
      ReportEvidence,
      UnitOfWork,
      Timer,
      Clock,
      Log,
      INSTANCE_ID,
    ])
    provide(bind, OpenCheckout, [
      Quarantine,
      OfferedProviders,
      OpenConnection,
      CompareCheckouts,
      Payments,
      ReserveLink,
      CloseCheckout,
      CreateCheckout,
      OpeningLimits,
      Clock,
    ])
  })
