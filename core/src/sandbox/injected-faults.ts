import type { PluginStore } from '@paylink/plugin-api'
import type { PluginEntries } from '../plugin-host/plugin-entries.repository.js'

/** The faults that can be injected into a simulated provider, for tests. */
export const FAULT_KINDS = [
  /** On an API call: delay it before, or after, its effect. */
  'delay_before',
  'delay_after',
  /** Reset the connection before, or after, the effect. */
  'reset_before',
  'reset_after',
  /** Answer 500 before, or after, the effect. */
  'error_before',
  'error_after',
  'refuse',
  /** Answer something outside the protocol. */
  'garbage',
  /** On a notification: never send it, send it twice, or hold it until after the next one. */
  'notification_lost',
  'notification_twice',
  'notification_late',
] as const

export type FaultKind = (typeof FAULT_KINDS)[number]

export interface InjectedFault {
  kind: FaultKind
  /** A prefix of `METHOD path`, such as `POST /v1/checkout/sessions`. Empty matches every call. */
  match: string
  /** How many more times it applies. */
  times: number
  /** The length of a delay. */
  ms: number
}

const KEY = 'faults'

/** The injected faults of one simulator, kept in the database so that every process sees them. */
export class InjectedFaults {
  private lastTaken: Promise<unknown> = Promise.resolve()

  constructor(private readonly store: PluginStore) {}

  async list(): Promise<InjectedFault[]> {
    return JSON.parse((await this.store.get(KEY)) ?? '[]') as InjectedFault[]
  }

  async set(faults: readonly InjectedFault[]): Promise<void> {
    await this.store.set(KEY, JSON.stringify(faults))
  }

  /** Returns the first fault of these kinds that applies, and uses it up once. */
  take(kinds: readonly FaultKind[], call: string): Promise<InjectedFault | undefined> {
    // One at a time: two concurrent calls would use up the same fault.
    const taken = this.lastTaken.then(() => this.takeNow(kinds, call))
    this.lastTaken = taken.catch(() => undefined)
    return taken
  }

  private async takeNow(kinds: readonly FaultKind[], call: string): Promise<InjectedFault | undefined> {
    const faults = await this.list()
    const fault = faults.find(({ kind, match, times }) => times > 0 && kinds.includes(kind) && call.startsWith(match))
    if (!fault) return undefined
    fault.times--
    await this.set(faults.filter(({ times }) => times > 0))
    return fault
  }
}

/** The injected faults of every simulator. */
export class SandboxFaults {
  private readonly byProvider = new Map<string, InjectedFaults>()

  constructor(private readonly entries: PluginEntries) {}

  of(provider: string): InjectedFaults {
    let faults = this.byProvider.get(provider)
    if (!faults) {
      faults = new InjectedFaults(this.entries.storeOf(`sandbox-faults:${provider}`))
      this.byProvider.set(provider, faults)
    }
    return faults
  }
}
