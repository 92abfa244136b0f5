import type { Scope } from '../kernel/principal.js'
import type { PaymentLink } from '../payment-links/payment-link.js'
import type { PaymentLinks } from '../payment-links/payment-links.repository.js'
import type { Payment } from './payment.js'
import type { Payments } from './payments.repository.js'

export interface LinkPayments {
  /** The link as it was read with its payments. */
  link: PaymentLink
  open: Payment | undefined
  paid: Payment | undefined
}

/** The payments of a link that its page shows. */
export class ReadLinkPayments {
  constructor(
    private readonly payments: Payments,
    private readonly links: PaymentLinks,
  ) {}

  async run(found: PaymentLink): Promise<LinkPayments> {
    let link = found
    let open = await this.openOf(link)
    if (link.status === 'processing' && !open) {
      // It ended between the two reads.
      link = (await this.links.findBySlug(link.slug)) ?? link
      open = await this.openOf(link)
    }
    const isPaid = link.status === 'paid' && link.paidPaymentId !== null
    return { link, open, paid: isPaid ? await this.payments.find(link, link.paidPaymentId ?? '') : undefined }
  }

  /** The open payment, else the newest: a late payment may have paid the link while another of its checkouts was open. */
  async last(scope: Scope, linkId: string): Promise<Payment | undefined> {
    return (await this.payments.findOpen(scope, linkId)) ?? (await this.payments.findLatest(scope, linkId))
  }

  /** The last payment ended unpaid. */
  async didLastFail(link: PaymentLink): Promise<boolean> {
    const last = await this.payments.findLatest(link, link.id)
    return last?.status === 'failed' || last?.status === 'canceled'
  }

  private async openOf(link: PaymentLink): Promise<Payment | undefined> {
    return link.status === 'processing' ? this.payments.findOpen(link, link.id) : undefined
  }
}
