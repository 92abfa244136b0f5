import type { AccountPrincipal, Principal, Scope } from '../kernel/principal.js'
import type { AuditLog } from '../audit/audit-log.repository.js'
import { statedReason } from '../audit/stated-reason.js'
import { type Clock, iso } from '../kernel/clock.js'
import { reviewCommand } from '../kernel/operator-commands.js'
import { invalid, notFound, type Problem } from '../kernel/problem.js'
import type { PaymentLink } from '../payment-links/payment-link.js'
import type { PaymentLinks } from '../payment-links/payment-links.repository.js'
import type { ChangeUnderLease } from '../payments/change-under-lease.js'
import type { Payment } from '../payments/payment.js'
import type { Payments } from '../payments/payments.repository.js'
import type { SettlePayment } from '../payments/settle-payment.js'
import { type Lease, verificationInProgress } from '../payments/verification-lease.repository.js'
import type { CloseOpenCheckout } from './close-open-checkout.js'

export interface ReleasedLink {
  link: PaymentLink
  payment: Payment
  /** `closed`: the checkout can no longer be paid. `released`: it may still be paid, and stays watched. */
  checkout: 'closed' | 'released'
}

interface Release {
  reason: string
  principal: Principal
  /** The provider's reason for refusing to close the checkout. */
  refusal: string
}

/**
 * Frees a link whose provider refuses to close the open checkout. The merchant decides so, knowing that the checkout may
 * still be paid. The payment becomes `canceled` and stays watched; money that still comes is recorded as late money, or
 * as a `duplicate` if the link was paid otherwise.
 */
export class ReleaseLink {
  constructor(
    private readonly links: PaymentLinks,
    private readonly payments: Payments,
    private readonly closeCheckout: CloseOpenCheckout,
    private readonly changeUnderLease: ChangeUnderLease,
    private readonly settlePayment: SettlePayment,
    private readonly auditLog: AuditLog,
    private readonly clock: Clock,
  ) {}

  /**
   * The provider is asked to close the checkout first; only its refusal allows a release, an unknown outcome never.
   * A repeat after a release returns the same and changes nothing.
   *
   * @throws Problem `not_found`; `validation_error`: no checkout is open, or its payment is under review;
   *   `link_already_paid`: the money came first; `request_in_flight`: it is being verified;
   *   `provider_unavailable`: the provider could not be asked
   */
  async run(principal: AccountPrincipal, linkId: string, given: string): Promise<ReleasedLink> {
    const reason = statedReason(given)
    const link = await this.links.find(principal, linkId)
    if (!link) throw notFound('payment link')
    const open = link.status === 'processing' ? await this.payments.findOpen(link, link.id) : undefined
    if (!open) return this.findEarlierRelease(link)
    if (open.reviewReason === 'mismatch') throw underReview(open)
    await this.closeCheckout.run(link, link.id, (payment, lease, refusal) =>
      this.release(payment, lease, { reason, principal, refusal }),
    )
    return this.current(link, open.id)
  }

  private async findEarlierRelease(link: PaymentLink): Promise<ReleasedLink> {
    const latest = await this.payments.findLatest(link, link.id)
    if (latest?.status === 'canceled' && latest.releasedAt !== null) return this.current(link, latest.id)
    throw invalid('id', `no checkout of this link is open: the link is ${link.status}`)
  }

  private async current(scope: Scope & { id: string }, paymentId: string): Promise<ReleasedLink> {
    const [link, payment] = await Promise.all([this.links.find(scope, scope.id), this.payments.find(scope, paymentId)])
    if (!link || !payment) throw notFound('payment link')
    return { link, payment, checkout: payment.releasedAt === null ? 'closed' : 'released' }
  }

  /** Under the lease, in one transaction: payment, link, event, and who decided. */
  private release(payment: Payment, lease: Lease, { reason, principal, refusal }: Release): Promise<void> {
    return this.changeUnderLease.runOrRelease(payment, lease, async (tx, link, held) => {
      if (held.status !== 'pending' || link.status !== 'processing') {
        throw verificationInProgress('The payment has just changed. Retrieve it and try again.')
      }
      if (held.reviewReason === 'mismatch') throw underReview(held)
      const given = { ...held, releasedAt: iso(this.clock.now()) }
      const settled = await this.settlePayment.apply(tx, link, given, { verdict: 'canceled' })
      await this.auditLog.append(tx, principal, {
        accountId: payment.accountId,
        action: 'checkout.released',
        target: payment.id,
        details: {
          link: link.id,
          reason,
          refusal,
          before: { payment: held.status, link: link.status },
          after: { payment: settled.status, link: (await this.links.find(link, link.id, tx))?.status },
        },
      })
    })
  }
}

const underReview = ({ id }: Payment): Problem =>
  invalid(
    'id',
    `the open checkout was paid, but the payment does not match the request; review it first: ${reviewCommand(id)}`,
  )
