import { mutated } from './mutation.js'
import type { runSeed } from './seeds.js'
import { Template } from './template.js'
import type { Finding } from './invariant-checker.js'

/** Seeds that may find a seeded bug, in the order in which they are tried. */
export interface HuntRequest {
  mutant: string
  /** Tried first. */
  known: number[]
  /** Then so many after this one. */
  from: number
  maxSeeds: number
}

export type Found = { seed: number; finding: Finding } | null

/** Looks for one seeded bug after another, as its parent sends them: what loads slowly is loaded once. */
const template = await Template.make()
process.on('exit', () => template.remove())
process.on('disconnect', () => process.exit(0))
process.on('message', (request: HuntRequest) => void hunt(request).then((found) => process.send?.({ found })))
process.send?.({ isReady: true })

async function hunt({ mutant, known, from, maxSeeds }: HuntRequest): Promise<Found> {
  const campaign = await mutated<{ runSeed: typeof runSeed }>('seeds.js', mutant)
  const all = Array.from({ length: maxSeeds }, (_, at) => from + at + 1)
  for (const seed of [...known, ...all.filter((at) => !known.includes(at))]) {
    const { finding } = await campaign.runSeed(template, seed)
    if (finding) return { seed, finding }
  }
  return null
}
