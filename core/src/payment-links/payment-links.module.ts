import { ContainerModule } from 'inversify'
import { Accounts } from '../accounts/accounts.repository.js'
import { SubscriptionGate } from '../accounts/subscription.js'
import { MoneyLimits } from '../agents/money-limits.js'
import { AuditLog } from '../audit/audit-log.repository.js'
import { Connections } from '../connections/connections.repository.js'
import { ENGINE, READER } from '../database/database.module.js'
import { Generation } from '../database/generation.js'
import { UnitOfWork } from '../database/unit-of-work.js'
import { IdempotencyKeys } from '../idempotency/idempotency.repository.js'
import { RunOnce } from '../idempotency/run-once.js'
import { Clock } from '../kernel/clock.js'
import { Ids } from '../kernel/ids.js'
import { BASE_URL, provide, provideAlias } from '../kernel/provide.js'
import { PluginStates } from '../plugin-host/plugin-states.repository.js'
import { Plugins } from '../plugin-host/registry.js'
import { Sandbox } from '../sandbox/sandbox.js'
import { FindableLinks } from '../search/findables.js'
import { Quarantine } from '../quarantine/quarantine.js'
import { SearchIndex } from '../search/search-index.repository.js'
import { Outbox } from '../webhooks/outbox.repository.js'
import { CloseCheckout } from './close-checkout.js'
import { CreatePaymentLink } from './create-payment-link.js'
import { DisablePaymentLink } from './disable-payment-link.js'
import { ExpirePaymentLinks } from './expire-payment-links.js'
import { InsertLinkOnce } from './insert-once.repository.js'
import { InvoicingReadiness } from './invoicing-readiness.js'
import { OfferedProviders } from './offered-providers.js'
import { PaymentLinks } from './payment-links.repository.js'
import { LinkLists } from './link-lists.repository.js'
import { ReadLinkList } from './read-link-list.js'
import { ReadPaymentLinks } from './read-payment-links.js'
import { ReadPublicLink } from './read-public-link.js'
import { UpdatePaymentLink } from './update-payment-link.js'

export const paymentLinksModule = new ContainerModule(({ bind }) => {
  provide(bind, PaymentLinks, [READER])
  provide(bind, OfferedProviders, [Connections, Plugins, PluginStates, Sandbox])
  provide(bind, InvoicingReadiness, [Connections])
  provide(bind, InsertLinkOnce, [ENGINE, UnitOfWork, PaymentLinks, IdempotencyKeys])
  provide(bind, CreatePaymentLink, [
    Quarantine,
    RunOnce,
    InsertLinkOnce,
    OfferedProviders,
    InvoicingReadiness,
    SubscriptionGate,
    MoneyLimits,
    Ids,
    Clock,
    BASE_URL,
  ])
  provide(bind, ReadPaymentLinks, [PaymentLinks, Clock, BASE_URL])
  provide(bind, LinkLists, [READER])
  provideAlias(bind, FindableLinks, LinkLists)
  provide(bind, ReadLinkList, [LinkLists, SearchIndex, Clock])
  provide(bind, ReadPublicLink, [PaymentLinks, Accounts, Generation])
  provide(bind, UpdatePaymentLink, [
    RunOnce,
    PaymentLinks,
    OfferedProviders,
    InvoicingReadiness,
    AuditLog,
    Clock,
    BASE_URL,
  ])
  provide(bind, DisablePaymentLink, [RunOnce, PaymentLinks, CloseCheckout, Outbox, AuditLog, Clock, BASE_URL])
  provide(bind, ExpirePaymentLinks, [PaymentLinks, UnitOfWork, Clock])
})
