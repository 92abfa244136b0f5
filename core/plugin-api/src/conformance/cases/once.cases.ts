import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { CheckoutHandle, CreateCheckoutInput } from '../../checkout.js'
import type { Bench } from '../bench/bench.js'
import type { FaultKind } from '../bench/fault-kind.js'
import { type ConformanceCase, honoursKeys, live } from '../conformance-case.js'
import { insist } from '../finding.js'

/** Of a call that hangs. */
const SHORT_DEADLINE_MS = 100

/** A creation that broke, and whether the provider had made the checkout by then. */
interface Break {
  kind: FaultKind
  hasEffect: boolean
  what: string
}

const BREAKS: [id: string, title: string, broken: Break][] = [
  [
    'C42',
    'a connection that breaks before the provider acted',
    { kind: 'reset_before', hasEffect: false, what: 'a reset' },
  ],
  [
    'C43',
    'a connection that breaks after the provider acted',
    { kind: 'reset_after', hasEffect: true, what: 'a reset' },
  ],
  ['C44', 'an answer cut in the middle', { kind: 'cut', hasEffect: true, what: 'half an answer' }],
  ['C45', 'a 500 before the provider acted', { kind: 'error_before', hasEffect: false, what: 'HTTP 500' }],
  ['C46', 'a 500 after the provider acted', { kind: 'error_after', hasEffect: true, what: 'HTTP 500' }],
  ['C47', 'a web page instead of an answer', { kind: 'garbage', hasEffect: true, what: 'HTTP 200 with a web page' }],
  ['C48', 'an answer of 50 MB', { kind: 'huge', hasEffect: true, what: 'an answer that ctx.http refused to read' }],
  ['C49', 'a redirect to elsewhere', { kind: 'redirect', hasEffect: false, what: 'HTTP 302' }],
  [
    'C50',
    'a provider that hangs before it acted',
    { kind: 'hang_before', hasEffect: false, what: 'no answer by the deadline' },
  ],
  [
    'C51',
    'a provider that hangs after it acted',
    { kind: 'hang_after', hasEffect: true, what: 'no answer by the deadline' },
  ],
]

export const ONCE: ConformanceCase[] = [
  live('C40', 'the same input twice makes one checkout', async (bench) => {
    const input = bench.input()
    const first = await bench.create(input)
    await insistOnlyOne(bench, input, first.providerRef)
    if (honoursKeys(bench.plugin.manifest.capabilities, bench.plugin) !== null) return
    bench.pass(1)
    insistSame(first, await bench.create(input))
    const other = await bench.create(bench.input())
    insist(
      other.providerRef !== first.providerRef,
      'Another payment got the checkout of the first: its key must be its own.',
    )
  }),
  live(
    'C41',
    'the same input twice at the same moment makes one checkout',
    async (bench) => {
      const input = bench.input()
      const outcomes = await Promise.allSettled([bench.create(input), bench.create(input)])
      const made = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value.providerRef] : []))
      insist(
        new Set(made).size < 2,
        `Two checkouts were made: ${made.join(' and ')}. Send input.idempotencyKey as the provider's key.`,
      )
      await insistOnlyOne(bench, input, (await bench.create(input)).providerRef)
    },
    honoursKeys,
  ),
  ...BREAKS.map(([id, title, broken]) =>
    live(id, `${title} leaves the creation unknown, and it can be cleared up`, (bench) => breakCreation(bench, broken)),
  ),
  live('C52', 'a provider that cannot be reached was not asked', async (bench) => {
    const config = {
      ...bench.config,
      ...bench.plugin.simulator!.config({ apiBase: await closedPort(), seed: 'x'.repeat(40) }),
    }
    const fault = await bench.faultOf('write', 'createCheckout, connection refused', () =>
      bench.create(bench.input(), { config }),
    )
    insist(
      fault === 'unavailable',
      `createCheckout, connection refused: it counts as '${fault}'; pass on what ctx.http throws (ProviderUnavailableError).`,
    )
  }),
  live('C53', 'too many requests is no refusal', async (bench) => {
    const input = bench.input()
    await breakLastWrite(bench, 'busy')
    const fault = await bench.faultOf('write', 'createCheckout and HTTP 429', () => bench.create(input))
    insist(
      fault === 'unavailable' || fault === 'unknown',
      `createCheckout and HTTP 429: it counts as '${fault}', but nothing was refused for good.`,
    )
  }),
]

async function breakCreation(bench: Bench, { kind, hasEffect, what }: Break): Promise<void> {
  const input = bench.input()
  await breakLastWrite(bench, kind)
  const isHanging = kind.startsWith('hang')
  const options = isHanging ? { deadlineMs: SHORT_DEADLINE_MS, fromHang: true } : {}
  const fault = await bench.faultOf('write', `createCheckout and ${what}`, () => bench.create(input, options))
  insist(
    fault === 'unknown',
    `createCheckout and ${what}: it counts as '${fault}', so the link would be free again, but the checkout may exist. ` +
      'Throw ProviderUnknownOutcomeError.',
  )
  bench.faults.clear()
  bench.pass(5)
  await clearUp(bench, input, hasEffect)
}

/** As core does afterwards: looks where that is possible, and asks again under the same key where that is honoured. */
async function clearUp(bench: Bench, input: CreateCheckoutInput, exists: boolean): Promise<void> {
  const { findByReference, idempotentCreate } = bench.plugin.manifest.capabilities
  let foundRef: string | undefined
  if (findByReference) {
    const found = await bench.find(input.paymentId)
    insist(
      (found !== null) === exists,
      exists ? 'findByReference says null, but the checkout exists.' : 'findByReference found what was never made.',
    )
    foundRef = found?.providerRef
    insist(
      found === null || found.status === 'open',
      `findByReference says ${found?.status} of a checkout that is open.`,
    )
    insist(
      found === null || found.redirectUrl,
      'findByReference must give the redirectUrl of an open checkout: the payer needs it.',
    )
  }
  if (!idempotentCreate) return
  const again = await bench.create(input)
  if (foundRef !== undefined) {
    insist(
      again.providerRef === foundRef,
      `Asked again under the same key, createCheckout made a second checkout beside ${foundRef}.`,
    )
  }
  insistSame(again, await bench.create(input))
  const state = await bench.retrieve(again.providerRef, input.paymentId)
  insist(state.status === 'open', `The checkout that came of it is ${state.status}, not open.`)
}

/** The last write of a creation is the one that makes the checkout. */
async function breakLastWrite(bench: Bench, kind: FaultKind): Promise<void> {
  bench.faults.clear()
  await bench.create()
  const writes = bench.faults.count('write')
  insist(
    writes > 0,
    "createCheckout made no request with effect: 'write': then a lost answer passes for a failed reading.",
  )
  bench.faults.plan(kind, 'write', writes)
}

async function insistOnlyOne(bench: Bench, input: CreateCheckoutInput, providerRef: string): Promise<void> {
  if (!bench.plugin.manifest.capabilities.findByReference) return
  const found = await bench.find(input.paymentId)
  insist(
    found?.providerRef === providerRef,
    `findByReference gives ${found?.providerRef ?? 'null'} for the payment of ${providerRef}.`,
  )
}

function insistSame(first: CheckoutHandle, second: CheckoutHandle): void {
  insist(
    first.providerRef === second.providerRef,
    `The same input made ${first.providerRef} and then ${second.providerRef}. Send input.idempotencyKey as the provider's own key, and parameters that follow from the input alone.`,
  )
  insist(first.redirectUrl === second.redirectUrl, 'The same input gave two different redirectUrls.')
}

async function closedPort(): Promise<string> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return `http://127.0.0.1:${port}`
}
