import { ContainerModule } from 'inversify'
import { ChangeAccount } from '../../accounts/change-account.js'
import { ConnectProvider } from '../../connections/connect-provider.js'
import { ServedContract } from '../../contract/served-contract.js'
import { BASE_URL, provide } from '../../kernel/provide.js'
import { CreatePaymentLink } from '../../payment-links/create-payment-link.js'
import { Plugins } from '../../plugin-host/registry.js'
import { LinkPreview } from '../link-form/link-preview.js'
import { BusinessStep } from './business-step.js'
import { FirstLinkStep } from './first-link-step.js'
import { SetupVisits } from './setup-visits.js'
import { SetupPages } from './setup.pages.js'
import { WaysStep } from './ways-step.js'

export const setupModule = new ContainerModule(({ bind }) => {
  provide(bind, SetupVisits, [LinkPreview, CreatePaymentLink, ServedContract, BASE_URL])
  provide(bind, BusinessStep, [SetupVisits, ChangeAccount])
  provide(bind, WaysStep, [SetupVisits, ConnectProvider, Plugins])
  provide(bind, FirstLinkStep, [SetupVisits, CreatePaymentLink, ServedContract])
  provide(bind, SetupPages, [SetupVisits, BusinessStep, WaysStep, FirstLinkStep])
})
