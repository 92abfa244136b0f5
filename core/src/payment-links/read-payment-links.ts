import type { BaseUrl } from '../kernel/named.js'
import type { AccountPrincipal } from '../kernel/principal.js'
import { type Clock, iso } from '../kernel/clock.js'
import { type Page, toPage } from '../kernel/cursor.js'
import { invalid, notFound } from '../kernel/problem.js'
import { asOf, type LinkStatus } from './payment-link.js'
import { type PaymentLinkView, toPaymentLinkView } from './payment-link.view.js'
import type { PaymentLinks } from './payment-links.repository.js'

export class ReadPaymentLinks {
  constructor(
    private readonly links: PaymentLinks,
    private readonly clock: Clock,
    private readonly baseUrl: BaseUrl,
  ) {}

  /**
   * `createdBy`, in the form of `creatorOf`: for a person who sees their own links only.
   *
   * @throws Problem `not_found`; also for a link that another person created
   */
  async one(principal: AccountPrincipal, id: string, createdBy?: string): Promise<PaymentLinkView> {
    const link = await this.links.find(principal, id)
    if (!link || (createdBy !== undefined && link.createdBy !== createdBy)) throw notFound('payment link')
    return toPaymentLinkView(asOf(this.clock, link), this.baseUrl)
  }

  /**
   * Newest first (R23, R102); `status` is the effective one.
   *
   * @throws Problem `validation_error` on `starting_after`: no link of this account and mode (R239)
   */
  async page(
    principal: AccountPrincipal,
    { limit, startingAfter, status }: { limit: number; startingAfter?: string; status?: LinkStatus },
  ): Promise<Page<PaymentLinkView>> {
    const after = startingAfter === undefined ? undefined : await this.links.cursor(principal, startingAfter)
    if (startingAfter !== undefined && !after) throw invalid('starting_after', 'there is no such payment link')
    const now = iso(this.clock.now())
    const page = toPage(await this.links.list(principal, { status, after, limit: limit + 1, now }), limit)
    return { ...page, data: page.data.map((link) => toPaymentLinkView(asOf(this.clock, link), this.baseUrl)) }
  }
}
