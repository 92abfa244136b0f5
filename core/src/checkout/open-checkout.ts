import type { Locale } from '../accounts/account.js'
import type { OpenConnection } from '../connections/open-connection.js'
import type { Clock } from '../kernel/clock.js'
import { Problem } from '../kernel/problem.js'
import type { CloseCheckout } from '../payment-links/close-checkout.js'
import type { OfferedProviders } from '../payment-links/offered-providers.js'
import type { PaymentLink } from '../payment-links/payment-link.js'
import { isBeingCreated, type Payment } from '../payments/payment.js'
import type { Payments } from '../payments/payments.repository.js'
import type { Quarantine } from '../quarantine/quarantine.js'
import type { CompareCheckouts } from './compare-checkouts.js'
import type { CreateCheckout } from './create-checkout.js'
import type { OpeningLimits } from './opening-limits.js'
import { assertBeforeCutOff, type ReserveLink } from './reserve-link.js'

/** What the payer chose on the page. */
export interface CheckoutChoice {
  provider: string
  /** Close the open checkout and open another. */
  startOver: boolean
  locale: Locale
}

const inProgress = (detail: string): Problem => new Problem('request_in_flight', { detail })

export class OpenCheckout {
  constructor(
    private readonly quarantine: Quarantine,
    private readonly offered: OfferedProviders,
    private readonly openConnection: OpenConnection,
    private readonly compareCheckouts: CompareCheckouts,
    private readonly payments: Payments,
    private readonly reserveLink: ReserveLink,
    private readonly closeCheckout: CloseCheckout,
    private readonly createCheckout: CreateCheckout,
    private readonly limits: OpeningLimits,
    private readonly clock: Clock,
  ) {}

  /**
   * Opens a checkout of the link, or resumes the open one. There are never two that can be paid (I6).
   *
   * @returns the address at which the payer pays
   * @throws Problem `request_in_flight`: another checkout is in progress, or the outcome of this one is not yet known
   * @throws Problem `link_already_paid`, `link_expired`, `validation_error`: the link cannot be paid
   * @throws Problem `rate_limited`: too many provider calls for this link or account; none was made
   * @throws Problem `service_unavailable`: in quarantine none is opened, nor while a provider is compared after a downtime
   * @throws Problem `no_active_connection`, `provider_rejected`, `provider_unavailable`: no checkout was made
   */
  async run(link: PaymentLink, choice: CheckoutChoice): Promise<string> {
    const open = link.status === 'processing' ? await this.payments.findOpen(link, link.id) : undefined
    if (open) {
      const address = this.resume(open, choice)
      if (address !== null) return address
    }
    await this.quarantine.assertOff()
    const opening = await this.limits.assertMayOpen(link)
    const connection = (await this.offered.listFor(link)).find(({ provider }) => provider === choice.provider)
    const connected = connection && (await this.openConnection.run(connection))
    if (!connected) throw new Problem('no_active_connection', { detail: 'This payment method is not available now.' })
    await this.compareCheckouts.assertCompared(connected)
    if (open) {
      // A payable checkout is closed only if another one can be opened.
      assertBeforeCutOff(link, this.clock.now())
      this.limits.countChange(link, opening)
      await this.closeCheckout.run(link, link.id)
    }
    const reservation = await this.reserveLink.run(link, connection, connected, choice.locale)
    // Only now: of several concurrent requests one reserves the link, and the others call no provider.
    this.limits.countChange(link, opening)
    return this.createCheckout.run(connected, reservation)
  }

  /** The address of the open checkout; null: close it first. */
  private resume(open: Payment, choice: CheckoutChoice): string | null {
    const isLapsed = open.checkoutExpiresAt !== null && Date.parse(open.checkoutExpiresAt) <= this.clock.now().getTime()
    if (isBeingCreated(open) || open.redirectUrl === null) throw inProgress('The checkout is still being opened.')
    if (choice.startOver || (isLapsed && open.voucher === null)) return null
    if (open.provider !== choice.provider) throw inProgress('A payment with another method is in progress.')
    return open.redirectUrl
  }
}
