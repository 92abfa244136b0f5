import type { Bench } from '../bench/bench.js'
import { unknownRef } from '../bench/checkout-input.js'
import type { FaultKind } from '../bench/fault-kind.js'
import { type ConformanceCase, findsByReference, listsCheckouts, live, liveIf } from '../conformance-case.js'
import { insist } from '../finding.js'
import { insistEcho, insistUnavailable } from './insist-state.js'
import { insistUnknownWordsAreUndecided } from './unknown-words.js'

const FAULTS: FaultKind[] = ['reset_after', 'cut', 'error_after', 'garbage', 'huge', 'redirect', 'busy', 'hang_after']
/** More than one page of a provider's list. */
const OTHERS = 120
const AT_ONCE = 8
/** More than clocks differ. */
const APART_SECONDS = 3600
const UNKNOWN_PAYMENT = 'pay_01jconformance99999999999'

export const READING: ConformanceCase[] = [
  live('C60', 'a failed read counts as unavailable', async (bench) => {
    const opened = await bench.opened()
    await bench.stateOf(opened)
    await insistUnavailable(bench, 'retrieve', FAULTS, (options) => bench.stateOf(opened, options))
  }),
  live('C61', 'an unknown checkout is reported neither as ended nor as paid', async (bench) => {
    const { providerRef } = await bench.opened()
    const state = await bench.retrieve(unknownRef(providerRef), UNKNOWN_PAYMENT).catch(() => null)
    insist(
      state === null || state.status === 'unrecognized',
      `retrieve of an unknown checkout returns ${state?.status}, but it may belong to another account or be too new. Throw ProviderUnavailableError.`,
    )
  }),
  live('C62', 'an unknown status is taken neither for a payment nor for an end', insistUnknownWordsAreUndecided),
  live('C63', 'a state is read from the provider’s object, not from the call', async (bench) => {
    const opened = await bench.checkoutAfter('succeed')
    const state = await bench.retrieve(opened.providerRef, UNKNOWN_PAYMENT, { livemode: true }).catch(() => null)
    if (state === null) return
    insist(
      state.paymentId !== UNKNOWN_PAYMENT,
      'state.paymentId is what retrieve was called with: read it from the provider’s object, or core cannot detect a mix-up.',
    )
    insist(
      !state.livemode,
      'state.livemode is ctx.livemode: read it from the provider’s object, or test payments count as real.',
    )
  }),
  live('C64', 'reading changes nothing', async (bench) => {
    const opened = await bench.checkoutAfter('succeed')
    const writes = bench.store.writes
    bench.faults.clear()
    insistEcho(await bench.stateOf(opened), opened)
    if (bench.provider.findByReference) await bench.find(opened.input.paymentId)
    insist(bench.faults.count('write') === 0, "retrieve or findByReference made a request with effect: 'write'.")
    insist(bench.store.writes === writes, 'retrieve or findByReference changed something at the provider.')
  }),
  liveIf(findsByReference, 'C65', 'a checkout is found by our payment id, and a missing one is not', async (bench) => {
    const opened = await bench.opened()
    await bench.opened()
    const found = await bench.find(opened.input.paymentId)
    insist(found, 'findByReference returns null for a checkout that exists.')
    insistEcho(found, opened)
    const none = await bench.find(UNKNOWN_PAYMENT)
    insist(none === null, `findByReference returns ${none?.providerRef} for a payment that was never sent.`)
  }),
  liveIf(
    findsByReference,
    'C66',
    `a checkout is found behind ${OTHERS} newer ones, and null means that all were searched`,
    async (bench) => {
      const opened = await bench.opened()
      bench.advance(1)
      await openOthers(bench)
      bench.faults.clear()
      const found = await bench.find(opened.input.paymentId)
      insist(
        found?.providerRef === opened.providerRef,
        `findByReference returns ${found?.providerRef ?? 'null'}: read every page of the list.`,
      )
      bench.faults.clear()
      insist((await bench.find(UNKNOWN_PAYMENT)) === null, 'findByReference found a payment that was never sent.')
      const readings = bench.faults.count('read')
      for (let at = 1; at <= readings; at++) {
        bench.faults.plan('error_after', 'read', at)
        const fault = await bench.faultOf('read', `findByReference, request ${at} of ${readings} failed`, () =>
          bench.find(UNKNOWN_PAYMENT),
        )
        insist(
          fault === 'unavailable',
          `findByReference after HTTP 500: must throw ProviderUnavailableError, but counts as '${fault}'.`,
        )
      }
    },
  ),
  liveIf(findsByReference, 'C67', 'a failed search never returns null', async (bench) => {
    await bench.opened()
    await bench.find(UNKNOWN_PAYMENT)
    await insistUnavailable(bench, 'findByReference', FAULTS, (options) => bench.find(UNKNOWN_PAYMENT, options))
  }),
  liveIf(listsCheckouts, 'C68', 'every checkout of a period is listed, open or ended, with its ids', async (bench) => {
    await bench.opened()
    bench.advance(APART_SECONDS)
    const from = bench.now
    const expected = [await bench.opened(), await bench.checkoutAfter('succeed')]
    bench.advance(1)
    await openOthers(bench)
    const listed = await bench.list(from)
    insist(listed.length >= OTHERS + 2, `listCheckouts has ${listed.length} of ${OTHERS + 2}: read every page.`)
    insist(listed.length <= OTHERS + 2, `listCheckouts lists one from ${APART_SECONDS} s before the period.`)
    for (const { providerRef, input } of expected) {
      const found = listed.find((one) => one.providerRef === providerRef)
      insist(found, 'listCheckouts leaves out a checkout.')
      for (const key of ['paymentId', 'linkId', 'instanceId'] as const)
        insist(found[key] === input[key], `${key} is ${found[key]}; createCheckout was called with ${input[key]}.`)
      const away = Math.abs(Date.parse(found.createdAt) - from)
      insist(away < 2000, `createdAt is ${found.createdAt}, but it was created at ${new Date(from).toISOString()}.`)
    }
  }),
  liveIf(listsCheckouts, 'C69', 'a failed listing never looks like a complete one', async (bench) => {
    await bench.opened()
    const from = bench.now
    await bench.list(from)
    await insistUnavailable(bench, 'listCheckouts', FAULTS, (options) => bench.list(from, options))
  }),
]

async function openOthers(bench: Bench): Promise<void> {
  for (let made = 0; made < OTHERS; made += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, () => bench.create()))
  }
}
