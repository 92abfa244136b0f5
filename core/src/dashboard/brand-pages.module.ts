import { ContainerModule } from 'inversify'
import { ChangeAccount } from '../accounts/change-account.js'
import { ReadAccount } from '../accounts/read-account.js'
import { ReadPlan } from '../accounts/read-plan.js'
import { ServedContract } from '../contract/served-contract.js'
import { key, provide, provideFrom } from '../kernel/provide.js'
import { PreviewLetter } from '../letters/preview-letter.js'
import { CreatePaymentLink } from '../payment-links/create-payment-link.js'
import { BrandPreview } from './brand/brand-preview.js'
import { BrandPages } from './brand/brand.pages.js'
import { LinkPreview } from './link-form/link-preview.js'
import type { Route } from './route.js'
import { SubscriptionPages } from './subscription/subscription.pages.js'

export const BRAND_ROUTES = key<Route[]>('routes of brand and subscription')

export const brandPagesModule = new ContainerModule(({ bind }) => {
  provide(bind, BrandPreview, [LinkPreview, PreviewLetter, ReadAccount, CreatePaymentLink, ServedContract])
  provide(bind, BrandPages, [ChangeAccount, ReadAccount, ReadPlan, BrandPreview])
  provide(bind, SubscriptionPages, [ReadPlan])
  provideFrom(bind, BRAND_ROUTES, [BrandPages, SubscriptionPages], (...pages) => pages.flatMap((area) => area.routes()))
})
