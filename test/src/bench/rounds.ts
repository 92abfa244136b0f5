import { median } from './report.js'

/**
 * Takes every sample once a round, each round beginning with another one: what the machine does meanwhile
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
