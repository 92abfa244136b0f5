import { parseArgs } from 'node:util'
import type { Engine } from '@paylink/core/database/engine'
import type { Point } from './strace.js'

export interface KillOptions {
  programme: 'exhaustive' | 'random'
  engines: Engine[]
  /** Words in the names of the scenarios; all without any. */
  scenarios: string[]
  /** Only this one: `pwrite64:12`. */
  point: Point | null
  kills: number
  seed: number
  /** Keeps the figures for docs/reliability.md. */
  keep: boolean
}

export const USAGE = `npm run kills -- --exhaustive [--engine NAME] [--scenario WORD]… [--point CALL:N] [--keep]
npm run kills -- --random [--engine NAME] [--kills N] [--seed N] [--keep]

  --exhaustive      kill at every syscall of every scenario; needs strace
  --scenario WORD   only scenarios with this in their name
  --point CALL:N    only on entering this syscall for the N-th time
  --random          kill at random moments while clients work
  --kills N         how often, 100
  --seed N          where chance begins, 1
  --engine NAME     sqlite or postgres, or both with a comma; exhaustive: sqlite, random: both
  --keep            keeps the figures for docs/reliability.md
`

const ENGINES: readonly string[] = ['sqlite', 'postgres']

/** @throws Error for what is not an option, or has a value that is none. */
export function readOptions(args: string[]): KillOptions {
  const { values } = parseArgs({
    args,
    options: {
      exhaustive: { type: 'boolean', default: false },
      random: { type: 'boolean', default: false },
      engine: { type: 'string' },
      scenario: { type: 'string', multiple: true, default: [] },
      point: { type: 'string' },
      kills: { type: 'string', default: '100' },
      seed: { type: 'string', default: '1' },
      keep: { type: 'boolean', default: false },
    },
  })
  if (values.exhaustive === values.random) throw new Error('either --exhaustive or --random')
  const engines = (values.engine ?? (values.random ? 'sqlite,postgres' : 'sqlite')).split(',')
  const wrong = engines.find((name) => !ENGINES.includes(name))
  if (wrong !== undefined) throw new Error(`--engine: ${wrong} is neither sqlite nor postgres`)
  return {
    programme: values.random ? 'random' : 'exhaustive',
    engines: engines as Engine[],
    scenarios: values.scenario,
    point: pointOf(values.point),
    kills: whole('--kills', values.kills),
    seed: whole('--seed', values.seed),
    keep: values.keep,
  }
}

function pointOf(text: string | undefined): Point | null {
  if (text === undefined) return null
  const [, syscall, count] = /^(\w+):(\d+)$/.exec(text) ?? []
  if (syscall === undefined) throw new Error('--point is like pwrite64:12')
  return { syscall, count: Number(count) }
}

function whole(name: string, given: string): number {
  const value = Number(given)
  if (!Number.isInteger(value) || value < 1) throw new Error(`${name}: expected a whole number from 1`)
  return value
}
