import type { Bench } from '../bench/bench.js'
import { type ConformanceCase, live } from '../conformance-case.js'
import { pause } from '../clock.js'
import { insist } from '../finding.js'

const SHORT_DEADLINE_MS = 300
/** Long enough for an adapter that keeps retrying to send another request. */
const AFTERMATH_MS = 400

export const CONDUCT: ConformanceCase[] = [
  live('C95', 'every call ends at its deadline and sends nothing afterwards', async (bench) => {
    const opened = await bench.opened()
    const calls: [name: string, act: () => Promise<unknown>][] = [
      ['createCheckout', () => bench.create(bench.input(), { deadlineMs: SHORT_DEADLINE_MS })],
      ['retrieve', () => bench.stateOf(opened, { deadlineMs: SHORT_DEADLINE_MS })],
    ]
    if (bench.provider.findByReference) {
      calls.push(['findByReference', () => bench.find(opened.input.paymentId, { deadlineMs: SHORT_DEADLINE_MS })])
    }
    if (bench.provider.expireCheckout) {
      calls.push(['expireCheckout', () => bench.expire(opened, { deadlineMs: SHORT_DEADLINE_MS })])
    }
    bench.faults.planForAll('hang_before')
    await Promise.all(
      calls.map(async ([name, act]) => {
        const fault = await bench.faultOf('write', `${name} of a provider that hangs`, act)
        insist(
          fault !== 'rejected' && fault !== 'auth',
          `${name} of a provider that hangs counts as '${fault}', but nothing was answered.`,
        )
      }),
    )
    await pause(AFTERMATH_MS)
    const late = bench.faults.requests.filter(({ isLate }) => isLate)
    insist(
      late.length === 0,
      `${late.length} requests were made after ctx.signal was aborted: core has stopped waiting by then.`,
    )
  }),
  live('C96', 'every request goes through ctx.http to apiBase', async (bench) => {
    await sample(bench)
    bench.noteStrays()
    const strays = [...bench.witness.strays]
    insist(
      strays.length === 0,
      `Requests went elsewhere: ${strays.slice(0, 5).join('; ')}. Use ctx.http and the setting apiBase.`,
    )
  }),
  live('C97', 'no log line, error or answer holds a secret or customer data', async (bench) => {
    await sample(bench)
    const leaks = bench.witness.leaks()
    insist(
      leaks.length === 0,
      `${leaks.slice(0, 5).join('; ')}. Log and throw ids and codes, never a request or an SDK error that holds one.`,
    )
  }),
]

/** A sample of calls, so that these cases can run alone. */
async function sample(bench: Bench): Promise<void> {
  await bench.call('checkConnection', (provider, ctx) => provider.checkConnection(ctx))
  const opened = await bench.checkoutAfter('succeed')
  for (const kind of ['error_after', 'garbage', 'reset_after'] as const) {
    bench.faults.plan(kind, 'write')
    await bench.create().catch(() => undefined)
    bench.faults.plan(kind, 'read')
    await bench.stateOf(opened).catch(() => undefined)
  }
  bench.faults.clear()
  await bench.stateOf(opened)
}
