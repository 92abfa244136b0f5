import type { PluginStore } from '@paylink/plugin-api'

/** What may go wrong at a simulated provider, for the tests. */
export const FAULT_KINDS = [
  /** Of an API call: hold it back before, or after, it has its effect. */
  'delay_before',
  'delay_after',
  /** Cut the connection before, or after, the effect. */
  'reset_before',
  'reset_after',
  /** Answer 500 before, or after, the effect. */
  'error_before',
  'error_after',
  /** Answer that the provider will not do it. */
  'refuse',
  /** Answer something that is not of the protocol. */
  'garbage',
  /** Of a notification: never sent, sent twice, kept until the next one was sent. */
  'notification_lost',
  'notification_twice',
  'notification_late',
] as const

export type FaultKind = (typeof FAULT_KINDS)[number]

export interface Fault {
  kind: FaultKind
  /** `POST /v1/checkout/sessions`, or its beginning. Empty: every call. */
  match: string
  /** How many more times. */
  times: number
  /** How long a delay lasts. */
  ms: number
}

const KEY = 'faults'

/** The faults of one simulator; kept in the database, so that every process sees them. */
export class Faults {
  private lastTaken: Promise<unknown> = Promise.resolve()

  constructor(private readonly store: PluginStore) {}

  async list(): Promise<Fault[]> {
    return JSON.parse((await this.store.get(KEY)) ?? '[]') as Fault[]
  }

  async set(faults: readonly Fault[]): Promise<void> {
    await this.store.set(KEY, JSON.stringify(faults))
  }

  /** The first fault of these kinds that applies, used up by one. */
  take(kinds: readonly FaultKind[], call: string): Promise<Fault | undefined> {
    // In turn: two calls at once would use up the same one.
    const taken = this.lastTaken.then(() => this.takeNow(kinds, call))
    this.lastTaken = taken.catch(() => undefined)
    return taken
  }

  private async takeNow(kinds: readonly FaultKind[], call: string): Promise<Fault | undefined> {
    const faults = await this.list()
    const fault = faults.find(({ kind, match, times }) => times > 0 && kinds.includes(kind) && call.startsWith(match))
    if (!fault) return undefined
    fault.times--
    await this.set(faults.filter(({ times }) => times > 0))
    return fault
  }
}
