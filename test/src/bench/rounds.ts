import { pause } from './load.js'
import { nowMs } from './machine-clock.js'
import type { Options } from './options.js'
import { median } from './report.js'

/** Between one act and the next: each meets a service at rest. */
const PACE_MS = 5

/**
 * Takes every sample once a round, each round beginning with another one: what the machine does at the time
 * meets all of them alike. One more at the start warms up and is not counted.
 */
export async function inRounds<Name extends string, Sample>(
  rounds: number,
  samples: Record<Name, () => Promise<Sample>>,
): Promise<Record<Name, Sample[]>> {
  const names = Object.keys(samples) as Name[]
  const taken = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Sample[]>
  for (const name of names) await samples[name]()
  for (let round = 0; round < rounds; round++) {
    const turn = round % names.length
    for (const name of [...names.slice(turn), ...names.slice(0, turn)]) taken[name].push(await samples[name]())
  }
  return taken
}

/**
 * One act after another, each side in turn: what the machine does in a moment meets both alike, where a sample of the
 * one and then of the other would differ by it. Returns the times of each round.
 */
export async function alternately<Name extends string>(
  { rounds, seconds }: Options,
  acts: Record<Name, () => Promise<number[]>>,
): Promise<Record<Name, number[][]>> {
  const names = Object.keys(acts) as Name[]
  const sample = async (): Promise<Record<Name, number[]>> => {
    const times = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, number[]>
    const until = nowMs() + seconds * 1000 * names.length
    while (nowMs() < until) {
      for (const name of names) {
        times[name].push(...(await acts[name]()))
        await pause(PACE_MS)
      }
      names.push(...names.splice(0, 1))
    }
    return times
  }
  const { both } = await inRounds(rounds, { both: sample })
  return Object.fromEntries(names.map((name) => [name, both.map((times) => times[name])])) as Record<Name, number[][]>
}

/** Round by round. */
export const quantiles = (rounds: number[][], part: number): number[] =>
  rounds.map((times) => {
    const sorted = [...times].sort((a, b) => a - b)
    return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
  })

/** Round by round. */
export const divided = (above: number[], below: number[]): number[] =>
  above.map((value, round) => value / (below[round] ?? Number.NaN))

/** `ours 1200 req/s, floor 2100 req/s`: the medians behind a ratio. */
export function figures(unit: string, samples: Record<string, number[]>): string {
  const digits = unit === 'ms' ? 2 : 0
  return Object.entries(samples)
    .map(([name, values]) => `${name} ${median(values).toFixed(digits)} ${unit}`)
    .join(', ')
}
