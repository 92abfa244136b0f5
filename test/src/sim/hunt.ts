import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Mutant } from './mutants.js'
import { runShard } from './shards.js'
import type { ShardReport } from './shard.js'

export interface Hunted {
  mutant: Mutant
  /** The first seed that finds it, and how. */
  found: ShardReport['findings'][number] | undefined
}

const KNOWN = fileURLToPath(new URL('../../sim/mutants.json', import.meta.url))

/** What found each seeded bug the last time all were looked for: invariant and first seed, by name. */
export type Known = Record<string, { invariant: string; seed: number }>

export const knownFinds = (): Known => JSON.parse(readFileSync(KNOWN, 'utf8')) as Known

export function keepFinds(hunted: readonly Hunted[]): void {
  const finds = hunted.flatMap(({ mutant, found }) =>
    found ? [[mutant.name, { invariant: found.finding.invariant, seed: found.seed }] as const] : [],
  )
  const lines = finds.map(([name, find]) => `  ${JSON.stringify(name)}: ${JSON.stringify(find)}`)
  writeFileSync(KNOWN, `{\n${lines.sort().join(',\n')}\n}\n`)
}

/** Looks for each seeded bug, seed after seed, until one finds it; first with the seed that did the last time, if given. */
export async function hunt(
  mutants: readonly Mutant[],
  { processes, mostSeeds, known = {} }: { processes: number; mostSeeds: number; known?: Known },
  tell: (hunted: Hunted) => void = () => undefined,
): Promise<Hunted[]> {
  const waiting = [...mutants]
  const hunted: Hunted[] = []
  const find = async (mutant: Mutant): Promise<Hunted['found']> => {
    const seed = known[mutant.name]?.seed
    const again = seed === undefined ? [] : (await shard(mutant, seed, seed)).findings
    return again[0] ?? (await shard(mutant, 1, mostSeeds)).findings[0]
  }
  const lane = async (): Promise<void> => {
    for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
      const result = { mutant, found: await find(mutant) }
      hunted.push(result)
      tell(result)
    }
  }
  await Promise.all(Array.from({ length: processes }, lane))
  return hunted
}

const shard = (mutant: Mutant, from: number, to: number): Promise<ShardReport> =>
  runShard({ from, to, stride: 1, isOneEnough: true }, mutant)
