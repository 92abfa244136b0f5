import { ContainerModule } from 'inversify'
import { AuditLog } from '../audit/audit-log.repository.js'
import { Accounts } from '../accounts/accounts.repository.js'
import { Alerts } from '../alerts/alerts.repository.js'
import { CheckConnection } from '../connections/check-connection.js'
import { ConnectionPlugins } from '../connections/connection-plugins.js'
import { Connections } from '../connections/connections.repository.js'
import { OpenConnection } from '../connections/open-connection.js'
import { PrepareConnection } from '../connections/prepare-connection.js'
import { ReadNotification } from '../connections/read-notification.js'
import { ReadRefusals } from '../connections/read-refusals.js'
import { RegisterWebhook } from '../connections/register-webhook.js'
import { StoreConnection } from '../connections/store-connection.js'
import { READER } from '../database/database.module.js'
import { Generation } from '../database/generation.js'
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
import { InvoicedRefunds } from '../payments/invoiced-refunds.js'
import { Payments } from '../payments/payments.repository.js'
import { CallProvider } from '../plugin-host/call-provider.js'
import { Plugins } from '../plugin-host/registry.js'
import { PluginEntries } from '../plugin-host/plugin-entries.repository.js'
import { RateLimiter } from '../rate-limiting/rate-limiter.js'
import { Sandbox } from '../sandbox/sandbox.js'
import { FindableInvoices } from '../search/findables.js'
import { SearchIndex } from '../search/search-index.repository.js'
import { Sealer } from '../secrets/sealer.js'
import { Outbox } from '../webhooks/outbox.repository.js'
import { DueRows } from '../work/due-rows.js'
import { LoopPorts } from '../work/work-loop.js'
import { AdvanceInvoice } from './advance-invoice.js'
import { AdvanceInvoices } from './advance-invoices.js'
import { Quarantine } from '../quarantine/quarantine.js'
import { ReportEvidence } from '../quarantine/report-evidence.js'
import { BeginStamping } from './begin-stamping.js'
import { BeginCancelling } from './begin-cancelling.js'
import { CancelInvoice } from './cancel-invoice.js'
import { ChooseIssuer } from './choose-issuer.js'
import { ClaimedInvoices } from './claimed-invoices.js'
import { CollectInvoiceFiles } from './collect-invoice-files.js'
import { ConnectInvoicing } from './connect-invoicing.js'
import { FetchInvoiceFiles } from './fetch-invoice-files.js'
import { FollowStamped } from './follow-stamped.js'
import { InvoiceFileUrls } from './invoice-file-urls.js'
import { InvoiceFiles } from './invoice-files.repository.js'
import { InvoiceMailStates } from './invoice-mail-state.js'
import { MonthInvoices } from './month-invoices.repository.js'
import { ProviderMailer } from './provider-mailer.js'
import { QueueInvoiceEmail } from './queue-invoice-email.js'
import { InvoiceLists } from './invoice-lists.repository.js'
import { Invoices } from './invoices.repository.js'
import { ReadInvoiceList } from './read-invoice-list.js'
import { ReviewInvoicedRefunds } from './review-invoiced-refunds.js'
import { SendInvoiceEmail } from './send-invoice-email.js'
import { TrackStall } from './track-stall.js'
import { ReadCatalogs } from './read-catalogs.js'
import { ReadInvoiceFiles } from './read-invoice-files.js'
import { ProveReceiver } from './prove-receiver.js'
import { ReadPayerInvoice } from './read-payer-invoice.js'
import { ReadInvoicing } from './read-invoicing.js'
import { ReadInvoicingSetup } from './read-invoicing-setup.js'
import { ReceiveInvoicingNotification } from './receive-invoicing-notification.js'
import { RecordInvoice } from './record-invoice.js'
import { RequestInvoiceAsPayer } from './request-invoice-as-payer.js'
import { RequestInvoice } from './request-invoice.js'
import { RequestStamp } from './request-stamp.js'
import { ResumeStamping } from './resume-stamping.js'

export const invoicingModule = new ContainerModule(({ bind }) => {
  provide(bind, Invoices, [DueRows, READER, UnitOfWork, Clock])
  provide(bind, InvoiceLists, [READER])
  provideAlias(bind, FindableInvoices, InvoiceLists)
  provide(bind, ReadInvoiceList, [InvoiceLists, SearchIndex, InvoiceFileUrls])
  provide(bind, InvoiceFiles, [READER])
  provide(bind, InvoiceFileUrls, [Sealer, Clock, BASE_URL])
  provide(bind, ReviewInvoicedRefunds, [Invoices, Clock])
  provideAlias(bind, InvoicedRefunds, ReviewInvoicedRefunds)
  provide(bind, ConnectInvoicing, [Plugins, PrepareConnection, OpenConnection, CallProvider, StoreConnection, Invoices])
  provide(bind, ChooseIssuer, [
    Connections,
    OpenConnection,
    CallProvider,
    RegisterWebhook,
    StoreConnection,
    Invoices,
    Ids,
    Clock,
  ])
  provide(bind, RecordInvoice, [Invoices, InvoiceFiles, Payments, Outbox, Alerts, UnitOfWork, Clock])
  provide(bind, ProviderMailer, [Plugins, Connections, OpenConnection, CallProvider, MailRoutes])
  provide(bind, InvoiceMailStates, [Emails, ProviderMailer])
  provide(bind, QueueInvoiceEmail, [
    Accounts,
    PaymentLinks,
    Payments,
    Invoices,
    QueueEmail,
    ProviderMailer,
    UnitOfWork,
    Log,
  ])
  provide(bind, SendInvoiceEmail, [RunOnce, Accounts, Payments, QueueInvoiceEmail, AuditLog])
  provide(bind, FetchInvoiceFiles, [Invoices, InvoiceFiles, CallProvider, QueueInvoiceEmail, UnitOfWork])
  provide(bind, TrackStall, [Connections, Alerts, UnitOfWork, Clock])
  provide(bind, ClaimedInvoices, [Invoices, TrackStall, UnitOfWork, Clock])
  provide(bind, RequestStamp, [Quarantine, ClaimedInvoices, CallProvider, CheckConnection, RecordInvoice, TrackStall])
  provide(bind, BeginStamping, [
    Payments,
    PaymentLinks,
    Connections,
    OpenConnection,
    CheckConnection,
    RequestStamp,
    RecordInvoice,
    ClaimedInvoices,
  ])
  provide(bind, ResumeStamping, [
    Payments,
    OpenConnection,
    CallProvider,
    RequestStamp,
    RecordInvoice,
    TrackStall,
    ClaimedInvoices,
  ])
  provide(bind, FollowStamped, [OpenConnection, CallProvider, FetchInvoiceFiles, RecordInvoice, ClaimedInvoices])
  provide(bind, AdvanceInvoice, [BeginStamping, ResumeStamping, FollowStamped])
  provide(bind, AdvanceInvoices, [Invoices, AdvanceInvoice, ClaimedInvoices, Generation, LoopPorts])
  provide(bind, RequestInvoiceAsPayer, [RequestInvoice, Invoices, RateLimiter, Clock])
  provide(bind, ProveReceiver, [RateLimiter, Clock])
  provide(bind, ReadPayerInvoice, [Invoices, ReadInvoiceFiles, InvoiceFileUrls, RateLimiter])
  provide(bind, RequestInvoice, [RunOnce, Payments, PaymentLinks, Connections, Invoices, AuditLog, Ids, Clock])
  provide(bind, CancelInvoice, [
    RunOnce,
    Payments,
    Invoices,
    OpenConnection,
    CallProvider,
    RecordInvoice,
    BeginCancelling,
  ])
  provide(bind, BeginCancelling, [Invoices, AuditLog, PROCESS_ID, Clock])
  provide(bind, ReadInvoiceFiles, [
    InvoiceFiles,
    FetchInvoiceFiles,
    OpenConnection,
    Invoices,
    InvoiceFileUrls,
    Quarantine,
    ReportEvidence,
  ])
  provide(bind, MonthInvoices, [READER])
  provide(bind, CollectInvoiceFiles, [MonthInvoices, Invoices, ReadInvoiceFiles, Clock, Timer])
  provide(bind, ReadInvoicing, [
    Connections,
    Payments,
    PaymentLinks,
    Invoices,
    ReadInvoiceFiles,
    InvoiceFileUrls,
    BASE_URL,
  ])
  provide(bind, ReadInvoicingSetup, [Plugins, ConnectionPlugins, Connections, ReadRefusals, Sandbox, BASE_URL])
  provide(bind, ReadCatalogs, [Connections, OpenConnection, CallProvider, PluginEntries, Clock])
  provide(bind, ReceiveInvoicingNotification, [ReadNotification, Invoices])
})
