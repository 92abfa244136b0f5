import type { ReadActorNames } from '../../identity/read-actor-names.js'
import type { PageLocale } from '../../kernel/choose-locale.js'
import type { BaseUrl } from '../../kernel/named.js'
import type { ReadLinkList } from '../../payment-links/read-link-list.js'
import { providerName } from '../../plugin-host/provider-name.js'
import type { Plugins } from '../../plugin-host/registry.js'
import { redirect, showPage } from '../answer.js'
import { isBeyondNewest, pagesBeside, pageStartIn } from '../list-address.js'
import type { Route } from '../route.js'
import type { Visit } from '../visit.js'
import { programOf, linksAddress, readLinkQuery, toLinkFilter } from './link-filters.js'
import { linkListPage } from './link-list-page.js'

const PER_PAGE = 20

/** `/links`: search, filters and pages, all in the address. */
export class LinkListPages {
  constructor(
    private readonly links: ReadLinkList,
    private readonly names: ReadActorNames,
    private readonly plugins: Plugins,
    private readonly baseUrl: BaseUrl,
  ) {}

  routes(): Route[] {
    return [{ method: 'get', path: '/links', permission: 'links:read', answer: this.show }]
  }

  private readonly show = async (visit: Visit): Promise<void> => {
    const providers = this.providers(visit.locale)
    const query = readLinkQuery(
      visit,
      providers.map(({ id }) => id),
    )
    const start = pageStartIn(visit.request.query)
    const [page] = await Promise.all([
      this.links.page(visit.principal, toLinkFilter(visit, query), { start, limit: PER_PAGE }),
      visit.frameFacts(),
    ])
    if (isBeyondNewest(start, page)) return redirect(visit, linksAddress({ base: '' }, query))
    const creators = [...page.data.map(({ createdBy }) => createdBy), programOf(query)]
    await showPage(
      visit,
      linkListPage(visit, {
        query,
        links: page.data,
        names: await this.names.run(visit.account.id, creators),
        providers,
        isFirst: start === undefined,
        ...pagesBeside(linksAddress(visit, query), page),
        addressOf: ({ slug }) => `${this.baseUrl}/p/${slug}`,
      }),
    )
  }

  private providers(locale: PageLocale): { id: string; name: string }[] {
    return this.plugins.ids('payment-provider').map((id) => ({ id, name: providerName(this.plugins, id, locale) }))
  }
}
