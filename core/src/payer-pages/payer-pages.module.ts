import { ContainerModule } from 'inversify'
import { OpenCheckout } from '../checkout/open-checkout.js'
import { ServedContract } from '../contract/served-contract.js'
import { ReadReceivedEmail } from '../letters/read-received-email.js'
import { MailAddresses } from '../mail/addresses.js'
import { MailRoutes } from '../mail/mail-routes.js'
import { TrackDelivery } from '../mail/track-delivery.js'
import { InvoiceMailStates } from '../invoicing/invoice-mail-state.js'
import { ProveReceiver } from '../invoicing/prove-receiver.js'
import { ReadPayerInvoice } from '../invoicing/read-payer-invoice.js'
import { RequestInvoiceAsPayer } from '../invoicing/request-invoice-as-payer.js'
import { Clock } from '../kernel/clock.js'
import { Log } from '../kernel/log.js'
import { BASE_URL, key, provide, provideFrom } from '../kernel/provide.js'
import { OfferedProviders } from '../payment-links/offered-providers.js'
import { ReadPublicLink } from '../payment-links/read-public-link.js'
import { ReadLinkPayments } from '../payments/read-link-payments.js'
import { Plugins } from '../plugin-host/registry.js'
import { RateLimiter } from '../rate-limiting/rate-limiter.js'
import { VerifyOnReturn } from '../reconciliation/verify-on-return.js'
import { Sealer } from '../secrets/sealer.js'
import { InvoicePages } from './invoice.pages.js'
import { InvoiceVisitors } from './invoice-visitors.js'
import { mailPages } from './mail.pages.js'
import { PaymentPages } from './payment-page.pages.js'
import { ReadLinkPage } from './read-link-page.js'
import { ReadReceipt } from './read-receipt.js'
import { linkPictures } from './picture.route.js'
import { receiptRoute } from './receipt.route.js'

/** In their order: the payment pages answer for every address below theirs. */
export const PAYER_ROUTERS = key<ReturnType<typeof linkPictures>[]>('payer routers')

export const payerPagesModule = new ContainerModule(({ bind }) => {
  provide(bind, ReadLinkPage, [
    ReadPublicLink,
    ReadLinkPayments,
    ReadPayerInvoice,
    OfferedProviders,
    Plugins,
    MailRoutes,
    Clock,
    BASE_URL,
  ])
  provide(bind, ReadReceipt, [ReadPublicLink, MailAddresses, RateLimiter, Clock])
  provide(bind, InvoiceVisitors, [ProveReceiver, Sealer, Clock, BASE_URL])
  provide(bind, InvoicePages, [
    ReadLinkPage,
    ServedContract,
    InvoiceVisitors,
    RequestInvoiceAsPayer,
    ReadPayerInvoice,
    InvoiceMailStates,
    Log,
  ])
  provide(bind, PaymentPages, [ReadLinkPage, OpenCheckout, VerifyOnReturn, TrackDelivery, Log])
  provideFrom(
    bind,
    PAYER_ROUTERS,
    [ReadLinkPage, ReadReceipt, InvoicePages, PaymentPages, ReadReceivedEmail, TrackDelivery, MailAddresses, Log],
    (pages, readReceipt, invoicePages, paymentPages, readEmail, trackDelivery, addresses, log) => [
      invoicePages.router(),
      linkPictures(pages),
      receiptRoute(pages, readReceipt),
      paymentPages.router(),
      mailPages({ readEmail, trackDelivery, addresses, log }),
    ],
  )
})
