import { runExhaustively } from './exhaustive.js'
import { type KillOptions, readOptions, USAGE } from './options.js'
import { hasStrace, TO_INSTALL } from './strace.js'
import { testPostgres } from '../support/postgres.js'

const say = (text: string): void => void process.stdout.write(`${text}\n`)

let options: KillOptions
try {
  options = readOptions(process.argv.slice(2))
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`)
  process.exit(2)
}
if (!hasStrace()) {
  process.stderr.write(`${TO_INSTALL}\n`)
  process.exit(1)
}
const faults = await runExhaustively(options, say)
await testPostgres.stop()
process.exit(faults === 0 ? 0 : 1)
