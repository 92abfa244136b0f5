import { mutated } from './mutation.js'
import type * as Seeds from './seeds.js'
import { REGRESSIONS } from './shards.js'
import { Template } from './template.js'
import type { Finding } from './invariant-checker.js'

/** What may find a seeded bug, in the order in which it is tried. */
export interface HuntRequest {
  mutant: string
  savedRun?: string
  known: number[]
  /** Then so many after this one. */
  from: number
  maxSeeds: number
}

/** `by`: a seed, or the name of a saved run. */
export type Found = { by: number | string; finding: Finding } | null

/** Looks for one seeded bug after another, as its parent sends them: what loads slowly is loaded once. */
const template = await Template.make()
process.on('exit', () => template.remove())
process.on('disconnect', () => process.exit(0))
process.on('message', (request: HuntRequest) => void hunt(request).then((found) => process.send?.({ found })))
process.send?.({ isReady: true })

async function hunt({ mutant, savedRun, known, from, maxSeeds }: HuntRequest): Promise<Found> {
  const campaign = await mutated<typeof Seeds>('seeds.js', mutant)
  if (savedRun !== undefined) {
    const { steps, ...plan } = campaign.savedRun(`${REGRESSIONS}${savedRun}.json`)
    const { finding } = await campaign.runSteps(template, plan, steps)
    if (finding) return { by: savedRun, finding }
  }
  const all = Array.from({ length: maxSeeds }, (_, at) => from + at + 1)
  for (const seed of [...known, ...all.filter((at) => !known.includes(at))]) {
    const { finding } = await campaign.runSeed(template, seed)
    if (finding) return { by: seed, finding }
  }
  return null
}
