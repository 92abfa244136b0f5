import type { ReadAccount } from '../../accounts/read-account.js'
import type { InjectedFault } from '../../sandbox/injected-faults.js'
import type { Sandbox } from '../../sandbox/sandbox.js'
import type { Visit } from '../visit.js'

/** What the card of a simulated provider says of its simulator. */
export interface SimulatorState {
  faults: readonly InjectedFault[]
  /** The person may change them. */
  mayMakeFail: boolean
}

/** Reads how the simulators fail on purpose. */
export class SimulatorStates {
  constructor(
    private readonly sandbox: Sandbox,
    private readonly accounts: ReadAccount,
  ) {}

  /** Null: it is not simulated in this mode. */
  async find({ principal, account }: Visit, provider: string): Promise<SimulatorState | null> {
    if (principal.livemode || !this.sandbox.has(provider)) return null
    const [faults, mayMakeFail] = await Promise.all([
      this.sandbox.faultsOf(provider).list(),
      // All accounts share the simulators: people of the one that the installation was set up for make them fail.
      this.accounts.isFirst(account.id),
    ])
    return { faults, mayMakeFail }
  }

  /** By the provider, of those that are simulated. */
  async of(visit: Visit, providers: readonly string[]): Promise<ReadonlyMap<string, SimulatorState>> {
    const found = await Promise.all(providers.map(async (one) => [one, await this.find(visit, one)] as const))
    return new Map(found.flatMap(([provider, state]) => (state ? [[provider, state] as const] : [])))
  }
}
