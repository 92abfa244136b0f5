import type { Call, Point } from './strace.js'

/** Steps that look alike are killed in so many of them. */
const ALIKE = 5
/** Of a few calls of one kind in a row all; of many, about the square root of their number. */
const FEW = 3

const DURABLE = new Set(['fsync', 'fdatasync', 'ftruncate', 'link', 'unlink', 'rename'])
/** What differs from one run to the next. */
const CHANGING = /\d+|-[0-9a-z]{8}(?=[.])/g
/** How the threads of one process wake each other. */
const INTERNAL = /eventfd|pipe:/

interface Known extends Point {
  kind: string
}

/**
 * Of all calls of a command, those that a kill can leave something different at. They are divided into steps, each of
 * which ends with a call that makes what came before durable, or with a COMMIT. Steps that consist of the same calls on the
 * same files are alike, as those for one table after another: a few of them, from the first to the last, stand for all.
 */
export function unlikePoints(calls: readonly Call[]): Point[] {
  const alike = new Map<string, Known[][]>()
  for (const step of stepsOf(calls)) {
    const shape = [...new Set(step.map(({ kind }) => kind))].join()
    alike.set(shape, [...(alike.get(shape) ?? []), step])
  }
  const chosen = [...alike.values()].flatMap((steps) => spread(steps, ALIKE).flatMap(pointsIn))
  const byName = new Map(chosen.map(({ syscall, count }) => [`${syscall}:${count}`, { syscall, count }]))
  return [...byName.values()]
}

function stepsOf(calls: readonly Call[]): Known[][] {
  const steps: Known[][] = [[]]
  for (const { syscall, count, text } of calls) {
    const target = (/^\d+<([^>]*)>/.exec(text)?.[1] ?? text.split(')')[0] ?? '').replace(CHANGING, '#')
    if (INTERNAL.test(target)) continue
    // Which of the calls sends a message is of no account.
    const kind = target.startsWith('socket') ? target : `${syscall} ${target}`
    steps.at(-1)?.push({ syscall, count, kind })
    if (DURABLE.has(syscall) || text.includes('COMMIT')) steps.push([])
  }
  return steps.filter(({ length }) => length > 0)
}

function pointsIn(step: readonly Known[]): Known[] {
  const rows: Known[][] = []
  for (const call of step) {
    const last = rows.at(-1)
    if (last?.[0]?.kind === call.kind) last.push(call)
    else rows.push([call])
  }
  return rows.flatMap((row) => spread(row, Math.max(FEW, Math.ceil(Math.sqrt(row.length)))))
}

/** From the first to the last, evenly. */
function spread<T>(all: readonly T[], most: number): T[] {
  if (all.length <= most) return [...all]
  const chosen = Array.from({ length: most }, (_, at) => Math.round((at * (all.length - 1)) / (most - 1)))
  return chosen.map((at) => all[at] as T)
}
