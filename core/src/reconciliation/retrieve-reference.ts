import type { ProviderState } from '@paylink/plugin-api'
import type { OpenConnection } from '../connections/open-connection.js'
import { invalid, Problem } from '../kernel/problem.js'
import type { Payment } from '../payments/payment.js'
import type { Payments } from '../payments/payments.repository.js'
import type { CallProvider } from '../plugin-host/call-provider.js'

/** Asks the provider about a reference that an operator takes for a payment's checkout. Records nothing. */
export class RetrieveReference {
  constructor(
    private readonly payments: Payments,
    private readonly openConnection: OpenConnection,
    private readonly callProvider: CallProvider,
  ) {}

  /** @throws Problem the provider does not know it, cannot be asked, or answers about another payment's money */
  async run(payment: Payment, providerRef: string): Promise<ProviderState> {
    const connected = await this.openConnection.byId('payment', payment.connectionId)
    if (!connected)
      throw new Problem('provider_unavailable', { detail: 'The plugin of this provider is not installed.' })
    const outcome = await this.callProvider.run(connected, 'retrieve', (provider, ctx) =>
      provider.retrieve({ providerRef, paymentId: payment.id }, ctx),
    )
    if (!outcome.ok) throw new Problem('provider_unavailable', { detail: outcome.message, cause: outcome.cause })
    const state = outcome.value
    if (state.providerRef !== providerRef) throw invalid('ref', `the provider answers about ${state.providerRef}`)
    if (state.livemode !== payment.livemode) throw invalid('ref', "the provider's object is of the other mode")
    const holder = await this.payments.findByProviderRef(connected.connectionId, state.providerRef)
    const named = state.paymentId === undefined ? undefined : await this.payments.findAny(state.paymentId)
    const other = [holder, named].find((found) => found !== undefined && found.id !== payment.id)
    if (other) throw invalid('ref', `${state.providerRef} is the checkout of payment ${other.id}`)
    return state
  }
}
