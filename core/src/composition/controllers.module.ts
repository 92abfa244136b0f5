import { ContainerModule } from 'inversify'
import { ConnectionsController } from '../connections/connections.controller.js'
import { ReadConnections } from '../connections/read-connections.js'
import { EmailsController } from '../letters/emails.controller.js'
import { ReadEmails } from '../letters/read-emails.js'
import { ShareLink } from '../letters/share-link.js'
import { CancelInvoice } from '../invoicing/cancel-invoice.js'
import { InvoicingController, PaymentInvoiceController } from '../invoicing/invoicing.controller.js'
import { ReadCatalogs } from '../invoicing/read-catalogs.js'
import { ReadInvoicing } from '../invoicing/read-invoicing.js'
import { RequestInvoice } from '../invoicing/request-invoice.js'
import { CreatePaymentLink } from '../payment-links/create-payment-link.js'
import { DisablePaymentLink } from '../payment-links/disable-payment-link.js'
import { PaymentLinksController } from '../payment-links/payment-links.controller.js'
import { ReadPaymentLinks } from '../payment-links/read-payment-links.js'
import { UpdatePaymentLink } from '../payment-links/update-payment-link.js'
import { MarkLinkPaid } from '../payments/mark-link-paid.js'
import { ManualPaymentsController, PaymentsController } from '../payments/payments.controller.js'
import { ReadPayments } from '../payments/read-payments.js'
import { PaymentSyncController } from '../reconciliation/payment-sync.controller.js'
import { SyncPayment } from '../reconciliation/sync-payment.js'
import { provideController } from '../kernel/provide.js'

export const controllersModule = new ContainerModule(({ bind }) => {
  provideController(bind, PaymentLinksController, [
    CreatePaymentLink,
    ReadPaymentLinks,
    UpdatePaymentLink,
    DisablePaymentLink,
  ])
  provideController(bind, EmailsController, [ShareLink, ReadEmails])
  provideController(bind, PaymentsController, [ReadPayments])
  provideController(bind, ManualPaymentsController, [MarkLinkPaid])
  provideController(bind, PaymentSyncController, [SyncPayment])
  provideController(bind, ConnectionsController, [ReadConnections])
  provideController(bind, InvoicingController, [ReadInvoicing, ReadCatalogs])
  provideController(bind, PaymentInvoiceController, [ReadInvoicing, RequestInvoice, CancelInvoice])
})
