import { writeFileSync } from 'node:fs'
import type { Engine } from '@paylink/core/database/engine'
import { keepFigures } from '../support/figures.js'

/** A bound: `most` for what should be small, `least` for what should be large. */
export type Bound = { most: number } | { least: number }

export interface Target {
  /** Its number, with a letter where a row has several parts. */
  row: string
  what: string
  ratio: string
  goal: Bound
  redLine: number | null
}

export type Verdict = 'ok' | 'over goal' | 'OVER RED LINE'

export interface Line extends Target {
  engine: Engine
  rounds: number[]
  median: number
  verdict: Verdict
  /** The medians that were divided. */
  figures: string
}

export class Report {
  readonly lines: Line[] = []
  private readonly failures: string[] = []

  constructor(private readonly say: (text: string) => void) {}

  add(engine: Engine, target: Target, rounds: number[], figures = ''): void {
    const middle = median(rounds)
    const line = { ...target, engine, rounds, median: middle, verdict: verdictOf(target, middle), figures }
    this.lines.push(line)
    this.say(rendered(line))
  }

  /** A row that could not be measured; the others go on. */
  fail(engine: Engine, name: string, error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error)
    this.failures.push(`${name} on ${engine}: ${reason}`)
    this.say(`   ! ${name} on ${engine} could not be measured: ${reason}`)
  }

  get isComplete(): boolean {
    return this.failures.length === 0
  }

  header(): void {
    this.say(['row', 'engine  ', 'what'.padEnd(46), 'median', ' goal', '  red', 'verdict      ', 'rounds'].join('  '))
  }

  /** For docs/reliability.md. */
  keep(): void {
    for (const { what, ratio, engine, median: middle, goal } of this.lines) {
      keepFigures('benchmarks', `${what}: ${ratio}`, { [engine]: shown(middle), goal: boundOf(goal) })
    }
  }

  write(file: string, facts: object): void {
    writeFileSync(file, `${JSON.stringify({ ...facts, lines: this.lines, failures: this.failures }, null, 2)}\n`)
  }
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

function verdictOf({ goal, redLine }: Target, value: number): Verdict {
  const isOver = 'most' in goal ? (bound: number) => !(value <= bound) : (bound: number) => !(value >= bound)
  if (redLine !== null && isOver(redLine)) return 'OVER RED LINE'
  return isOver('most' in goal ? goal.most : goal.least) ? 'over goal' : 'ok'
}

function rendered({ row, engine, what, ratio, goal, redLine, median: middle, verdict, rounds, figures }: Line): string {
  const columns = [
    row.padEnd(3),
    engine.padEnd(8),
    what.padEnd(46),
    shown(middle).padStart(6),
    boundOf(goal).padStart(5),
    (redLine === null ? '–' : `${'most' in goal ? '>' : '<'}${redLine}`).padStart(5),
    verdict.padEnd(13),
    rounds.map(shown).join(' '),
  ]
  return `${columns.join('  ')}\n               ${ratio}${figures === '' ? '' : `: ${figures}`}`
}

const boundOf = (goal: Bound): string => ('most' in goal ? `≤${goal.most}` : `≥${goal.least}`)
const shown = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toFixed(2))
