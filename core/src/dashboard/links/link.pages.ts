import type { ReadActorNames } from '../../identity/read-actor-names.js'
import type { ReadInvoicing } from '../../invoicing/read-invoicing.js'
import type { ReadLinkHistory } from '../../overview/read-link-history.js'
import type { ReadPaymentLinks } from '../../payment-links/read-payment-links.js'
import type { PaymentLinkView } from '../../payment-links/payment-link.view.js'
import type { ReadPaymentList } from '../../payments/read-payment-list.js'
import { providerName } from '../../plugin-host/provider-name.js'
import type { Plugins } from '../../plugin-host/registry.js'
import { showPage } from '../answer.js'
import type { Route } from '../route.js'
import type { InvoicedPayment } from '../payments/payment-invoice.js'
import { ownLinksOf, type Visit } from '../visit.js'
import { canOpen } from './link-history.js'
import { linkPage } from './link-page.js'
import { readOwnLink } from './read-own-link.js'

/** `/links/:id`: what a link is, what became of it, and what can be done. */
export class LinkPages {
  constructor(
    private readonly links: ReadPaymentLinks,
    private readonly history: ReadLinkHistory,
    private readonly payments: ReadPaymentList,
    private readonly invoicing: ReadInvoicing,
    private readonly names: ReadActorNames,
    private readonly plugins: Plugins,
  ) {}

  routes(): Route[] {
    return [{ method: 'get', path: '/links/:id', permission: 'links:read', answer: this.show }]
  }

  private readonly show = async (visit: Visit): Promise<void> => {
    const link = await readOwnLink(this.links, visit)
    const [history, paid] = await Promise.all([
      this.history.run(visit.principal, link.id, ownLinksOf(visit)),
      this.paymentOf(visit, link),
    ])
    const names = await this.names.run(
      visit.account.id,
      history.entries.map(({ by }) => by),
    )
    const nameOf = (provider: string): string => providerName(this.plugins, provider, visit.locale)
    await showPage(visit, linkPage(visit, { link, history, paid, names, nameOf }))
  }

  private async paymentOf(visit: Visit, { paidPaymentId }: PaymentLinkView): Promise<InvoicedPayment | null> {
    if (paidPaymentId === null || !canOpen(visit, 'payments')) return null
    const [{ id, status }, invoicing] = await Promise.all([
      this.payments.one(visit.principal, paidPaymentId),
      this.invoicing.state(visit.principal, paidPaymentId),
    ])
    return { id, status, invoicing }
  }
}
