import { loadavg } from 'node:os'
import type { Engine } from '@paylink/core/database/engine'
import { backupRows } from './backup.rows.js'
import { Bench } from './bench.js'
import { Children } from './children.js'
import { cleanUpAfter } from './clean-up.js'
import { checkoutRows } from './checkouts.rows.js'
import { BenchDatabases } from './databases.js'
import { dashboardRows } from './dashboard.rows.js'
import { deliveryRows } from './deliveries.rows.js'
import { hangingRows } from './hanging.rows.js'
import { deadEndpointRow, latencyRows, markingRow } from './latency.rows.js'
import { listRows } from './lists.rows.js'
import { memoryRows } from './memory.rows.js'
import { moveRows } from './move.rows.js'
import { type Options, readOptions, USAGE } from './options.js'
import { pageRows } from './page.rows.js'
import { refusalRows } from './refusals.rows.js'
import { Report } from './report.js'
import { sheetRows } from './sheet.rows.js'
import { startRows } from './starts.rows.js'
import { toolRows } from './tools.rows.js'
import { bareLoopRows, throughputRows } from './throughput.rows.js'

/** The rows (`--only`) that each part measures; rows 5 and 12 share the large table. */
const PARTS: { name: string; rows: string[]; run: (bench: Bench) => Promise<void> }[] = [
  { name: 'throughput', rows: ['1', '2', '3', '4'], run: throughputRows },
  { name: 'replay and refusals', rows: ['6'], run: refusalRows },
  { name: 'bare loop', rows: ['7'], run: bareLoopRows },
  { name: 'lists', rows: ['5'], run: listRows },
  { name: 'checkouts', rows: ['11'], run: checkoutRows },
  { name: 'deliveries', rows: ['8'], run: deliveryRows },
  { name: 'marking as paid', rows: ['8'], run: markingRow },
  { name: 'latency of deliveries', rows: ['9'], run: latencyRows },
  { name: 'dead endpoint', rows: ['10'], run: deadEndpointRow },
  { name: 'hanging providers', rows: ['16'], run: hangingRows },
  { name: 'start', rows: ['12'], run: startRows },
  { name: 'memory', rows: ['13'], run: memoryRows },
  { name: 'dashboard', rows: ['17'], run: dashboardRows },
  { name: 'sheet for the accountant', rows: ['21'], run: sheetRows },
  { name: 'tools of agents', rows: ['18'], run: toolRows },
  { name: 'backup', rows: ['19'], run: backupRows },
  { name: 'move', rows: ['22'], run: moveRows },
  { name: 'payment page', rows: ['15'], run: pageRows },
]

const say = (text: string): void => void process.stdout.write(`${text}\n`)

let options: Options
try {
  options = readOptions(process.argv.slice(2))
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`)
  process.exit(2)
}

const children = new Children()
const databases = new BenchDatabases()
const report = new Report(say)

const cleanUp = cleanUpAfter(children, databases)

async function measure(engine: Engine): Promise<void> {
  say(`\n${await databases.facts(engine)}`)
  report.header()
  const bench = new Bench(engine, options, report, databases, children)
  for (const { name, rows, run } of PARTS) {
    if (!rows.some((row) => options.only.has(row))) continue
    try {
      await run(bench)
    } catch (error) {
      report.fail(engine, name, error)
    } finally {
      await children.stopAll()
    }
  }
}

try {
  const before = loadavg()
  say(`${options.rounds} rounds of ${options.seconds} s; load average ${before.map((one) => one.toFixed(1)).join(' ')}`)
  if ((before[0] ?? 0) > 1) say('The machine is busy: ratios of an interleaved run mean something, figures do not.')
  for (const engine of options.engines) await measure(engine)
  if (options.keep) report.keep()
  if (options.json !== null) {
    report.write(options.json, { options: { ...options, only: [...options.only] }, loadAverage: [before, loadavg()] })
  }
} finally {
  await cleanUp()
}
process.exit(report.isComplete ? 0 : 1)
