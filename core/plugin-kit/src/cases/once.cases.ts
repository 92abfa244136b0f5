import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { CheckoutHandle, CreateCheckoutInput } from '@paylink/plugin-api'
import type { Bench } from '../bench/bench.js'
import type { FaultKind } from '../bench/fault-kind.js'
import { type ConformanceCase, honoursKeys, live, liveIf } from '../conformance-case.js'
import { insist } from '../finding.js'
import { SHORT_DEADLINE_MS } from './insist-state.js'

/** A creation that fails, and whether the provider made the checkout before it did. */
interface Failure {
  kind: FaultKind
  hasEffect: boolean
  what: string
}

const FAILURES: [id: string, title: string, failure: Failure][] = [
  ['C42', 'a connection that breaks before the effect', { kind: 'reset_before', hasEffect: false, what: 'a reset' }],
  ['C43', 'a connection that breaks after the effect', { kind: 'reset_after', hasEffect: true, what: 'a reset' }],
  ['C44', 'a truncated answer', { kind: 'cut', hasEffect: true, what: 'a truncated answer' }],
  ['C45', 'a 500 before the effect', { kind: 'error_before', hasEffect: false, what: 'HTTP 500' }],
  ['C46', 'a 500 after the effect', { kind: 'error_after', hasEffect: true, what: 'HTTP 500' }],
  ['C47', 'a web page instead of an answer', { kind: 'garbage', hasEffect: true, what: 'HTTP 200 with a web page' }],
  ['C48', 'an answer of 50 MB', { kind: 'huge', hasEffect: true, what: 'an answer that ctx.http refused to read' }],
  ['C49', 'a redirect to another host', { kind: 'redirect', hasEffect: false, what: 'HTTP 302' }],
  [
    'C50',
    'a provider that hangs before the effect',
    { kind: 'hang_before', hasEffect: false, what: 'no answer by the deadline' },
  ],
  [
    'C51',
    'a provider that hangs after the effect',
    { kind: 'hang_after', hasEffect: true, what: 'no answer by the deadline' },
  ],
]

export const ONCE: ConformanceCase[] = [
  live('C40', 'the same input twice makes one checkout', async (bench) => {
    const input = bench.input()
    const first = await bench.create(input)
    await insistOnlyOne(bench, input, first.providerRef)
    if (honoursKeys(bench.plugin.manifest.capabilities, bench.plugin) !== null) return
    bench.advance(1)
    insistSame(first, await bench.create(input))
    const other = await bench.create(bench.input())
    insist(
      other.providerRef !== first.providerRef,
      'Another payment got the checkout of the first: each payment needs its own key.',
    )
  }),
  liveIf(honoursKeys, 'C41', 'the same input twice concurrently makes one checkout', async (bench) => {
    const input = bench.input()
    const outcomes = await Promise.allSettled([bench.create(input), bench.create(input)])
    const made = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value.providerRef] : []))
    insist(
      new Set(made).size < 2,
      `Two checkouts were made: ${made.join(' and ')}. Send input.idempotencyKey as the provider's key.`,
    )
    await insistOnlyOne(bench, input, (await bench.create(input)).providerRef)
  }),
  ...FAILURES.map(([id, title, failure]) =>
    live(id, `${title} leaves the outcome unknown, and it can be resolved`, (bench) => failCreation(bench, failure)),
  ),
  live('C52', 'an unreachable provider counts as unavailable', async (bench) => {
    const config = {
      ...bench.config,
      ...bench.plugin.simulator!.config({ apiBase: await closedPort(), seed: 'x'.repeat(40) }),
    }
    const fault = await bench.faultOf('write', 'createCheckout, connection refused', () =>
      bench.create(bench.input(), { config }),
    )
    insist(
      fault === 'unavailable',
      `createCheckout, connection refused: it counts as '${fault}'; rethrow what ctx.http throws (ProviderUnavailableError).`,
    )
  }),
  live('C53', 'too many requests is not a refusal', async (bench) => {
    const input = bench.input()
    await failLastWrite(bench, 'busy')
    const fault = await bench.faultOf('write', 'createCheckout, HTTP 429', () => bench.create(input))
    insist(
      fault === 'unavailable' || fault === 'unknown',
      `createCheckout, HTTP 429: it counts as '${fault}', but nothing was refused for good.`,
    )
  }),
]

async function failCreation(bench: Bench, { kind, hasEffect, what }: Failure): Promise<void> {
  const input = bench.input()
  await failLastWrite(bench, kind)
  const isHanging = kind.startsWith('hang')
  const options = isHanging ? { deadlineMs: SHORT_DEADLINE_MS, fromHang: true } : {}
  const fault = await bench.faultOf('write', `createCheckout, ${what}`, () => bench.create(input, options))
  insist(
    fault === 'unknown',
    `createCheckout, ${what}: it counts as '${fault}', so the link would be released, but the checkout may exist. ` +
      'Throw ProviderUnknownOutcomeError.',
  )
  bench.faults.clear()
  bench.advance(5)
  await resolveOutcome(bench, input, hasEffect)
}

/** Resolves an unknown outcome as core does: searches if possible, and retries under the same key if it is honoured. */
async function resolveOutcome(bench: Bench, input: CreateCheckoutInput, exists: boolean): Promise<void> {
  const { findByReference, idempotentCreate } = bench.plugin.manifest.capabilities
  let foundRef: string | undefined
  if (findByReference) {
    const found = await bench.find(input.paymentId)
    insist(
      (found !== null) === exists,
      exists
        ? 'findByReference returns null, but the checkout exists.'
        : 'findByReference found a checkout that was never made.',
    )
    foundRef = found?.providerRef
    insist(found === null || found.status === 'open', `findByReference returns ${found?.status} for an open checkout.`)
    insist(
      found === null || found.redirectUrl,
      'findByReference must return the redirectUrl of an open checkout: the payer needs it.',
    )
  }
  if (!idempotentCreate) return
  const again = await bench.create(input)
  if (foundRef !== undefined) {
    insist(
      again.providerRef === foundRef,
      `Called again under the same key, createCheckout made a second checkout beside ${foundRef}.`,
    )
  }
  insistSame(again, await bench.create(input))
  const state = await bench.retrieve(again.providerRef, input.paymentId)
  insist(state.status === 'open', `The resulting checkout is ${state.status}, not open.`)
}

/** The last write of a creation is the one that makes the checkout. */
async function failLastWrite(bench: Bench, kind: FaultKind): Promise<void> {
  bench.faults.clear()
  await bench.create()
  const writes = bench.faults.count('write')
  insist(
    writes > 0,
    "createCheckout made no request with effect: 'write', so a lost answer would count as a failed read.",
  )
  bench.faults.plan(kind, 'write', writes)
}

async function insistOnlyOne(bench: Bench, input: CreateCheckoutInput, providerRef: string): Promise<void> {
  if (!bench.plugin.manifest.capabilities.findByReference) return
  const found = await bench.find(input.paymentId)
  insist(
    found?.providerRef === providerRef,
    `findByReference returns ${found?.providerRef ?? 'null'} for the payment of ${providerRef}.`,
  )
}

function insistSame(first: CheckoutHandle, second: CheckoutHandle): void {
  insist(
    first.providerRef === second.providerRef,
    `The same input made ${first.providerRef} and then ${second.providerRef}. Send input.idempotencyKey as the provider's own key, with parameters derived from the input alone.`,
  )
  insist(first.redirectUrl === second.redirectUrl, 'The same input returned two different redirectUrls.')
}

async function closedPort(): Promise<string> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return `http://127.0.0.1:${port}`
}
