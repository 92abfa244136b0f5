import { mkdirSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { keepFigures } from '../support/figures.js'
import { hunt, keepFinds, knownFinds } from './hunt.js'
import { MUTANTS } from './mutants.js'
import { planOf, runSeed } from './seeds.js'
import { REGRESSIONS, runSeeds } from './shards.js'
import { shrink } from './shrink.js'
import { Template } from './template.js'

/**
 * The simulation from the command line.
 *
 * npm run sim -- --seeds 20000           all seeds up to a number
 * npm run sim -- --seed 340              one seed, step by step; --save NAME keeps it, shortened, as a regression
 * npm run sim -- --mutants               every seeded bug, and what finds it; --mutant NAME for one
 * --keep                                 keeps what all seeds, or all seeded bugs, came to for docs/reliability.md
 */
const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '2000' },
    from: { type: 'string', default: '1' },
    processes: { type: 'string', default: '2' },
    seed: { type: 'string' },
    save: { type: 'string' },
    mutants: { type: 'boolean', default: false },
    mutant: { type: 'string' },
    keep: { type: 'boolean', default: false },
  },
})
const SHRINK_MS = 45_000
const say = (line: string): void => void process.stdout.write(`${line}\n`)

if (values.seed !== undefined) process.exitCode = await one(Number(values.seed), values.save)
else if (values.mutants || values.mutant !== undefined) process.exitCode = await mutants(values.mutant)
else process.exitCode = await many(Number(values.from), Number(values.seeds))

async function many(from: number, to: number): Promise<number> {
  const started = performance.now()
  const report = await runSeeds(from, to, Number(values.processes))
  for (const [what, count] of report.counts) say(`${String(count).padStart(8)}  ${what}`)
  for (const { seed, finding } of report.findings) say(`seed ${seed}: ${finding.invariant}: ${finding.message}`)
  for (const seed of report.unlike) say(`seed ${seed}: its second run differed from its first`)
  const seconds = Math.round((performance.now() - started) / 1000)
  const { runs, turns, crashes, cpuSeconds, findings, unlike } = report
  say(
    `${runs} runs, ${turns} turns, ${crashes} crashes, ${findings.length} violations, ${unlike.length} unlike, in ${seconds} s (${Math.round(cpuSeconds)} s of processor)`,
  )
  if (values.keep) {
    const figures = { runs, turns, crashes, violations: findings.length, 'repeats that differ': unlike.length }
    keepFigures('simulation', `seeds ${from} to ${to}`, figures)
  }
  return findings.length + unlike.length > 0 ? 1 : 0
}

async function one(seed: number, name: string | undefined): Promise<number> {
  const template = await Template.make()
  try {
    const { finding, steps } = await runSeed(template, seed, name === undefined ? { tell: say } : {})
    say(finding ? `seed ${seed}: ${finding.invariant}: ${finding.message}` : `seed ${seed}: nothing found`)
    if (!finding) return 0
    if (name !== undefined) {
      const plan = planOf(seed)
      const shortest = await shrink(template, plan, steps, finding.invariant, SHRINK_MS)
      mkdirSync(REGRESSIONS, { recursive: true })
      const found = `${finding.invariant}: ${finding.message}`
      const lines = shortest.map((step) => `    ${JSON.stringify(step)}`).join(',\n')
      const { steps: _, ...head } = { name, found, ...plan, steps: null }
      writeFileSync(
        `${REGRESSIONS}${name}.json`,
        `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "steps": [\n${lines}\n  ]\n}\n`,
      )
      say(`kept ${shortest.length} of ${steps.length} steps as test/sim/regressions/${name}.json`)
    }
    return 1
  } finally {
    template.remove()
  }
}

async function mutants(name: string | undefined): Promise<number> {
  const wanted = MUTANTS.filter((mutant) => name === undefined || mutant.name === name)
  const plan = { processes: Number(values.processes), maxSeeds: Number(values.seeds), known: knownFinds() }
  const hunted = await hunt(wanted, plan, ({ mutant, found }) =>
    say(`| ${mutant.name} | ${found ? `${found.finding.invariant} | ${found.by}` : 'survived | –'} |`),
  )
  if (name === undefined && values.keep) keepFinds(hunted)
  const caught = hunted.filter(({ found }) => found).length
  say(`${caught} of ${wanted.length} seeded bugs found`)
  return caught < wanted.length ? 1 : 0
}
