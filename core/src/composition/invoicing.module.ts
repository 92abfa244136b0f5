import { ContainerModule } from 'inversify'
import { Alerts } from '../alerts/alerts.repository.js'
import { AuditLog } from '../audit/audit-log.repository.js'
import { Generation } from '../database/generation.js'
import { UnitOfWork } from '../database/unit-of-work.js'
import { RunOnce } from '../idempotency/run-once.js'
import { AdvanceInvoice } from '../invoicing/advance-invoice.js'
import { AdvanceInvoices } from '../invoicing/advance-invoices.js'
import { CancelInvoice } from '../invoicing/cancel-invoice.js'
import { CheckInvoicing } from '../invoicing/check-invoicing.js'
import { ChooseIssuer } from '../invoicing/choose-issuer.js'
import { ConnectInvoicing } from '../invoicing/connect-invoicing.js'
import { ConnectionReadiness } from '../invoicing/connection-readiness.js'
import { FetchInvoiceFiles } from '../invoicing/fetch-invoice-files.js'
import { FileAddresses } from '../invoicing/file-addresses.js'
import { InvoiceFiles } from '../invoicing/invoice-files.repository.js'
import { InvoiceNotice } from '../invoicing/invoice-notice.js'
import { InvoicingConnections } from '../invoicing/invoicing-connections.repository.js'
import { Invoices } from '../invoicing/invoices.repository.js'
import { NoteRefunds } from '../invoicing/note-refunds.js'
import { NoteStall } from '../invoicing/note-stall.js'
import { OpenInvoicing } from '../invoicing/open-invoicing.js'
import { ReadCatalogs } from '../invoicing/read-catalogs.js'
import { ReadInvoiceFiles } from '../invoicing/read-invoice-files.js'
import { ReadInvoicing } from '../invoicing/read-invoicing.js'
import { ReceiveInvoicingNotice } from '../invoicing/receive-invoicing-notice.js'
import { RecordInvoice } from '../invoicing/record-invoice.js'
import { RequestInvoice } from '../invoicing/request-invoice.js'
import { Clock } from '../kernel/clock.js'
import { Ids } from '../kernel/ids.js'
import { Log } from '../kernel/log.js'
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
import { BASE_URL, ENGINE, PROCESS_ID, provide, READER } from './provide.js'

/** Invoices of payments, and who stamps them. */
export const invoicingModule = new ContainerModule(({ bind }) => {
  provide(bind, InvoicingConnections, InvoicingConnections, [READER, Generation])
  provide(bind, ConnectionReadiness, ConnectionReadiness, [InvoicingConnections])
  bind(InvoicingReadiness).toService(ConnectionReadiness)
  provide(bind, OpenInvoicing, OpenInvoicing, [InvoicingPlugins, Sandbox, Sealer, Generation])
  provide(bind, Invoices, Invoices, [ENGINE, READER, UnitOfWork, Clock])
  provide(bind, InvoiceFiles, InvoiceFiles, [READER])
  provide(bind, FileAddresses, FileAddresses, [Sealer, Clock, BASE_URL])
  provide(bind, NoteRefunds, NoteRefunds, [Invoices, Clock])
  bind(InvoicedRefunds).toService(NoteRefunds)
  provide(bind, ConnectInvoicing, ConnectInvoicing, [
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
  provide(bind, ChooseIssuer, ChooseIssuer, [
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
  provide(bind, CheckInvoicing, CheckInvoicing, [
    InvoicingConnections,
    OpenInvoicing,
    CallProvider,
    AuditLog,
    UnitOfWork,
    Generation,
    Clock,
    Log,
  ])
  provide(bind, RecordInvoice, RecordInvoice, [Invoices, InvoiceFiles, Payments, Outbox, Alerts, UnitOfWork, Clock])
  provide(bind, FetchInvoiceFiles, FetchInvoiceFiles, [Invoices, InvoiceFiles, CallProvider, InvoiceNotice, UnitOfWork])
  provide(bind, NoteStall, NoteStall, [InvoicingConnections, Alerts, UnitOfWork, Clock])
  provide(bind, AdvanceInvoice, AdvanceInvoice, [
    Invoices,
    InvoicingConnections,
    OpenInvoicing,
    CallProvider,
    CheckInvoicing,
    RecordInvoice,
    FetchInvoiceFiles,
    NoteStall,
    Payments,
    PaymentLinks,
    UnitOfWork,
    PROCESS_ID,
    Clock,
  ])
  provide(bind, AdvanceInvoices, AdvanceInvoices, [Invoices, AdvanceInvoice, Generation, PROCESS_ID, Clock, Log])
  provide(bind, RequestInvoice, RequestInvoice, [
    RunOnce,
    Payments,
    PaymentLinks,
    InvoicingConnections,
    Invoices,
    UnitOfWork,
    Ids,
    Clock,
  ])
  provide(bind, CancelInvoice, CancelInvoice, [
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
  provide(bind, ReadInvoiceFiles, ReadInvoiceFiles, [
    InvoiceFiles,
    FetchInvoiceFiles,
    InvoicingConnections,
    OpenInvoicing,
  ])
  provide(bind, ReadInvoicing, ReadInvoicing, [
    InvoicingConnections,
    Payments,
    PaymentLinks,
    Invoices,
    ReadInvoiceFiles,
    FileAddresses,
    BASE_URL,
  ])
  provide(bind, ReadCatalogs, ReadCatalogs, [InvoicingConnections, OpenInvoicing, CallProvider, PluginEntries, Clock])
  provide(bind, ReceiveInvoicingNotice, ReceiveInvoicingNotice, [
    InvoicingConnections,
    OpenInvoicing,
    CallProvider,
    Invoices,
    Generation,
    Clock,
  ])
})
