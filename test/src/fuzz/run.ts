import { parseArgs } from 'node:util'
import type { Engine } from '@paylink/core/database/engine'
import { testPostgres } from '../support/postgres.js'
import { fuzz } from './fuzz.js'

const USAGE = `npm run fuzz -- [--requests N] [--seed N] [--engine NAME]

  --requests N   to each database, 30000
  --seed N       where chance begins, 1
  --engine NAME  sqlite or postgres, or both with a comma; both unless given, and compared
`
const text = { type: 'string' } as const
const { values } = parseArgs({ options: { requests: text, seed: text, engine: text, help: { type: 'boolean' } } })
const count = Number(values.requests ?? 30_000)
const seed = Number(values.seed ?? 1)
if (values.help || !Number.isInteger(count) || count < 1 || !Number.isInteger(seed)) {
  process.stdout.write(USAGE)
  process.exit(values.help ? 0 : 2)
}
const began = performance.now()
const engines = (values.engine ?? 'sqlite,postgres').split(',') as Engine[]
const { requests, statuses, faults } = await fuzz(engines, count, seed)
await testPostgres.stop()
for (const fault of faults) process.stdout.write(`FAULT ${fault}\n`)
for (const [engine, counted] of Object.entries(statuses)) {
  const shown = Object.entries(counted).map(([status, times]) => `${status}: ${times}`)
  process.stdout.write(`${engine}  ${shown.join('  ')}\n`)
}
const seconds = Math.round((performance.now() - began) / 1000)
process.stdout.write(`${requests} requests to each in ${seconds} s, seed ${seed}: ${faults.length} faults\n`)
process.exit(faults.length === 0 ? 0 : 1)
