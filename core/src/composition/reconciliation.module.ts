import { ContainerModule } from 'inversify'
import { CloseOpenCheckout } from '../checkout/close-open-checkout.js'
import { CheckConnection } from '../connections/check-connection.js'
import { Connections } from '../connections/connections.repository.js'
import { OpenConnection } from '../connections/open-connection.js'
import { Generation } from '../database/generation.js'
import { UnitOfWork } from '../database/unit-of-work.js'
import { JobQueue } from '../jobs/job-queue.js'
import { Clock } from '../kernel/clock.js'
import { Ids } from '../kernel/ids.js'
import { Log } from '../kernel/log.js'
import { Payments } from '../payments/payments.repository.js'
import { RecordProviderState } from '../payments/record-provider-state.js'
import { VerificationLease } from '../payments/verification-lease.repository.js'
import { CallProvider } from '../plugin-host/call-provider.js'
import { ProviderRegistry } from '../plugin-host/registry.js'
import { HandleNotification } from '../reconciliation/handle-notification.task.js'
import { Notifications } from '../reconciliation/notifications.repository.js'
import { ReceiveNotification } from '../reconciliation/receive-notification.js'
import { Sweep } from '../reconciliation/sweep.js'
import { VerifyPayment } from '../reconciliation/verify-payment.js'
import { NotificationSink } from '../sandbox/notification-sink.js'
import { provide, READER } from './provide.js'

/** The way to the truth. */
export const reconciliationModule = new ContainerModule(({ bind }) => {
  provide(bind, VerifyPayment, VerifyPayment, [
    Payments,
    Connections,
    OpenConnection,
    CheckConnection,
    CallProvider,
    CloseOpenCheckout,
    VerificationLease,
    RecordProviderState,
    Clock,
  ])
  provide(bind, Notifications, Notifications, [READER])
  provide(bind, ReceiveNotification, ReceiveNotification, [
    Connections,
    OpenConnection,
    CallProvider,
    Notifications,
    JobQueue,
    UnitOfWork,
    Generation,
    Ids,
    Clock,
  ])
  bind(NotificationSink).toService(ReceiveNotification)
  provide(bind, HandleNotification, HandleNotification, [
    Notifications,
    Connections,
    Payments,
    VerifyPayment,
    JobQueue,
    Generation,
    UnitOfWork,
    Clock,
  ])
  provide(bind, Sweep, Sweep, [
    Payments,
    VerifyPayment,
    Notifications,
    HandleNotification,
    ProviderRegistry,
    Generation,
    Clock,
    Log,
  ])
})
