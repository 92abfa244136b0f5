import { parseArgs } from 'node:util'
import type { Engine } from '@paylink/core/database/engine'

export interface SoakOptions {
  minutes: number
  /** Before them, at a higher rate: until caches are full and code is compiled. Nothing of it is judged. */
  warmUpMinutes: number
  engine: Engine
  /** Journeys of payers a second; each is about seven requests. */
  rate: number
  /** One in so many acts goes wrong. */
  faultOneIn: number
  seed: number
  /** Keeps the figures for docs/reliability.md. */
  keep: boolean
  /** Where the server writes a heap snapshot at the end of each quarter. */
  snapshots: string | null
}

export const USAGE = `npm run soak -- [options]

  --minutes N         how long the load that is judged lasts, 60
  --warm-up N         minutes before it, at three times the rate, 15
  --engine NAME       sqlite or postgres, sqlite
  --rate N            journeys a second, of about seven requests each, 2
  --fault-one-in N    one in so many acts goes wrong, 100
  --seed N            where chance begins, 1
  --keep              keeps the figures for docs/reliability.md
  --snapshots FOLDER  the server writes a heap snapshot there at the end of each quarter
`

/** @throws Error for what is not an option, or has a value that is none. */
export function readOptions(args: string[]): SoakOptions {
  const { values } = parseArgs({
    args,
    options: {
      minutes: { type: 'string', default: '60' },
      'warm-up': { type: 'string', default: '15' },
      engine: { type: 'string', default: 'sqlite' },
      rate: { type: 'string', default: '2' },
      'fault-one-in': { type: 'string', default: '100' },
      seed: { type: 'string', default: '1' },
      keep: { type: 'boolean', default: false },
      snapshots: { type: 'string' },
    },
  })
  const { engine } = values
  if (engine !== 'sqlite' && engine !== 'postgres') throw new Error('--engine: expected sqlite or postgres')
  return {
    minutes: positive('--minutes', values.minutes),
    warmUpMinutes: positive('--warm-up', values['warm-up']),
    engine,
    rate: positive('--rate', values.rate),
    faultOneIn: positive('--fault-one-in', values['fault-one-in']),
    seed: positive('--seed', values.seed),
    keep: values.keep,
    snapshots: values.snapshots ?? null,
  }
}

function positive(name: string, given: string): number {
  const value = Number(given)
  if (!(value > 0 && value < Infinity)) throw new Error(`${name}: expected a number above 0`)
  return value
}
