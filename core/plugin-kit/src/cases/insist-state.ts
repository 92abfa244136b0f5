import type { ProviderState } from '@paylink/plugin-api'
import type { Bench, CallOptions, Opened } from '../bench/bench.js'
import type { FaultKind } from '../bench/fault-kind.js'
import { insist } from '../finding.js'

/** The deadline of a call that hangs. */
export const SHORT_DEADLINE_MS = 100

/** What every state must echo. */
export function insistEcho(state: ProviderState, opened: Opened): void {
  const { input, providerRef } = opened
  insist(
    state.providerRef === providerRef,
    `state.providerRef is ${state.providerRef}; createCheckout returned ${providerRef}.`,
  )
  insist(
    state.paymentId === input.paymentId,
    `state.paymentId is ${state.paymentId}; the provider's object holds ${input.paymentId}.`,
  )
  insist(!state.livemode, 'state.livemode must be false in test mode, as in the provider’s object.')
  const { amount, currency } = input.total
  insist(
    state.amount?.amount === amount && state.amount.currency === currency,
    `state.amount is ${JSON.stringify(state.amount)}; it must be ${amount} ${currency}, in minor units and upper case.`,
  )
}

export function insistStatus(state: ProviderState, when: string, ...allowed: ProviderState['status'][]): void {
  insist(allowed.includes(state.status), `${when}: the status must be ${allowed.join(' or ')}, not ${state.status}.`)
}

/** A read that fails, whatever the fault, counts as unavailable: nothing is known. */
export async function insistUnavailable(
  bench: Bench,
  call: string,
  faults: readonly FaultKind[],
  read: (options: CallOptions) => Promise<unknown>,
): Promise<void> {
  for (const kind of faults) {
    bench.faults.plan(kind, 'read')
    const options = kind === 'hang_after' ? { deadlineMs: SHORT_DEADLINE_MS, fromHang: true } : {}
    const fault = await bench.faultOf('read', `${call}, ${kind}`, () => read(options))
    insist(fault === 'unavailable', `${call}, ${kind}: must throw ProviderUnavailableError, but counts as '${fault}'.`)
  }
}
