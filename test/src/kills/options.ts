import { parseArgs } from 'node:util'
import type { Engine } from '@paylink/core/database/engine'
import type { Point } from './strace.js'

export interface KillOptions {
  engines: Engine[]
  /** Words in the names of the scenarios; all without any. */
  scenarios: string[]
  /** Only this one: `pwrite64:12`. */
  point: Point | null
}

export const USAGE = `npm run kills -- --exhaustive [--engine NAME] [--scenario WORD]… [--point CALL:N]

  --exhaustive      kill at every syscall of every scenario; needs strace
  --engine NAME     sqlite (unless given) or postgres, or both with a comma
  --scenario WORD   only scenarios with this in their name
  --point CALL:N    only on entering this syscall for the N-th time
`

export function readOptions(args: string[]): KillOptions {
  const { values } = parseArgs({
    args,
    options: {
      exhaustive: { type: 'boolean' },
      engine: { type: 'string', default: 'sqlite' },
      scenario: { type: 'string', multiple: true, default: [] },
      point: { type: 'string' },
    },
  })
  return { engines: values.engine.split(',') as Engine[], scenarios: values.scenario, point: pointOf(values.point) }
}

function pointOf(text: string | undefined): Point | null {
  if (text === undefined) return null
  const [, syscall, count] = /^(\w+):(\d+)$/.exec(text) ?? []
  if (syscall === undefined) throw new Error('--point is like pwrite64:12')
  return { syscall, count: Number(count) }
}
