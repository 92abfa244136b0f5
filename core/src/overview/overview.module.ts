import { ContainerModule } from 'inversify'
import { Approvals } from '../agents/approvals.repository.js'
import { AuditLog } from '../audit/audit-log.repository.js'
import { ConnectionPlugins } from '../connections/connection-plugins.js'
import { Connections } from '../connections/connections.repository.js'
import { ReadRefusals } from '../connections/read-refusals.js'
import { Invoices } from '../invoicing/invoices.repository.js'
import { ReadInvoiceList } from '../invoicing/read-invoice-list.js'
import { ReadInvoicing } from '../invoicing/read-invoicing.js'
import { Clock } from '../kernel/clock.js'
import { BASE_URL, provide } from '../kernel/provide.js'
import { MailRoutes } from '../mail/mail-routes.js'
import { ReadPlugins } from '../plugin-host/read-plugins.js'
import { Emails } from '../mail/emails.repository.js'
import { PaymentLinks } from '../payment-links/payment-links.repository.js'
import { ReadLinkList } from '../payment-links/read-link-list.js'
import { InvoicedRefunds } from '../payments/invoiced-refunds.js'
import { PaymentLists } from '../payments/payment-lists.repository.js'
import { Payments } from '../payments/payments.repository.js'
import { ProviderAnswers } from '../payments/provider-answers.repository.js'
import { ReadPaymentList } from '../payments/read-payment-list.js'
import { Movements } from '../payments/movements.repository.js'
import { Plugins } from '../plugin-host/registry.js'
import { Notifications } from '../reconciliation/notifications.repository.js'
import { Sandbox } from '../sandbox/sandbox.js'
import { DeliveryLog } from '../webhooks/delivery-log.repository.js'
import { Endpoints } from '../webhooks/endpoints.repository.js'
import { ENGINE } from '../database/database.module.js'
import { ReadAttention } from './read-attention.js'
import { ReadInstallation } from './read-installation.js'
import { ReadLinkHistory } from './read-link-history.js'
import { ReadPaymentDetail } from './read-payment-detail.js'
import { ReadPluginUses } from './read-plugin-uses.js'
import { ReadWaysToPay } from './read-ways-to-pay.js'
import { SearchEverything } from './search-everything.js'

export const overviewModule = new ContainerModule(({ bind }) => {
  provide(bind, ReadAttention, [
    Connections,
    ReadRefusals,
    PaymentLists,
    Invoices,
    InvoicedRefunds,
    Endpoints,
    Approvals,
    Clock,
  ])
  provide(bind, ReadWaysToPay, [
    Plugins,
    ConnectionPlugins,
    Connections,
    ReadRefusals,
    Payments,
    Notifications,
    Sandbox,
    BASE_URL,
  ])
  provide(bind, SearchEverything, [ReadLinkList, ReadPaymentList, ReadInvoiceList])
  provide(bind, ReadInstallation, [ENGINE, Clock])
  provide(bind, ReadPluginUses, [ReadPlugins, Connections, MailRoutes])
  provide(bind, ReadLinkHistory, [
    PaymentLinks,
    ReadPaymentList,
    Movements,
    Emails,
    Invoices,
    DeliveryLog,
    AuditLog,
    Clock,
  ])
  provide(bind, ReadPaymentDetail, [
    ReadPaymentList,
    Payments,
    ProviderAnswers,
    Movements,
    Emails,
    ReadInvoicing,
    AuditLog,
    Clock,
  ])
})
