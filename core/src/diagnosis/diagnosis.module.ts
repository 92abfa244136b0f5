import { ContainerModule } from 'inversify'
import { Accounts } from '../accounts/accounts.repository.js'
import { Alerts } from '../alerts/alerts.repository.js'
import { CompareCheckouts } from '../checkout/compare-checkouts.js'
import { CheckConnection } from '../connections/check-connection.js'
import { NotificationProbe } from '../connections/notification-probe.js'
import { Connections } from '../connections/connections.repository.js'
import { ENGINE, READER } from '../database/database.module.js'
import { ExamineInvariants } from '../doctor/examine-invariants.js'
import { Passkeys } from '../identity/passkeys.repository.js'
import { Invoices } from '../invoicing/invoices.repository.js'
import { Clock } from '../kernel/clock.js'
import { BASE_URL, key, provide, provideFrom, SETTINGS } from '../kernel/provide.js'
import { Random } from '../kernel/random.js'
import { Timer } from '../kernel/timer.js'
import { Emails } from '../mail/emails.repository.js'
import { MailRoutes } from '../mail/mail-routes.js'
import { ClockOffsets } from '../outbound/clock-offsets.js'
import { Payments } from '../payments/payments.repository.js'
import { CallTransport } from '../plugin-host/call-transport.js'
import { ReadPlugins } from '../plugin-host/read-plugins.js'
import { Plugins } from '../plugin-host/registry.js'
import { Quarantine } from '../quarantine/quarantine.js'
import { Sealer } from '../secrets/sealer.js'
import { Endpoints } from '../webhooks/endpoints.repository.js'
import type { CheckUp } from './check.js'
import { AlertsCheckUp } from './checks/alerts.js'
import { BackupsCheckUp } from './checks/backups.js'
import { ClockCheckUp } from './checks/clock.js'
import { ConnectionsCheckUp } from './checks/connections.js'
import { DatabaseSettingsCheckUp } from './checks/database-settings.js'
import { InvoiceMailCheckUp } from './checks/invoice-mail.js'
import { KeyRotationCheckUp } from './checks/key-rotation.js'
import { MailCheckUp } from './checks/mail.js'
import { MoveCheckUp } from './checks/move.js'
import { NotificationsCheckUp } from './checks/notifications.js'
import { PasskeysCheckUp } from './checks/passkeys.js'
import { PluginsCheckUp } from './checks/plugins.js'
import { QuarantineCheckUp } from './checks/quarantine.js'
import { RoundTripCheckUp } from './checks/round-trip.js'
import { UncomparedCheckUp } from './checks/uncompared.js'
import { WebhooksCheckUp } from './checks/webhooks.js'
import { WorkCheckUp } from './checks/work.js'
import { Diagnose } from './diagnose.js'

/** In the order in which the command lists what they find. */
const CHECK_UPS = key<readonly CheckUp[]>('check-ups')

export const diagnosisModule = new ContainerModule(({ bind }) => {
  provide(bind, ConnectionsCheckUp, [Accounts, Connections, CheckConnection, Plugins])
  provide(bind, QuarantineCheckUp, [Quarantine])
  provide(bind, UncomparedCheckUp, [Quarantine, CompareCheckouts, Plugins])
  provide(bind, KeyRotationCheckUp, [SETTINGS, READER, Sealer])
  provide(bind, DatabaseSettingsCheckUp, [SETTINGS, ENGINE, READER, Clock])
  provide(bind, MoveCheckUp, [READER])
  provide(bind, WorkCheckUp, [READER, Quarantine, Clock])
  provide(bind, NotificationsCheckUp, [Connections, READER, BASE_URL])
  provide(bind, RoundTripCheckUp, [Connections, NotificationProbe, Random, Timer, BASE_URL])
  provide(bind, PasskeysCheckUp, [Passkeys, BASE_URL])
  provide(bind, ClockCheckUp, [ClockOffsets])
  provide(bind, BackupsCheckUp, [SETTINGS, READER, Clock])
  provide(bind, MailCheckUp, [SETTINGS, MailRoutes, CallTransport])
  provide(bind, PluginsCheckUp, [ReadPlugins])
  provide(bind, WebhooksCheckUp, [Endpoints, Clock])
  provide(bind, InvoiceMailCheckUp, [Emails, Clock])
  provide(bind, AlertsCheckUp, [Alerts, Endpoints, Connections, Invoices, Payments])
  provideFrom(
    bind,
    CHECK_UPS,
    [
      QuarantineCheckUp,
      UncomparedCheckUp,
      KeyRotationCheckUp,
      MoveCheckUp,
      BackupsCheckUp,
      DatabaseSettingsCheckUp,
      WorkCheckUp,
      PasskeysCheckUp,
      ConnectionsCheckUp,
      NotificationsCheckUp,
      MailCheckUp,
      PluginsCheckUp,
      WebhooksCheckUp,
      InvoiceMailCheckUp,
      AlertsCheckUp,
    ],
    (...checkUps): readonly CheckUp[] => checkUps,
  )
  provide(bind, ExamineInvariants, [READER, ENGINE, SETTINGS, Clock, Timer])
  provide(bind, Diagnose, [SETTINGS, ExamineInvariants, CHECK_UPS, Clock, Timer])
})
