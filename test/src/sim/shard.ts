import type { Finding } from './invariant-checker.js'
import { runSeed } from './seeds.js'
import { Template } from './template.js'

/** What one process of several is to run: every `stride`th seed from `from` to `to`. */
export interface Shard {
  from: number
  to: number
  stride: number
}

export interface ShardReport {
  runs: number
  turns: number
  crashes: number
  /** Seconds of one processor. */
  cpuSeconds: number
  findings: { seed: number; finding: Finding }[]
  /** Seeds whose second run differed from the first. */
  unlike: number[]
  counts: [what: string, count: number][]
}

const REPEATED_EVERY = 100

/** Runs its share of the seeds, and tells its parent what came of them. */
const shard = JSON.parse(process.argv[2] ?? '{}') as Shard
const template = await Template.make()
process.on('exit', () => template.remove())
const report: ShardReport = { runs: 0, turns: 0, crashes: 0, cpuSeconds: 0, findings: [], unlike: [], counts: [] }
const counts = new Map<string, number>()

for (let seed = shard.from; seed <= shard.to; seed += shard.stride) {
  const ran = await runSeed(template, seed)
  report.runs++
  report.turns += ran.turns
  for (const [what, count] of ran.counts) counts.set(what, (counts.get(what) ?? 0) + count)
  if (ran.finding) report.findings.push({ seed, finding: ran.finding })
  if (seed % REPEATED_EVERY === 0 && (await runSeed(template, seed)).hash !== ran.hash) report.unlike.push(seed)
}
report.crashes = counts.get('crash') ?? 0
report.counts = [...counts]
report.cpuSeconds = process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6
process.send?.(report, () => process.exit(0))
