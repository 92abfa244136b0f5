import { runOnPostgres } from './postgres-simulation.js'
import type { ShardReport } from './shard.js'
import { settleMerchant } from './template.js'

/** Runs seeds on a Postgres database that is migrated, and tells its parent what came of them. */
const { databaseUrl, from, to } = JSON.parse(process.argv[2] ?? '{}') as {
  databaseUrl: string
  from: number
  to: number
}
const principal = await settleMerchant(databaseUrl)
const counts = new Map<string, number>()
const findings: ShardReport['findings'] = []
for (let seed = from; seed <= to; seed++) {
  const ran = await runOnPostgres(seed, databaseUrl, principal)
  for (const [what, count] of ran.counts) counts.set(what, (counts.get(what) ?? 0) + count)
  if (ran.finding) findings.push({ seed, finding: ran.finding })
}
const report: Pick<ShardReport, 'findings' | 'counts'> = { findings, counts: [...counts].sort() }
process.send?.(report, () => process.exit(0))
