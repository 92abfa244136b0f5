import { parseArgs } from 'node:util'
import type { Engine } from '@paylink/core/database/engine'

export interface Options {
  /** Numbers of rows. */
  only: ReadonlySet<string>
  engines: Engine[]
  rounds: number
  seconds: number
  /** Links in the large table, and payments in the large shop. */
  rows: number
  json: string | null
  /** Keeps the ratios for docs/reliability.md. */
  keep: boolean
  /** Where our server writes its CPU profiles. */
  profile: string | null
}

const ROWS = [
  '1',
  '2',
  '3',
  '4',
  '5',
  '6',
  '7',
  '8',
  '9',
  '10',
  '11',
  '12',
  '13',
  '15',
  '16',
  '17',
  '18',
  '19',
  '21',
  '22',
]
const ENGINES: Engine[] = ['sqlite', 'postgres']

export const USAGE = `npm run bench -- [options]

  --only 1,2,3      rows of the table (${ROWS.join(', ')})
  --engine NAME     ${ENGINES.join(' or ')}; both unless given
  --rounds N        rounds of samples, 3
  --seconds N       seconds a sample, 3
  --rows N          links in the large table of rows 5 and 12, payments in the large shops of rows 17, 19, 21 and 22, 1000000
  --json FILE       writes all figures to a file
  --keep            keeps the ratios for docs/reliability.md
  --profile FOLDER  our server writes a CPU profile there when it ends
`

/** @throws Error for what is not an option, or has a value that is none. */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string' },
      engine: { type: 'string' },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      rows: { type: 'string' },
      json: { type: 'string' },
      keep: { type: 'boolean', default: false },
      profile: { type: 'string' },
    },
  })
  return {
    only: new Set(among('--only', values.only, ROWS)),
    engines: among('--engine', values.engine, ENGINES),
    rounds: whole('--rounds', values.rounds, 3, 100),
    seconds: whole('--seconds', values.seconds, 3, 120),
    rows: whole('--rows', values.rows, 1_000_000, 10_000_000),
    json: values.json ?? null,
    keep: values.keep,
    profile: values.profile ?? null,
  }
}

function among<T extends string>(name: string, given: string | undefined, known: T[]): T[] {
  if (given === undefined) return known
  const words = given.split(',').map((word) => word.trim())
  const wrong = words.filter((word) => !known.some((one) => one === word))
  if (wrong.length > 0) throw new Error(`${name}: ${wrong.join(', ')} is not among ${known.join(', ')}`)
  return known.filter((one) => words.includes(one))
}

function whole(name: string, given: string | undefined, usual: number, most: number): number {
  if (given === undefined) return usual
  const value = Number(given)
  if (!Number.isInteger(value) || value < 1 || value > most) throw new Error(`${name}: expected 1 to ${most}`)
  return value
}
