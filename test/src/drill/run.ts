import { chmodSync, rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { chance } from '../kills/chance.js'
import { Load } from '../kills/load.js'
import { concluded } from '../kills/random.js'
import { quickFolder } from '../support/quick-folder.js'
import { DrillSite } from './drill-site.js'
import { ask, PatroniCluster } from './patroni.js'
import { TO_INSTALL } from './programs.js'
import { DatabaseEntrance } from './proxies.js'
import { report } from './report.js'
import { type Scenario, SCENARIOS } from './scenarios.js'
import { Watch } from './watch.js'

const USAGE = `npm run drill -- [SCENARIO]…

  scenarios: ${SCENARIOS.map(({ name }) => name).join(', ')}; all without any
  PROMOTIONS=N  how many promotions in a row, 20
  SEED=N        where chance begins, 1
`
/** Of each of eight clients, between two requests: at most 20 requests a second, beside 8 by the watch. */
const PAUSE_MS = 450
const BEFORE_MS = 6000
const AFTER_MS = 12_000
/** By then no link is blocked any more. */
const FREE_MS = 60_000
const SEED = Number(process.env['SEED'] ?? 1)

const say = (text: string): void => void process.stdout.write(`${text}\n`)

const names = process.argv.slice(2)
const chosen = SCENARIOS.filter(({ name }) => names.length === 0 || names.includes(name))
if (chosen.length < names.length) {
  process.stderr.write(USAGE)
  process.exit(2)
}
if (TO_INSTALL !== null) {
  process.stderr.write(`${TO_INSTALL}\n`)
  process.exit(1)
}

const folder = quickFolder('drill')
chmodSync(folder, 0o777)
const cluster = await PatroniCluster.start(folder)
const { port } = await cluster.primary()
await ask(port, 'create database paylink')
await ask(port, 'create table promotions (at timestamptz)')
const entrance = await DatabaseEntrance.before(cluster, folder)
const site = await DrillSite.startBefore(entrance, folder)
let faults = 0
try {
  for (const scenario of chosen) faults += await drill(scenario)
} finally {
  await site.stop()
  await entrance.stop()
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
}
say(faults === 0 ? 'nothing lost, nothing doubled' : `${faults} faults`)
process.exit(faults === 0 ? 0 : 1)

/** Returns how many things were lost, doubled or stuck, and how many promises were not kept. */
async function drill({ name, act }: Scenario): Promise<number> {
  await cluster.settled()
  site.answers.clear()
  site.arrivals.clear()
  const load = new Load(site, chance(SEED), PAUSE_MS, true)
  const watch = new Watch(site, cluster)
  const clients = load.run()
  clients.catch(() => undefined)
  const startedAt = Date.now()
  await sleep(BEFORE_MS)
  const rounds = await act({ cluster, site, watch })
  await sleep(AFTER_MS)
  load.stop()
  await clients
  await sleep(FREE_MS - AFTER_MS)
  const blocked = await site.view.rows("select id from payments where status = 'pending' and redirect_url is null")
  await watch.stop()
  await load.askAgain(true)
  const { faults: found, operations } = await concluded(site, load, [], SEED)
  const events = await site.view.rows<{ id: string; at: Date }>(
    'select id, created_at as at from events where created_at >= ?',
    [new Date(startedAt).toISOString()],
  )
  const broken = report({ name, rounds, watch, site, startedAt, operations, events, say })
  const all = [
    ...broken,
    ...found,
    ...load.faults,
    ...(await watch.losses()),
    ...blocked.map(({ id }) => `blocked for a minute: ${id}`),
  ]
  for (const fault of all) say(`  FAULT ${fault}`)
  return all.length
}
