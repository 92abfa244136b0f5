import type { AmountLimits } from '@paylink/plugin-api'
import type { PaymentConnection } from '../connections/connection.js'
import type { Connections } from '../connections/connections.repository.js'
import type { Scope } from '../kernel/principal.js'
import { MAX_TOTAL } from '../kernel/money.js'
import { invalid, Problem } from '../kernel/problem.js'
import type { PluginStates } from '../plugin-host/plugin-states.repository.js'
import { boundsOf, payableMethods } from '../plugin-host/payable-methods.js'
import type { Plugins } from '../plugin-host/registry.js'
import type { Sandbox } from '../sandbox/sandbox.js'
import type { PaymentLink } from './payment-link.js'
import { TotalOutOfBoundsProblem } from './total-out-of-bounds.js'

/** Which connections a link can be paid with. */
export class OfferedProviders {
  constructor(
    private readonly connections: Connections,
    private readonly registry: Plugins,
    private readonly states: PluginStates,
    private readonly sandbox: Sandbox,
  ) {}

  /** For the payment page: in the link's order, else in the order in which they were connected. */
  async listFor(link: PaymentLink): Promise<PaymentConnection[]> {
    const active = await this.listActive(link)
    const wanted = link.providers.length === 0 ? active : byName(active, link.providers)
    return wanted.filter(({ provider }) => this.accepts(provider, link.currency, link.amountCentavos))
  }

  /**
   * At creation (R112, R114, R224–R225).
   *
   * @throws Problem `no_active_connection`
   * @throws Problem `validation_error`, on `currency` or `items`
   */
  async assertPayable(
    scope: Scope,
    wanted: readonly string[],
    currency: string,
    amountCentavos: number,
  ): Promise<void> {
    const offered = await this.assertConnected(scope, wanted)
    const limits = offered.flatMap(({ provider }) => boundsOf(this.registry, provider, currency))
    if (limits.length === 0) throw invalid('currency', `no connected provider takes ${currency}`)
    if (offered.some(({ provider }) => this.accepts(provider, currency, amountCentavos))) return
    const min = Math.min(...limits.map((limit) => limit.min))
    const max = Math.min(MAX_TOTAL, Math.max(...limits.map((limit) => limit.max)))
    const detail = refusalOf(amountCentavos, currency, limits, { min, max })
    throw new TotalOutOfBoundsProblem(detail, amountCentavos, { min, max })
  }

  /** @throws Problem `no_active_connection` */
  async assertConnected(scope: Scope, wanted: readonly string[]): Promise<PaymentConnection[]> {
    const active = await this.listActive(scope)
    const missing = wanted.filter((name) => !active.some(({ provider }) => provider === name))
    if (missing.length > 0 || active.length === 0) {
      throw new Problem('no_active_connection', {
        detail:
          missing.length > 0
            ? `No active connection in this mode for ${missing.join(', ')}.`
            : 'No payment provider is connected in this mode.',
      })
    }
    return wanted.length === 0 ? active : byName(active, wanted)
  }

  private async listActive(scope: Scope): Promise<PaymentConnection[]> {
    const disabled = await this.states.disabled()
    return (await this.connections.listInUse('payment', scope)).filter(
      ({ status, provider, sandbox }) =>
        status === 'active' && !disabled.has(provider) && (!sandbox || this.sandbox.has(provider)),
    )
  }

  private accepts(provider: string, currency: string, amountCentavos: number): boolean {
    return payableMethods(this.registry, provider, { amount: amountCentavos, currency }).length > 0
  }
}

function refusalOf(amount: number, currency: string, limits: AmountLimits[], { min, max }: AmountLimits): string {
  if (amount < min) return `the total ${amount} is below the provider's minimum of ${min} for ${currency}`
  if (amount > max) return `the total ${amount} is above the provider's maximum of ${max} for ${currency}`
  const ranges = [...new Set(limits.map((limit) => `${limit.min} to ${limit.max}`))].join(', ')
  return `no payment method for ${currency} accepts the total ${amount}; accepted ranges: ${ranges}`
}

const byName = (connections: PaymentConnection[], names: readonly string[]): PaymentConnection[] =>
  names.flatMap((name) => connections.find(({ provider }) => provider === name) ?? [])
