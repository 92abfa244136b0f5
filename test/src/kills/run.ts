import { keepFigures } from '../support/figures.js'
import { Site } from '../support/site.js'
import { testPostgres } from '../support/postgres.js'
import { assertKnown, runExhaustively } from './exhaustive.js'
import { type KillOptions, readOptions, USAGE } from './options.js'
import { killAtRandom } from './random.js'
import { hasStrace, TO_INSTALL } from './strace.js'

/** So many kills fall on one installation; then the next begins, with the next seed. */
const KILLS_A_SITE = 20

const say = (text: string): void => void process.stdout.write(`${text}\n`)

let options: KillOptions
try {
  options = readOptions(process.argv.slice(2))
  assertKnown(options.scenarios)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`)
  process.exit(2)
}
if (options.programme === 'exhaustive' && !hasStrace()) {
  process.stderr.write(`${TO_INSTALL}\n`)
  process.exit(1)
}

async function runAtRandom({ engines, kills, seed, keep }: KillOptions): Promise<number> {
  let faults = 0
  for (const engine of engines) {
    const total = { kills, links: 0, operations: 0, faults: 0 }
    for (let done = 0, batch = seed; done < kills; done += KILLS_A_SITE, batch++) {
      const site = await Site.start(engine)
      try {
        const count = Math.min(KILLS_A_SITE, kills - done)
        const killed = await killAtRandom(site, count, batch)
        const slowest = Math.max(...killed.starts)
        say(
          `${engine}, seed ${batch}: ${count} kills, ${killed.links} links, ${killed.operations} operations, slowest start ${slowest} ms`,
        )
        for (const fault of killed.faults) say(`  FAULT ${fault}`)
        total.links += killed.links
        total.operations += killed.operations
        total.faults += killed.faults.length
      } finally {
        await site.stop()
      }
    }
    if (keep) keepFigures('kills at random', engine, total)
    faults += total.faults
  }
  return faults
}

const run = options.programme === 'random' ? runAtRandom(options) : runExhaustively(options, say)
const faults = await run.finally(() => testPostgres.stop())
say(faults === 0 ? 'nothing lost, nothing doubled' : `${faults} faults`)
process.exit(faults === 0 ? 0 : 1)
