import type { ContainerModuleLoadOptions } from 'inversify'
import { ReleaseLink } from '../../checkout/release-link.js'
import { ServedContract } from '../../contract/served-contract.js'
import { ReadActorNames } from '../../identity/read-actor-names.js'
import { ReadInvoicing } from '../../invoicing/read-invoicing.js'
import { BASE_URL, key, provide, provideFrom } from '../../kernel/provide.js'
import { PreviewSharedLink } from '../../letters/preview-shared-link.js'
import { ReadEmails } from '../../letters/read-emails.js'
import { ShareLink } from '../../letters/share-link.js'
import { ReadLinkHistory } from '../../overview/read-link-history.js'
import { DisablePaymentLink } from '../../payment-links/disable-payment-link.js'
import { ReadLinkList } from '../../payment-links/read-link-list.js'
import { ReadPaymentLinks } from '../../payment-links/read-payment-links.js'
import { UpdatePaymentLink } from '../../payment-links/update-payment-link.js'
import { MarkLinkPaid } from '../../payments/mark-link-paid.js'
import { ReadPaymentList } from '../../payments/read-payment-list.js'
import { Plugins } from '../../plugin-host/registry.js'
import { ReadLinkOptions } from '../link-form/read-link-options.js'
import type { Route } from '../route.js'
import { DisablePages } from './disable.pages.js'
import { EditLinkPages } from './edit-link.pages.js'
import { LinkListPages } from './link-list.pages.js'
import { LinkPages } from './link.pages.js'
import { LinkMailPages } from './mail.pages.js'
import { MarkPaidPages } from './mark-paid.pages.js'
import { QrPages } from './qr.pages.js'

export const LINK_ROUTES = key<Route[]>('routes of links')

export function provideLinkPages(bind: ContainerModuleLoadOptions['bind']): void {
  provide(bind, LinkListPages, [ReadLinkList, ReadActorNames, Plugins, BASE_URL])
  provide(bind, LinkPages, [ReadPaymentLinks, ReadLinkHistory, ReadPaymentList, ReadInvoicing, ReadActorNames, Plugins])
  provide(bind, LinkMailPages, [ReadPaymentLinks, ShareLink, PreviewSharedLink, ReadEmails, ServedContract])
  provide(bind, QrPages, [ReadPaymentLinks])
  provide(bind, DisablePages, [ReadPaymentLinks, DisablePaymentLink, ReleaseLink])
  provide(bind, MarkPaidPages, [ReadPaymentLinks, MarkLinkPaid, ServedContract])
  provide(bind, EditLinkPages, [ReadPaymentLinks, UpdatePaymentLink, ReadLinkOptions, ServedContract])
  provideFrom(
    bind,
    LINK_ROUTES,
    [LinkListPages, LinkPages, LinkMailPages, QrPages, DisablePages, MarkPaidPages, EditLinkPages],
    (...pages) => pages.flatMap((page) => page.routes()),
  )
}
