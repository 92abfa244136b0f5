import type { ConfigValues, SimulatorContext, SimulatorRequest, SimulatorResponse } from '@paylink/plugin-api'
import { isOutage } from '../database/outage.js'
import { Problem } from '../kernel/problem.js'
import type { PluginStates } from '../plugin-host/plugin-states.repository.js'
import type { Sealer } from '../secrets/sealer.js'
import type { InjectedFaults, SandboxFaults } from './injected-faults.js'
import type { SimulatorServers } from './simulator-servers.js'
import type { Simulators } from './simulators.js'

/** The simulated providers of test mode: APIs on loopback ports, objects in our database. */
export class Sandbox {
  private readonly configs = new Map<string, Promise<ConfigValues>>()

  constructor(
    private readonly simulators: Simulators,
    private readonly servers: SimulatorServers,
    private readonly faults: SandboxFaults,
    private readonly states: PluginStates,
    private readonly sealer: Sealer,
  ) {}

  has(provider: string): boolean {
    return this.simulators.find(provider) !== undefined
  }

  /**
   * The settings of a sandbox connection. Starts the simulator's API in this process if it is not running yet.
   *
   * @throws Problem `provider_unavailable`
   */
  async configOf(provider: string, connectionId: string): Promise<ConfigValues> {
    const simulator = this.simulators.find(provider)
    if (!simulator) throw noSandbox(provider)
    const { origin } = await this.servers.serve(provider)
    // They never change, so they are asked for once.
    let loading = this.configs.get(connectionId)
    if (!loading) {
      const seed = this.sealer.deriveLasting(`sandbox:${connectionId}`)
      loading = simulator.config({ apiBase: origin, seed }).catch(throwUnavailable)
      this.configs.set(connectionId, loading)
      loading.catch(() => this.configs.delete(connectionId))
    }
    return loading
  }

  /** @throws Error there is no simulator of this provider */
  faultsOf(provider: string): InjectedFaults {
    if (!this.has(provider)) throw noSandbox(provider)
    return this.faults.of(provider)
  }

  /** A page of the simulator; null if there is no simulator. @throws Problem `provider_unavailable` */
  async page(
    provider: string,
    locale: SimulatorContext['locale'],
    request: SimulatorRequest,
  ): Promise<SimulatorResponse | null> {
    const simulator = this.simulators.find(provider)
    if (!simulator) return null
    const refusal = await this.states.refusal(provider)
    if (refusal !== null) throw new Problem('provider_unavailable', { detail: refusal })
    return simulator.page(request, this.simulators.contextOf(provider, locale)).catch(throwUnavailable)
  }

  stop(): Promise<void> {
    return this.servers.stop()
  }
}

const noSandbox = (provider: string): Error => new Error(`there is no sandbox for ${provider}`)

function throwUnavailable(cause: unknown): never {
  // Its data is in our database, whose outage is not the simulator's fault.
  if (isOutage(cause)) throw cause
  const reason = cause instanceof Error ? cause.message : String(cause)
  throw new Problem('provider_unavailable', { detail: `The simulator does not answer: ${reason}`, cause })
}
