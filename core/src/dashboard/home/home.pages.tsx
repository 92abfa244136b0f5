import type { ReadAttention } from '../../overview/read-attention.js'
import type { ReadLinkList } from '../../payment-links/read-link-list.js'
import type { ReadPaymentList } from '../../payments/read-payment-list.js'
import type { ReadReceived } from '../../payments/read-received.js'
import { showPage } from '../answer.js'
import type { PaymentNames } from '../payments/payment-names.js'
import type { Route } from '../route.js'
import { ownLinksOf, type Visit } from '../visit.js'
import { CashierHome } from './cashier-home.js'
import { type ReadChecklist, seesChecklist } from './checklist.js'
import { HomePage } from './home-page.js'
import { type Range, RANGES } from './money-part.js'
import { homeWords } from './words.js'

const LATEST = 5
const EXPIRING = 3
const OWN_LINKS = 10
const DEFAULT_RANGE: Range = 30

/** The start page. */
export class HomePages {
  constructor(
    private readonly received: ReadReceived,
    private readonly attention: ReadAttention,
    private readonly payments: ReadPaymentList,
    private readonly links: ReadLinkList,
    private readonly checklist: ReadChecklist,
    private readonly names: PaymentNames,
  ) {}

  routes(): Route[] {
    return [{ method: 'get', path: '', permission: 'home:read', answer: this.show }]
  }

  private readonly show = async (visit: Visit): Promise<void> => {
    const own = ownLinksOf(visit)
    const content = own === undefined ? await this.home(visit) : await this.cashierHome(visit, own)
    await showPage(visit, { title: homeWords(visit.locale).title, section: 'home', content })
  }

  private async home(visit: Visit) {
    const { principal, account, request } = visit
    const { timeZone } = account.brand
    const range = RANGES.find((days) => String(days) === request.query['days']) ?? DEFAULT_RANGE
    const [figures, series, attention, latest, expiring, checklist] = await Promise.all([
      this.received.figures(principal, timeZone),
      this.received.series(principal, timeZone, range),
      this.attention.run(principal),
      this.payments.page(principal, {}, { limit: LATEST }),
      this.links.nextToExpire(principal, EXPIRING),
      seesChecklist(visit) ? this.checklist.run(visit) : null,
    ])
    const nameOf = this.names.of(visit)
    return (
      <HomePage {...{ visit, figures, series, range, attention, latest: latest.data, expiring, checklist, nameOf }} />
    )
  }

  private async cashierHome(visit: Visit, createdBy: string) {
    const { principal, account } = visit
    const [figures, links] = await Promise.all([
      this.received.figures(principal, account.brand.timeZone, createdBy),
      this.links.page(principal, { createdBy }, { limit: OWN_LINKS }),
    ])
    return <CashierHome visit={visit} figures={figures} links={links.data} />
  }
}
