import { ContainerModule } from 'inversify'
import { MailAddresses } from '../mail/addresses.js'
import { MailRoutes } from '../mail/mail-routes.js'
import { ReadPayerInvoice } from '../invoicing/read-payer-invoice.js'
import { Clock } from '../kernel/clock.js'
import { BASE_URL, provide } from '../kernel/provide.js'
import { OfferedProviders } from '../payment-links/offered-providers.js'
import { ReadPublicLink } from '../payment-links/read-public-link.js'
import { ReadLinkPayments } from '../payments/read-link-payments.js'
import { Plugins } from '../plugin-host/registry.js'
import { RateLimiter } from '../rate-limiting/rate-limiter.js'
import { Sealer } from '../secrets/sealer.js'
import { InvoiceVisitors } from './invoice-visitors.js'
import { ReadLinkPage } from './read-link-page.js'
import { ReadReceipt } from './read-receipt.js'

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
  provide(bind, InvoiceVisitors, [Sealer, RateLimiter, Clock, BASE_URL])
})
