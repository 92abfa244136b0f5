import type { Mutant } from './mutants.js'
import { runShard } from './shards.js'
import type { ShardReport } from './shard.js'

export interface Hunted {
  mutant: Mutant
  /** The first seed that finds it, and how. */
  found: ShardReport['findings'][number] | undefined
}

/** Looks for each seeded bug, seed after seed, until one finds it. */
export async function hunt(
  mutants: readonly Mutant[],
  processes: number,
  mostSeeds: number,
  tell: (hunted: Hunted) => void,
): Promise<Hunted[]> {
  const waiting = [...mutants]
  const hunted: Hunted[] = []
  const lane = async (): Promise<void> => {
    for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
      const { findings } = await runShard({ from: 1, to: mostSeeds, stride: 1, isOneEnough: true }, mutant)
      const result = { mutant, found: findings[0] }
      hunted.push(result)
      tell(result)
    }
  }
  await Promise.all(Array.from({ length: processes }, lane))
  return hunted
}
