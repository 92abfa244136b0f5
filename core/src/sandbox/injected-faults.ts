import type { PluginStore } from '@paylink/plugin-api'
import { faultsIn, rule, type RulesOf, wholeNumber } from '../contract/field-rules.js'
import { invalid, invalidFields } from '../kernel/problem.js'
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

/** As it was typed. */
export type ChosenFault = Omit<InjectedFault, 'kind'> & { kind: string }

const KEY = 'faults'
const MAX_TIMES = 1_000_000
const MAX_MS = 600_000
const MAX_MATCH = 200
const MAX_FAULTS = 50

const RULES: RulesOf<ChosenFault> = {
  kind: rule((kind) => FAULT_KINDS.some((known) => known === kind), `must be one of ${FAULT_KINDS.join(', ')}`),
  match: rule((match) => match.length <= MAX_MATCH, `must be at most ${MAX_MATCH} characters`),
  times: wholeNumber(1, MAX_TIMES),
  ms: wholeNumber(1, MAX_MS),
}

/** A fault as it was chosen. @throws Problem `validation_error` with the path of everything that is wrong */
export function checkFault(chosen: ChosenFault): InjectedFault {
  const faults = faultsIn(chosen, RULES)
  if (faults.length > 0) throw invalidFields(faults)
  return chosen as InjectedFault
}

/** The injected faults of one simulator, kept in the database so that every process sees them. */
export class InjectedFaults {
  private lastChange: Promise<unknown> = Promise.resolve()

  constructor(private readonly store: PluginStore) {}

  async list(): Promise<InjectedFault[]> {
    return JSON.parse((await this.store.get(KEY)) ?? '[]') as InjectedFault[]
  }

  /** In place of all others. */
  set(faults: readonly InjectedFault[]): Promise<void> {
    return this.inOrder(() => this.write(faults))
  }

  /**
   * After the others; in place of one of the same kind and calls.
   *
   * @throws Problem `validation_error` on `kind`: there are too many
   */
  add(fault: InjectedFault): Promise<void> {
    return this.inOrder(async () => {
      const others = (await this.list()).filter((one) => !isSame(one, fault))
      if (others.length >= MAX_FAULTS)
        throw invalid('kind', `must not be the ${MAX_FAULTS + 1}st: clear the others first`)
      await this.write([...others, fault])
    })
  }

  remove(fault: Pick<InjectedFault, 'kind' | 'match'>): Promise<void> {
    return this.inOrder(async () => this.write((await this.list()).filter((one) => !isSame(one, fault))))
  }

  /** Returns the first fault of these kinds that applies, and uses it up once. */
  take(kinds: readonly FaultKind[], call: string): Promise<InjectedFault | undefined> {
    return this.inOrder(() => this.takeNow(kinds, call))
  }

  /** One at a time: two concurrent calls would use up the same fault. */
  private inOrder<T>(change: () => Promise<T>): Promise<T> {
    const changed = this.lastChange.then(change)
    this.lastChange = changed.catch(() => undefined)
    return changed
  }

  private async takeNow(kinds: readonly FaultKind[], call: string): Promise<InjectedFault | undefined> {
    const faults = await this.list()
    const fault = faults.find(({ kind, match, times }) => times > 0 && kinds.includes(kind) && call.startsWith(match))
    if (!fault) return undefined
    fault.times--
    await this.write(faults.filter(({ times }) => times > 0))
    return fault
  }

  private async write(faults: readonly InjectedFault[]): Promise<void> {
    await this.store.set(KEY, JSON.stringify(faults))
  }
}

const isSame = (one: Pick<InjectedFault, 'kind' | 'match'>, other: Pick<InjectedFault, 'kind' | 'match'>): boolean =>
  one.kind === other.kind && one.match === other.match

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
