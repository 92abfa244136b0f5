import type { ListedCheckout } from '@paylink/plugin-api'
import type { PaymentConnection } from '../connections/connection.js'
import type { Connections } from '../connections/connections.repository.js'
import type { ConnectedProvider } from '../connections/open-connection.js'
import { iso, type Clock } from '../kernel/clock.js'
import { type Mode, modeOf } from '../kernel/mode.js'
import { Problem } from '../kernel/problem.js'
import type { PaymentLinks } from '../payment-links/payment-links.repository.js'
import type { Payment } from '../payments/payment.js'
import type { Payments } from '../payments/payments.repository.js'
import type { CallProvider } from '../plugin-host/call-provider.js'
import { answered, type ListCheckouts, UnreadError } from '../checkout/list-checkouts.js'
import type { InsertAdopted } from './insert-adopted.js'
import type { VerifyPayment } from './verify-payment.js'

/** What was found at the provider of one connection. */
export interface AdoptedCheckouts {
  connectionId: string
  provider: string
  mode: Mode
  /** Checkouts of this installation that were created in the period. */
  found: number
  /** Those whose payment the database did not have, and has now. */
  adopted: number
  /** Links that the database did not have and that were made again for such a payment. */
  recoveredLinks: number
}

/** A connection whose checkouts could not be read, or not all of them adopted. */
export interface UnreadConnection {
  connectionId: string
  provider: string
  mode: Mode
  reason: string
}

export interface Adoption {
  read: AdoptedCheckouts[]
  unread: UnreadConnection[]
}

/**
 * After a restore the database lacks the checkouts that were opened since its copy: their payers may be paying, or have
 * paid. Their payments are made again from what their providers list, and verified, so that no link is paid twice and no
 * money goes unnoticed. May be repeated.
 */
export class AdoptCheckouts {
  constructor(
    private readonly connections: Connections,
    private readonly callProvider: CallProvider,
    private readonly listCheckouts: ListCheckouts,
    private readonly links: PaymentLinks,
    private readonly payments: Payments,
    private readonly insertAdopted: InsertAdopted,
    private readonly verifyPayment: VerifyPayment,
    private readonly clock: Clock,
  ) {}

  /**
   * The sandbox is left out: its checkouts are in the same database.
   *
   * @param sinceOf ISO 8601, of a connection: the moment from which its checkouts may be unknown
   */
  async run(sinceOf: (connectionId: string) => string, skip: readonly string[] = []): Promise<Adoption> {
    const adoption: Adoption = { read: [], unread: [] }
    const until = iso(this.clock.now())
    for (const connection of await this.connections.listAll('payment')) {
      if (connection.sandbox || connection.status === 'disconnected') continue
      const { id: connectionId, provider, livemode } = connection
      const named = { connectionId, provider, mode: modeOf(livemode) }
      try {
        adoption.read.push({ ...named, ...(await this.adoptAll(connection, { from: sinceOf(connectionId), until })) })
      } catch (error) {
        if (!(error instanceof UnreadError) && !skip.includes(connectionId)) throw error
        adoption.unread.push({ ...named, reason: error instanceof Error ? error.message : String(error) })
      }
    }
    return adoption
  }

  private async adoptAll(connection: PaymentConnection, period: { from: string; until: string }) {
    const connected = await this.listCheckouts.open(connection)
    const ours = await this.listCheckouts.run(connected, period)
    const count = { found: ours.length, adopted: 0, recoveredLinks: 0 }
    const failures: string[] = []
    for (const checkout of ours) {
      try {
        const made = await this.adopt(connected, checkout)
        if (made === null) continue
        count.adopted++
        if (made === 'with its link') count.recoveredLinks++
      } catch (error) {
        if (!(error instanceof UnreadError)) throw error
        failures.push(`${checkout.providerRef}: ${error.message}`)
      }
    }
    if (failures.length > 0) throw new UnreadError(failures.join(', '))
    return count
  }

  /** Null: the payment is known, or there is nothing to adopt. */
  private async adopt(to: ConnectedProvider, checkout: ListedCheckout): Promise<'payment' | 'with its link' | null> {
    const { connectionId, connection } = to
    const known =
      (await this.payments.findAny(checkout.paymentId)) ??
      (await this.payments.findByProviderRef(connectionId, checkout.providerRef))
    if (known) {
      if (known.status === 'pending') await this.verify(known)
      return null
    }
    const link = checkout.linkId === undefined ? undefined : await this.links.find(connection, checkout.linkId)
    if (link) {
      // Its open checkout of before the copy may have ended since.
      const open = await this.payments.findOpen(connection, link.id)
      if (open) await this.verify(open)
      await this.verify(await this.insertAdopted.payment(connection, link, checkout))
      return 'payment'
    }
    if (checkout.linkId === undefined || checkout.instanceId === undefined) return null
    // Another account of this installation may use the same account at the provider.
    if (await this.links.exists(checkout.linkId)) return null
    if (await this.isShared(connection)) throw new UnreadError('it may belong to any of several accounts')
    const state = answered(
      await this.callProvider.run(to, 'retrieve', (provider, ctx) =>
        provider.retrieve({ providerRef: checkout.providerRef, paymentId: checkout.paymentId }, ctx),
      ),
    )
    if (state.status === 'expired' || state.status === 'canceled' || state.status === 'failed') return null
    if (!state.amount) throw new UnreadError(`the provider names no amount for the checkout ${checkout.providerRef}`)
    const { linkId } = checkout
    await this.verify(await this.insertAdopted.withLink(connection, { ...checkout, linkId }, state.amount))
    return 'with its link'
  }

  /** Does another account use the same account at the provider? */
  private async isShared({ id, provider, livemode, externalAccountId }: PaymentConnection): Promise<boolean> {
    const all = await this.connections.listAll('payment')
    return all.some(
      (other) =>
        other.id !== id &&
        other.status !== 'disconnected' &&
        other.provider === provider &&
        other.livemode === livemode &&
        other.externalAccountId === externalAccountId,
    )
  }

  /** Whatever comes of it: the payment is due, and the sweep verifies it again. */
  private async verify(payment: Payment): Promise<void> {
    try {
      await this.verifyPayment.run(payment)
    } catch (error) {
      // Another process is verifying it.
      if (!(error instanceof Problem)) throw error
    }
  }
}
