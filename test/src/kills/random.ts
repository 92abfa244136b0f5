import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseView } from '../support/database-view.js'
import type { PostgresCluster } from '../support/postgres-cluster.js'
import { tenMinutesPass } from '../support/outage.js'
import type { Site } from '../support/site.js'
import { chance } from './chance.js'
import { describe, explain } from './explain.js'
import { Load } from './load.js'
import { unsoundness } from './soundness.js'

/** So many operations begin before a kill, however fast the machine is. */
const FEWEST = 10
const MOST = 60
const MAX_ROUND_MS = 2000

export interface Killed {
  starts: number[]
  operations: number
  links: number
  /** Histories that the model cannot explain, and unsound rows. */
  faults: string[]
}

/**
 * Kills the server -9 again and again while clients work with it. At the end it restarts after an outage,
 * clients repeat what was cut off, and all answers are checked against a model.
 */
export async function killAtRandom(site: Site, kills: number, seed: number): Promise<Killed> {
  const next = chance(seed)
  const load = new Load(site, next)
  const starts: number[] = []
  for (let round = 1; round <= kills; round++) {
    site.server.prepareNext()
    const clients = load.run()
    await begun(load, FEWEST + next() * (MOST - FEWEST))
    const killed = site.server.kill()
    load.stop()
    await Promise.all([killed, clients])
    const letGo = round === kills ? await tenMinutesPass(site.view) : () => undefined
    starts.push(await site.server.start())
    letGo()
    await load.askAgain(round === kills)
  }
  return concluded(site, load, starts, seed)
}

/**
 * The primary is killed under load and its standby promoted. The server has to find it, and to lose or double nothing
 * that it acknowledged. Every refusal meanwhile tells clients to come again.
 */
export async function failOver(site: Site, cluster: PostgresCluster, seed: number): Promise<Killed> {
  const next = chance(seed)
  const load = new Load(site, next)
  const clients = load.run()
  await begun(load, MOST)
  await cluster.killPrimary()
  await begun(load, MOST)
  await cluster.promoteStandby()
  const began = Date.now()
  await site.until(() => isReady(site), 'the server ready on the promoted standby', 60_000)
  const starts = [Date.now() - began]
  await begun(load, MOST)
  load.stop()
  await clients
  await tenMinutesPass(site.view)
  await load.askAgain(true)
  const killed = await concluded(site, load, starts, seed)
  return { ...killed, faults: [...killed.faults, ...load.faults] }
}

/** Compares all answers with the rows, when nothing is in flight. */
export async function concluded(site: Site, load: Load, starts: number[], seed: number): Promise<Killed> {
  await finishAll(site)
  await load.look()
  const faults = [...(await unsoundness(site.view, false)), ...judge(load)]
  if (faults.length > 0) {
    const file = join(tmpdir(), `paylink-history-${site.engine}-${seed}.json`)
    writeFileSync(file, JSON.stringify(load.history.links(), null, 1))
    faults.push(`the history is kept in ${file}; seed ${seed}, ${starts.length} kills`)
  }
  return { starts, operations: load.history.length, links: load.links.length, faults }
}

/**
 * Kills one of Postgres' own processes again and again, and with it every connection there is: the database
 * starts itself again, and the server, which was not killed, has to find it.
 */
export async function killTheDatabase(site: Site, kills: number, seed: number): Promise<Killed> {
  const next = chance(seed)
  const load = new Load(site, next)
  const starts: number[] = []
  for (let round = 1; round <= kills; round++) {
    const clients = load.run()
    await begun(load, FEWEST + next() * (MOST - FEWEST))
    const began = Date.now()
    await killBackend(site.view)
    load.stop()
    await clients
    await site.until(() => isReady(site), 'the server ready again')
    starts.push(Date.now() - began)
    if (round === kills) await tenMinutesPass(site.view)
    await load.askAgain(round === kills)
  }
  return concluded(site, load, starts, seed)
}

async function killBackend(view: DatabaseView): Promise<void> {
  const [backend] = await view.rows<{ pid: number }>(
    `select pid from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid() limit 1`,
  )
  if (!backend) throw new Error('no backend is connected')
  process.kill(backend.pid, 'SIGKILL')
}

async function isReady(site: Site): Promise<boolean> {
  const isOk = await fetch(`${site.server.url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
  return isOk && (await site.view.rows('select 1 as one').catch(() => [])).length === 1
}

async function begun(load: Load, count: number): Promise<void> {
  const enough = load.history.length + count
  const until = Date.now() + MAX_ROUND_MS
  while (load.history.length < enough && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 2))
}

/** Whatever is open is looked at, as the background does in its turn. */
async function finishAll(site: Site): Promise<void> {
  const open = await site.view.rows<{ id: string }>("select id from payments where status = 'pending'")
  for (const { id } of open) {
    const asked = async () => (await site.api('POST', `/v1/payments/${id}/sync`)).status === 200
    await site.until(asked, `the end of ${id}`)
  }
}

function judge(load: Load): string[] {
  return load.history.links().flatMap(([link, operations]) => {
    const { isPossible, order } = explain(operations)
    if (isPossible) return []
    const rest = operations.filter((operation) => !order.includes(operation))
    return [`nothing explains ${link}:\n${describe(order)}\nand then\n${describe(rest)}`]
  })
}
