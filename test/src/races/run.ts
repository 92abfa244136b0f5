import { parseArgs } from 'node:util'
import type { Engine } from '@paylink/core/database/engine'
import { chance } from '../kills/chance.js'
import { unsoundness } from '../kills/soundness.js'
import { keepFigures } from '../support/figures.js'
import { testPostgres } from '../support/postgres.js'
import { raceSite } from './race-site.js'
import { RACES } from './races.js'

const USAGE = `npm run races -- [--rounds N] [--engine NAME] [--race WORD] [--seed N] [--keep]

  --rounds N     of each race, 20
  --engine NAME  sqlite or postgres, or both with a comma; both unless given
  --race WORD    only races with this in their name
  --seed N       where chance begins, 1
  --keep         keeps the figures for docs/reliability.md
`
const say = (text: string): void => void process.stdout.write(`${text}\n`)

interface Options {
  rounds: number
  engines: Engine[]
  word: string
  seed: number
  keep: boolean
}

function readOptions(): Options {
  const text = { type: 'string' } as const
  const keep = { type: 'boolean', default: false } as const
  const { values } = parseArgs({ options: { rounds: text, engine: text, race: text, seed: text, keep } })
  const rounds = Number(values.rounds ?? 20)
  const seed = Number(values.seed ?? 1)
  if (!Number.isInteger(rounds) || rounds < 1 || !Number.isInteger(seed)) throw new Error('expected whole numbers')
  const engines = (values.engine ?? 'sqlite,postgres').split(',') as Engine[]
  return { rounds, seed, engines, word: values.race ?? '', keep: values.keep }
}

/** Returns how many rounds ended as they must not. */
async function race(engine: Engine, { rounds, word, seed, keep }: Options): Promise<number> {
  const site = await raceSite(engine)
  let faults = 0
  try {
    const races = RACES.filter((one) => one.name.includes(word))
    for (const { name, run } of races) {
      const began = Date.now()
      for (let round = 0; round < rounds; round++) {
        try {
          await run(site, chance(seed + round))
        } catch (error) {
          faults++
          say(`  FAULT in round ${round}: ${error instanceof Error ? error.message : String(error)}`)
        }
      }
      say(`${engine} ${name}: ${rounds} rounds in ${((Date.now() - began) / 1000).toFixed(1)} s`)
    }
    const unsound = await unsoundness(site.view)
    for (const one of unsound) say(`  FAULT ${one}`)
    faults += unsound.length
    if (keep) keepFigures('races', engine, { races: races.length, 'rounds of each': rounds, faults })
    return faults
  } finally {
    await site.stop()
  }
}

let options: Options
try {
  options = readOptions()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`)
  process.exit(2)
}
let faults = 0
for (const engine of options.engines) faults += await race(engine, options)
await testPostgres.stop()
say(faults === 0 ? 'every race ended well' : `${faults} faults`)
process.exit(faults === 0 ? 0 : 1)
