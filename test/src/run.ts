import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Mocha from 'mocha'
import { ENGINES } from './support/engines.js'
import { testPostgres } from './support/postgres.js'

/** As many files at once: more than cores, since much of their time they wait for a server, a child or a deadline. */
const PROCESSES = 4

/** What takes longest, by path: with nothing long at the end, all processes end at about the same time. */
const LONG = [
  ...['sim/sim', 'races/races', 'kills/syscalls', 'kills/kills', 'dashboard/money-pages', 'dashboard/sign-in'],
  ...['dashboard/links.browser', 'identity/sign-in', 'browser/invoice', 'dashboard/new-link-browser', 'sim/', 'kills/'],
  ...['dashboard/', 'cli/', 'browser/', 'reconciliation/', 'mail/', 'identity/', 'email-smtp/'],
]

function longestFirst(paths: string[]): void {
  const place = (path: string): number => {
    const index = LONG.findIndex((start) => path.startsWith(start))
    return index === -1 ? LONG.length : index
  }
  paths.sort((one, other) => place(one) - place(other))
}

/** Runs the suite: all of it, or, one after another in this process, the files whose path holds one of the words given. */
const words = process.argv.slice(2)
const here = fileURLToPath(new URL('.', import.meta.url))
const files = readdirSync(here, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.test.js') && (words.length === 0 || words.some((word) => path.includes(word))))
  .sort()
if (words.length === 0) longestFirst(files)

const mocha = new Mocha({
  timeout: 300_000,
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
