import type { ReadActorNames } from '../../identity/read-actor-names.js'
import type { ReadLinkHistory } from '../../overview/read-link-history.js'
import type { ReadPaymentLinks } from '../../payment-links/read-payment-links.js'
import { providerName } from '../../plugin-host/provider-name.js'
import type { Plugins } from '../../plugin-host/registry.js'
import { showPage } from '../answer.js'
import type { Route } from '../route.js'
import type { Visit } from '../visit.js'
import { linkPage } from './link-page.js'
import { ownCreatorOf } from './own-link.js'
import { readOwnLink } from './read-own-link.js'

/** `/links/:id`: what a link is, what became of it, and what can be done. */
export class LinkPages {
  constructor(
    private readonly links: ReadPaymentLinks,
    private readonly history: ReadLinkHistory,
    private readonly names: ReadActorNames,
    private readonly plugins: Plugins,
  ) {}

  routes(): Route[] {
    return [{ method: 'get', path: '/links/:id', permission: 'links:read', answer: this.show }]
  }

  private readonly show = async (visit: Visit): Promise<void> => {
    const link = await readOwnLink(this.links, visit)
    const history = await this.history.run(visit.principal, link.id, ownCreatorOf(visit))
    const names = await this.names.run(
      visit.account.id,
      history.entries.map(({ by }) => by),
    )
    const nameOf = (provider: string): string => providerName(this.plugins, provider, visit.locale)
    await showPage(visit, linkPage(visit, { link, history, names, nameOf }))
  }
}
