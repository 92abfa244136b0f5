import { ContainerModule } from 'inversify'
import { ReadConnections } from '../connections/read-connections.js'
import { ServedContract } from '../contract/served-contract.js'
import { ReadActorNames } from '../identity/read-actor-names.js'
import { ReadSecurity } from '../identity/read-security.js'
import { CancelInvoice } from '../invoicing/cancel-invoice.js'
import { ReadInvoicing } from '../invoicing/read-invoicing.js'
import { RequestInvoice } from '../invoicing/request-invoice.js'
import { SendInvoiceEmail } from '../invoicing/send-invoice-email.js'
import { key, provide, provideFrom } from '../kernel/provide.js'
import { ReadAttention } from '../overview/read-attention.js'
import { ReadPaymentDetail } from '../overview/read-payment-detail.js'
import { ReadLinkList } from '../payment-links/read-link-list.js'
import { ReadPaymentList } from '../payments/read-payment-list.js'
import { ReadPayments } from '../payments/read-payments.js'
import { ReadReceived } from '../payments/read-received.js'
import { SendReceipt } from '../payments/send-receipt.js'
import { Plugins } from '../plugin-host/registry.js'
import { DecideReview } from '../reconciliation/decide-review.js'
import { ReadReviews } from '../reconciliation/read-reviews.js'
import { SyncPayment } from '../reconciliation/sync-payment.js'
import { MorePages } from './frame/more.pages.js'
import { ReadChecklist } from './home/checklist.js'
import { HomePages } from './home/home.pages.js'
import type { Route } from './route.js'
import { ReviewPages } from './review/review.pages.js'
import { InvoiceMailPages } from './payments/invoice-mail.pages.js'
import { PaymentInvoicePages } from './payments/payment-invoices.pages.js'
import { PaymentNames } from './payments/payment-names.js'
import { PaymentPages } from './payments/payments.pages.js'

/** Home, payments and reviews, and the page of everything else. */
export const MONEY_ROUTES = key<Route[]>('routes of home, payments and reviews')

export const moneyPagesModule = new ContainerModule(({ bind }) => {
  provide(bind, PaymentNames, [Plugins])
  provide(bind, PaymentPages, [
    ReadPaymentList,
    ReadPaymentDetail,
    ReadPayments,
    SendReceipt,
    SyncPayment,
    PaymentNames,
    ReadActorNames,
  ])
  provide(bind, PaymentInvoicePages, [ReadPaymentDetail, RequestInvoice, CancelInvoice, ReadInvoicing, ServedContract])
  provide(bind, InvoiceMailPages, [ReadPaymentDetail, SendInvoiceEmail])
  provide(bind, ReviewPages, [ReadReviews, DecideReview, PaymentNames])
  provide(bind, ReadChecklist, [ReadConnections, ReadPaymentList, ReadInvoicing, ReadSecurity])
  provide(bind, HomePages, [ReadReceived, ReadAttention, ReadPaymentList, ReadLinkList, ReadChecklist, PaymentNames])
  provide(bind, MorePages, [ReadAttention])
  provideFrom(
    bind,
    MONEY_ROUTES,
    [HomePages, PaymentPages, PaymentInvoicePages, InvoiceMailPages, ReviewPages, MorePages],
    (...pages) => pages.flatMap((area) => area.routes()),
  )
})
