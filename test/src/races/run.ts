import { parseArgs } from 'node:util'
import type { Engine } from '@paylink/core/database/engine'
import { chance } from '../kills/chance.js'
import { unsoundness } from '../kills/soundness.js'
import { testPostgres } from '../support/postgres.js'
import { raceSite } from './race-site.js'
import { RACES } from './races.js'

const USAGE = `npm run races -- [--rounds N] [--engine NAME] [--race WORD] [--seed N]

  --rounds N     of each race, 20
  --engine NAME  sqlite or postgres, or both with a comma; both unless given
  --race WORD    only races with this in their name
  --seed N       where chance begins, 1
`
const say = (text: string): void => void process.stdout.write(`${text}\n`)

interface Options {
  rounds: number
  engines: Engine[]
  word: string
  seed: number
}

function readOptions(): Options {
  const text = { type: 'string' } as const
  const { values } = parseArgs({ options: { rounds: text, engine: text, race: text, seed: text } })
  const rounds = Number(values.rounds ?? 20)
  const seed = Number(values.seed ?? 1)
  if (!Number.isInteger(rounds) || rounds < 1 || !Number.isInteger(seed)) throw new Error('expected whole numbers')
  return { rounds, seed, engines: (values.engine ?? 'sqlite,postgres').split(',') as Engine[], word: values.race ?? '' }
}

/** Returns how many rounds ended as they must not. */
async function race(engine: Engine, { rounds, word, seed }: Options): Promise<number> {
  const site = await raceSite(engine)
  let faults = 0
  try {
    for (const { name, run } of RACES.filter((one) => one.name.includes(word))) {
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
    return faults + unsound.length
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
