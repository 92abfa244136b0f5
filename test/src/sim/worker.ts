import { SeededDecisions } from './decisions.js'
import { Simulation } from './simulation.js'
import { Template } from './template.js'

const [from = 1, to = 20] = process.argv.slice(2).map(Number)
const template = await Template.make()
const counts = new Map<string, number>()
const started = performance.now()
let steps = 0
for (let seed = from; seed <= to; seed++) {
  const profile = (['full', 'notifications-off', 'reconciliation-off'] as const)[seed % 3] ?? 'full'
  const decisions = new SeededDecisions(seed, 150 + (seed % 5) * 100)
  const ran = await Simulation.run(
    decisions,
    { profile, isFine: seed % 5 === 0, substitute: () => undefined },
    template.copy(),
    template.caller,
  )
  steps += ran.steps
  for (const [what, count] of ran.counts) counts.set(what, (counts.get(what) ?? 0) + count)
  if (ran.finding) {
    console.log(seed, profile, ran.finding.invariant, ran.finding.says)
    if (process.env['STOP']) break
  }
}
console.log(counts)
console.log((performance.now() - started) / (to - from + 1), 'ms a seed', steps / (to - from + 1), 'steps')
template.remove()
process.exit(0)
