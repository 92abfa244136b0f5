import { mkdirSync } from 'node:fs'
import { BenchDatabases } from '../bench/databases.js'
import { Children } from '../bench/children.js'
import { cleanUpAfter } from '../bench/clean-up.js'
import { Floor } from '../bench/servers.js'
import { chance } from '../kills/chance.js'
import { receiverOf, TO_LOOPBACK } from '../kills/webhook-scenario.js'
import { keepFigures } from '../support/figures.js'
import { freePort } from '../support/free-port.js'
import { Site } from '../support/site.js'
import { Faults } from './faults.js'
import { Journeys } from './journeys.js'
import { readOptions, type SoakOptions, USAGE } from './options.js'
import { Samples } from './samples.js'
import { losses, settle } from './settled.js'
import { Stopwatch } from './stopwatch.js'
import { memorySlope, quartersOf, verdictsOf } from './verdicts.js'

const SAMPLES_A_QUARTER = 15
const FLOOR_GAP_MS = 400
/** A snapshot stops the server for seconds; until the requests that waited have been answered. */
const AFTER_SNAPSHOT_MS = 10_000
const WARM_UP_RATE = 3
const MAX_SHOWN = 20

const say = (text: string): void => void process.stdout.write(`${text}\n`)

let options: SoakOptions
try {
  options = readOptions(process.argv.slice(2))
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`)
  process.exit(2)
}
const children = new Children()
const databases = new BenchDatabases()

async function startSite(probePort: number): Promise<Site> {
  const folder = databases.folder()
  mkdirSync(folder, { recursive: true })
  const url = await databases.create(options.engine, folder)
  const probe = new URL('memory-probe.js', import.meta.url).href
  const env = { ...TO_LOOPBACK.env, NODE_OPTIONS: `--import=${probe}`, SOAK_PROBE_PORT: String(probePort) }
  return Site.start(options.engine, {
    ...TO_LOOPBACK,
    env: { ...env, NODE_ENV: 'production' },
    database: { url, folder, drop: () => Promise.resolve() },
  })
}

/** A durable write beside the load, to see what the machine does. */
async function floorLoad(floor: Floor, until: AbortSignal): Promise<void> {
  for (let number = 0; !until.aborted; number++) {
    const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': `soak-${number}` }
    const response = await fetch(`${floor.url}/v1/payment_links`, { method: 'POST', headers, body: '{"title":"Taza"}' })
    await response.text()
    await new Promise((resolve) => setTimeout(resolve, FLOOR_GAP_MS))
  }
}

async function soak({
  minutes,
  warmUpMinutes,
  engine,
  rate,
  faultOneIn,
  seed,
  keep,
  snapshots,
}: SoakOptions): Promise<number> {
  const probePort = await freePort()
  const site = await startSite(probePort)
  try {
    const next = chance(seed)
    const faults = new Faults(site, next, faultOneIn)
    const cookie = await children.start('session.js', [], envOf(site)).output()
    faults.fail(await receiverOf(site))
    const journeys = new Journeys(site, faults, next, cookie)
    const floor = await Floor.make(engine, databases, children)
    await floor.start()
    const stopwatch = new Stopwatch(site.server.url, floor.url, () => faults.happens('client connection'))
    const samples = new Samples(site, probePort)
    const over = new AbortController()
    await journeys.run(rate * WARM_UP_RATE, AbortSignal.timeout(warmUpMinutes * 60_000))
    await samples.begin()
    const load = Promise.all([journeys.run(rate, over.signal), floorLoad(floor, over.signal)])
    const gapMs = (minutes * 60_000) / 4 / SAMPLES_A_QUARTER
    for (let quarter = 0; quarter < 4; quarter++) {
      stopwatch.enter(quarter)
      for (let count = 1; count <= SAMPLES_A_QUARTER; count++) {
        await new Promise((resolve) => setTimeout(resolve, gapMs))
        await samples.take(quarter)
      }
      stopwatch.stop()
      if (snapshots !== null) {
        await samples.take(quarter, snapshots)
        await new Promise((resolve) => setTimeout(resolve, AFTER_SNAPSHOT_MS))
      }
      say(quartersOf(samples.taken, stopwatch)[quarter] ?? '')
    }
    over.abort()
    await load
    await faults.end()
    const logged = site.server.logged.split('\n').filter((line) => line !== '')
    await settle(site)
    const wrong = [...journeys.wrong, ...(await losses(site, journeys))]
    const { begun, givenUp, skipped, mails } = journeys
    say(`\n${begun} journeys, ${mails.length} mails, ${givenUp} given up, ${skipped} skipped`)
    say(`faults: ${JSON.stringify({ ...faults.counts })}; connections dropped: ${stopwatch.dropped}`)
    say(`the server logged ${logged.length} lines of errors`)
    for (const line of logged.slice(0, MAX_SHOWN)) say(`  ${line.slice(0, 400)}`)
    for (const one of wrong.slice(0, MAX_SHOWN)) say(`  FAULT ${one}`)
    for (const quarter of quartersOf(samples.taken, stopwatch)) say(quarter)
    const verdicts = verdictsOf(samples.taken, stopwatch, wrong)
    for (const memory of ['compiled code', 'RSS'] as const) {
      say(`${memory}: ${memorySlope(samples.taken, memory).toFixed(2)} MB an hour`)
    }
    for (const { what, isOk, found } of verdicts) say(`${isOk ? 'ok  ' : 'FAIL'}  ${what}: ${found}`)
    if (keep) {
      const judged = Object.assign({}, ...verdicts.map(({ figure }) => figure)) as Record<string, string>
      keepFigures('soak', engine, { minutes, journeys: begun, ...judged, 'lost or doubled': wrong.length })
    }
    return verdicts.every(({ isOk }) => isOk) ? 0 : 1
  } finally {
    await site.stop()
  }
}

/** Of commands: the probe is the server's. */
function envOf(site: Site): Record<string, string> {
  const { NODE_OPTIONS: _, ...env } = site.server.env
  return env as Record<string, string>
}

const code = await soak(options).finally(cleanUpAfter(children, databases))
process.exit(code)
