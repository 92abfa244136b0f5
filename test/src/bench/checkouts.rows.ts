import { Agent, request } from 'node:http'
import { freePort } from '../support/free-port.js'
import { type Bench, USUAL_LINKS } from './bench.js'
import { LINK_BODY } from './bench-links.js'
import { fillWithPending } from './bench-payments.js'
import { load, pause, type Request } from './load.js'
import type { Target } from './report.js'
import { create, getOne } from './requests.js'
import { divided, figures, inRounds } from './rounds.js'
import { ALLOW_LOOPBACK, type Floor, type Paylink } from './servers.js'

const OPEN: Target = {
  row: '11',
  what: 'our share of opening a checkout, p50',
  ratio: '(ours − the exchange with the provider) ÷ floor create p50',
  goal: { most: 3 },
  redLine: 6,
}
const BACKLOG: Target = {
  row: '11b',
  what: '100,000 payments to verify: p99 of get one',
  ratio: '÷ none',
  goal: { most: 1.5 },
  redLine: null,
}
const CREATE_BACKLOG: Target = { ...BACKLOG, row: '11c', what: '100,000 payments to verify: p99 of create' }
const MEMORY: Target = { ...BACKLOG, row: '11d', what: '100,000 payments to verify: RSS' }

/** Less in a quick run. */
const MAX_PENDING = 100_000
const CHECKOUTS = 500
/** Until the sweep is at work. */
const SWEEPING_MS = 6000

/** Row 11: a checkout, at a provider that answers at once; and the API while a backlog is verified. */
export async function checkoutRows(bench: Bench): Promise<void> {
  const port = await freePort()
  await bench.children.start('providers.js', [String(port)], {}).prints(/ready/)
  const provider = `http://127.0.0.1:${port}`
  await openRow(bench, provider)
  await backlogRows(bench, provider)
}

async function openRow(bench: Bench, provider: string): Promise<void> {
  const { options, report, engine } = bench
  const measure = async (ours: Paylink, floor: Floor): Promise<void> => {
    await ours.connect(provider)
    const taken = await inRounds(options.rounds, {
      ours: () => openingP50(ours),
      floor: async () => (await load(create(floor), 1, options.seconds)).p50Ms,
      exchange: async () => (await load(askProvider(provider), 1, 1)).p50Ms,
    })
    const share = taken.ours.map((ms, round) => ms - (taken.exchange[round] ?? 0))
    report.add(engine, OPEN, divided(share, taken.floor), figures('ms', taken))
  }
  await bench.pair(USUAL_LINKS, measure, ALLOW_LOOPBACK)
}

/** What the provider and the network take, for either service. */
const askProvider = (provider: string): Request => ({
  url: `${provider}/v1/checkout/sessions`,
  method: 'POST',
  headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  body: 'client_reference_id=pay_0&mode=payment',
  expect: [200],
})

/** One after another, as payers press, on one connection kept open. */
async function openingP50(ours: Paylink): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const times: number[] = []
  for (let count = 0; count < CHECKOUTS; count++) {
    const { url } = await ours.createLink(LINK_BODY, crypto.randomUUID())
    times.push(await press(agent, `${ours.url}${new URL(url).pathname}/checkout`))
  }
  agent.destroy()
  times.sort((a, b) => a - b)
  return times[Math.floor(times.length / 2)] ?? Number.NaN
}

/** As little around it as the judge's own requests have. Returns how long it took, in milliseconds. */
function press(agent: Agent, url: string): Promise<number> {
  const body = 'provider=provider_a'
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Length': body.length }
  return new Promise((resolve, reject) => {
    const begun = performance.now()
    const sent = request(url, { method: 'POST', agent, headers }, (response) => {
      response.resume().on('end', () => {
        if (response.statusCode === 303) resolve(performance.now() - begun)
        else reject(new Error(`no checkout: ${response.statusCode}`))
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

interface Sample {
  read: number
  write: number
  kB: number
}

/** Each runs alone: the one's verifications are not to weigh on the other. */
async function backlogRows(bench: Bench, provider: string): Promise<void> {
  const { options, report, engine } = bench
  const pending = Math.min(MAX_PENDING, options.rows)
  const calm = await bench.paylink(pending)
  const busy = await bench.paylink(pending)
  for (const paylink of [calm, busy]) await paylink.connect(provider)
  await fillWithPending(busy.databaseUrl)
  const sample = async (paylink: Paylink): Promise<Sample> => {
    await paylink.start(ALLOW_LOOPBACK)
    try {
      await pause(SWEEPING_MS)
      const { p99Ms: read } = await load(getOne(paylink), 8, options.seconds)
      const { p99Ms: write } = await load(create(paylink), 8, options.seconds)
      return { read, write, kB: paylink.child.memory('VmRSS') ?? Number.NaN }
    } finally {
      await paylink.stop()
    }
  }
  const taken = await inRounds(options.rounds, { busy: () => sample(busy), calm: () => sample(calm) })
  for (const [target, name, unit] of [
    [BACKLOG, 'read', 'ms'],
    [CREATE_BACKLOG, 'write', 'ms'],
    [MEMORY, 'kB', 'kB'],
  ] as const) {
    const sides = { busy: taken.busy.map((one) => one[name]), calm: taken.calm.map((one) => one[name]) }
    report.add(engine, target, divided(sides.busy, sides.calm), figures(unit, sides))
  }
}
