import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Mutant } from './mutants.js'
import type { Replayed } from './replay.js'
import type { Shard, ShardReport } from './shard.js'

/** Young objects live as long as a run: collecting them more often would take a tenth of the time. */
const FEWER_COLLECTIONS = ['--max-semi-space-size=64']

/** Runs that once failed. */
export const REGRESSIONS = fileURLToPath(new URL('../../sim/regressions/', import.meta.url))

export const replayRegressions = (): Promise<Replayed[]> => inChild<Replayed[]>('replay.js', REGRESSIONS)

/** All seeds of a range, in `processes` at a time. */
export async function runSeeds(from: number, to: number, processes: number): Promise<ShardReport> {
  const shards = Array.from({ length: processes }, (_, at) =>
    inChild<ShardReport>('shard.js', JSON.stringify({ from: from + at, to, stride: processes } satisfies Shard)),
  )
  return merged(await Promise.all(shards))
}

export const runPostgresSeeds = (
  databaseUrl: string,
  from: number,
  to: number,
  mutant?: Mutant,
): Promise<Pick<ShardReport, 'findings' | 'counts'>> =>
  inChild('postgres-shard.js', JSON.stringify({ databaseUrl, from, to }), mutant)

/** The simulation changes how the database is spoken to for the whole process: it has one of its own. */
function inChild<Report>(script: string, argument: string, mutant?: Mutant): Promise<Report> {
  return new Promise((resolve, reject) => {
    const [entry, ...rest] = mutant ? ['mutated-script.js', script, mutant.name] : [script]
    const child = forkScript(entry, [argument, ...rest])
    let report: Report | undefined
    let said = ''
    child.stderr?.on('data', (text: Buffer) => (said += text.toString()))
    child.stdout?.resume()
    child.on('message', (message) => (report = message as Report))
    child.on('error', reject)
    child.on('exit', (code) =>
      report ? resolve(report) : reject(new Error(`${script} ended with ${code} ${mutant?.name ?? ''}: ${said}`)),
    )
  })
}

export const forkScript = (script: string, args: string[]): ChildProcess =>
  fork(fileURLToPath(new URL(script, import.meta.url)), args, { execArgv: FEWER_COLLECTIONS, silent: true })

function merged(reports: ShardReport[]): ShardReport {
  const counts = new Map<string, number>()
  for (const [what, count] of reports.flatMap((report) => report.counts)) {
    counts.set(what, (counts.get(what) ?? 0) + count)
  }
  const sum = (of: (report: ShardReport) => number): number => reports.reduce((total, report) => total + of(report), 0)
  return {
    runs: sum(({ runs }) => runs),
    turns: sum(({ turns }) => turns),
    crashes: sum(({ crashes }) => crashes),
    cpuSeconds: sum(({ cpuSeconds }) => cpuSeconds),
    findings: reports.flatMap(({ findings }) => findings).sort((a, b) => a.seed - b.seed),
    unlike: reports.flatMap(({ unlike }) => unlike),
    counts: [...counts].sort(([a], [b]) => (a < b ? -1 : 1)),
  }
}
