import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { runSteps, savedRun } from './seeds.js'
import { Template } from './template.js'
import type { Finding } from './invariant-checker.js'

export interface Replayed {
  name: string
  finding: Finding | null
}

/** Repeats every run that was kept, and tells its parent what came of them. */
const folder = process.argv[2] ?? ''
const template = await Template.make()
process.on('exit', () => template.remove())
const replayed: Replayed[] = []
for (const file of readdirSync(folder).sort()) {
  const { name, steps, ...plan } = savedRun(join(folder, file))
  const { finding } = await runSteps(template, plan, steps)
  replayed.push({ name, finding })
}
process.send?.(replayed, () => process.exit(0))
