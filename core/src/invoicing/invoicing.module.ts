import { ContainerModule } from 'inversify'
import { Accounts } from '../accounts/accounts.repository.js'
import { Alerts } from '../alerts/alerts.repository.js'
import { AuditLog } from '../audit/audit-log.repository.js'
import { ENGINE, READER } from '../database/database.module.js'
import { Generation } from '../database/generation.js'
import { UnitOfWork } from '../database/unit-of-work.js'
import { RunOnce } from '../idempotency/run-once.js'
import { Clock } from '../kernel/clock.js'
import { Ids } from '../kernel/ids.js'
import { Log } from '../kernel/log.js'
import { BASE_URL, PROCESS_ID, provide } from '../kernel/provide.js'
import { Emails } from '../mail/emails.repository.js'
import { MailRoutes } from '../mail/mail-routes.js'
import { QueueEmail } from '../mail/queue-email.js'
import { InvoicingReadiness } from '../payment-links/invoicing-readiness.js'
import { PaymentLinks } from '../payment-links/payment-links.repository.js'
import { InvoicedRefunds } from '../payments/invoiced-refunds.js'
import { Payments } from '../payments/payments.repository.js'
import { CallProvider } from '../plugin-host/call-provider.js'
import { InvoicingPlugins } from '../plugin-host/invoicing-plugins.js'
import { PluginEntries } from '../plugin-host/plugin-entries.repository.js'
import { Sandbox } from '../sandbox/sandbox.js'
import { Sealer } from '../secrets/sealer.js'
import { Outbox } from '../webhooks/outbox.repository.js'
import { AdvanceInvoice } from './advance-invoice.js'
import { AdvanceInvoices } from './advance-invoices.js'
import { CancelInvoice } from './cancel-invoice.js'
import { CheckInvoicing } from './check-invoicing.js'
import { ChooseIssuer } from './choose-issuer.js'
import { ConnectInvoicing } from './connect-invoicing.js'
import { ConnectionReadiness } from './connection-readiness.js'
import { FetchInvoiceFiles } from './fetch-invoice-files.js'
import { InvoiceFileUrls } from './invoice-file-urls.js'
import { InvoiceFiles } from './invoice-files.repository.js'
import { InvoiceMailStates } from './invoice-mail-state.js'
import { ProviderMailer } from './provider-mailer.js'
import { QueueInvoice } from './queue-invoice-email.js'
import { Invoices } from './invoices.repository.js'
import { InvoicingConnections } from './invoicing-connections.repository.js'
import { ReviewInvoicedRefunds } from './review-invoiced-refunds.js'
import { TrackStall } from './track-stall.js'
import { OpenInvoicing } from './open-invoicing.js'
import { ReadCatalogs } from './read-catalogs.js'
import { ReadInvoiceFiles } from './read-invoice-files.js'
import { ReadInvoicing } from './read-invoicing.js'
import { ReceiveInvoicingNotification } from './receive-invoicing-notification.js'
import { RecordInvoice } from './record-invoice.js'
import { RequestInvoice } from './request-invoice.js'

export const invoicingModule = new ContainerModule(({ bind }) => {
  provide(bind, InvoicingConnections, [READER, Generation])
  provide(bind, ConnectionReadiness, [InvoicingConnections])
  bind(InvoicingReadiness).toService(ConnectionReadiness)
  provide(bind, OpenInvoicing, [InvoicingPlugins, Sandbox, Sealer, Generation])
  provide(bind, Invoices, [ENGINE, READER, UnitOfWork, Clock])
  provide(bind, InvoiceFiles, [READER])
  provide(bind, InvoiceFileUrls, [Sealer, Clock, BASE_URL])
  provide(bind, ReviewInvoicedRefunds, [Invoices, Clock])
  bind(InvoicedRefunds).toService(ReviewInvoicedRefunds)
  provide(bind, ConnectInvoicing, [
    InvoicingPlugins,
    InvoicingConnections,
    OpenInvoicing,
    CallProvider,
    Invoices,
    Sandbox,
    Sealer,
    AuditLog,
    UnitOfWork,
    Ids,
    Clock,
  ])
  provide(bind, ChooseIssuer, [
    InvoicingConnections,
    OpenInvoicing,
    CallProvider,
    Invoices,
    Sealer,
    AuditLog,
    UnitOfWork,
    Ids,
    Clock,
    BASE_URL,
  ])
  provide(bind, CheckInvoicing, [
    InvoicingConnections,
    OpenInvoicing,
    CallProvider,
    AuditLog,
    UnitOfWork,
    Generation,
    Clock,
    Log,
  ])
  provide(bind, RecordInvoice, [Invoices, InvoiceFiles, Payments, Outbox, Alerts, UnitOfWork, Clock])
  provide(bind, ProviderMailer, [InvoicingPlugins, InvoicingConnections, OpenInvoicing, CallProvider])
  provide(bind, InvoiceMailStates, [Emails, MailRoutes, ProviderMailer])
  provide(bind, QueueInvoice, [
    Accounts,
    PaymentLinks,
    Payments,
    Invoices,
    QueueEmail,
    MailRoutes,
    ProviderMailer,
    UnitOfWork,
    Log,
  ])
  provide(bind, FetchInvoiceFiles, [Invoices, InvoiceFiles, CallProvider, QueueInvoice, UnitOfWork])
  provide(bind, TrackStall, [InvoicingConnections, Alerts, UnitOfWork, Clock])
  provide(bind, AdvanceInvoice, [
    Invoices,
    InvoicingConnections,
    OpenInvoicing,
    CallProvider,
    CheckInvoicing,
    RecordInvoice,
    FetchInvoiceFiles,
    TrackStall,
    Payments,
    PaymentLinks,
    UnitOfWork,
    PROCESS_ID,
    Clock,
  ])
  provide(bind, AdvanceInvoices, [Invoices, AdvanceInvoice, Generation, PROCESS_ID, Clock, Log])
  provide(bind, RequestInvoice, [
    RunOnce,
    Payments,
    PaymentLinks,
    InvoicingConnections,
    Invoices,
    UnitOfWork,
    Ids,
    Clock,
  ])
  provide(bind, CancelInvoice, [
    RunOnce,
    Payments,
    Invoices,
    InvoicingConnections,
    OpenInvoicing,
    CallProvider,
    RecordInvoice,
    PROCESS_ID,
    Clock,
  ])
  provide(bind, ReadInvoiceFiles, [InvoiceFiles, FetchInvoiceFiles, InvoicingConnections, OpenInvoicing])
  provide(bind, ReadInvoicing, [
    InvoicingConnections,
    Payments,
    PaymentLinks,
    Invoices,
    ReadInvoiceFiles,
    InvoiceFileUrls,
    BASE_URL,
  ])
  provide(bind, ReadCatalogs, [InvoicingConnections, OpenInvoicing, CallProvider, PluginEntries, Clock])
  provide(bind, ReceiveInvoicingNotification, [
    InvoicingConnections,
    OpenInvoicing,
    CallProvider,
    Invoices,
    Generation,
    Clock,
  ])
})
