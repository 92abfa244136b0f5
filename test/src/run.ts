import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Mocha from 'mocha'
import { ENGINES } from './support/engines.js'
import { testPostgres } from './support/postgres.js'

/** As many files at once: more than cores, since much of their time they wait for a server, a child or a deadline. */
const PROCESSES = 3

/** Runs the suite: all of it, or, one after another in this process, the files whose path holds one of the words given. */
const words = process.argv.slice(2)
const here = fileURLToPath(new URL('.', import.meta.url))
const files = readdirSync(here, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.test.js') && (words.length === 0 || words.some((word) => path.includes(word))))
  .sort()

const mocha = new Mocha({
  timeout: 120_000,
  forbidOnly: process.env['CI'] === 'true',
  reporter: 'spec',
  parallel: words.length === 0,
  jobs: PROCESSES,
})
for (const file of files) mocha.addFile(join(here, file))
if (words.length > 0) await mocha.loadFilesAsync()
else if (ENGINES.includes('postgres')) await testPostgres.share()

let skipped = 0
const started = Date.now()
const failed = await new Promise<number>((resolve) => {
  const runner = mocha.run(resolve)
  runner.on('pending', () => skipped++)
  runner.once('end', () => {
    const { passes = 0, failures = 0 } = runner.stats ?? {}
    process.on('exit', () => {
      process.stdout.write(`in ${Math.round((Date.now() - started) / 1000)} s\n`)
      process.stdout.write(`${passes} passed, ${failures} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`)
    })
  })
})
await testPostgres.stop()
process.exit(failed > 0 ? 1 : 0)
