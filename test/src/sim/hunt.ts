import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Mutant } from './mutants.js'
import type { Found, HuntRequest } from './hunter.js'
import { keepFigures } from '../support/figures.js'
import { INVOICES, RELEASES } from './seeds.js'
import { forkScript } from './shards.js'

export interface Hunted {
  mutant: Mutant
  /** The saved run or the first seed that finds it, and how. */
  found: Exclude<Found, null> | undefined
}

const KNOWN = fileURLToPath(new URL('../../sim/mutants.json', import.meta.url))

/** What found each seeded bug in the last full hunt: invariant, and saved run or first seed, by name. */
export type Known = Record<string, { invariant: string; seed?: number; savedRun?: string }>

export const knownFinds = (): Known => JSON.parse(readFileSync(KNOWN, 'utf8')) as Known

/** For the next hunt, and for docs/reliability.md. */
export function keepFinds(hunted: readonly Hunted[]): void {
  const finds = hunted.flatMap(({ mutant, found }) =>
    found ? [[mutant.name, found.finding.invariant, found.by] as const] : [],
  )
  const lines = finds.map(
    ([name, invariant, by]) =>
      `  ${JSON.stringify(name)}: { "invariant": ${JSON.stringify(invariant)}, "${typeof by === 'number' ? 'seed' : 'savedRun'}": ${JSON.stringify(by)} }`,
  )
  writeFileSync(KNOWN, `{\n${lines.sort().join(',\n')}\n}\n`)
  const survivors = hunted.filter(({ found }) => !found).map(({ mutant }) => mutant.name)
  keepFigures('seeded bugs', 'all', {
    bugs: hunted.length,
    found: finds.length,
    'not found': survivors.sort().join('; '),
  })
}

/** Tries seeds until one finds each bug; first its saved run, then the seed of the last full hunt, if given. */
export async function hunt(
  mutants: readonly Mutant[],
  { processes, maxSeeds, known = {} }: { processes: number; maxSeeds: number; known?: Known },
  tell: (hunted: Hunted) => void = () => undefined,
): Promise<Hunted[]> {
  const waiting = [...mutants]
  const hunted: Hunted[] = []
  const lane = async (): Promise<void> => {
    let hunter: Hunter | undefined
    for (let mutant = waiting.shift(), count = 0; mutant; mutant = waiting.shift(), count++) {
      // A mutant's modules stay in memory until the process exits.
      if (count % MAX_PER_PROCESS === 0) hunter?.end()
      if (count % MAX_PER_PROCESS === 0) hunter = new Hunter()
      const seed = known[mutant.name]?.seed
      const request = {
        mutant: mutant.name,
        savedRun: mutant.savedRun,
        known: seed === undefined ? [] : [seed],
        from: mutant.isOfInvoices ? INVOICES : mutant.isOfReleases ? RELEASES : 0,
        maxSeeds,
      }
      const result = { mutant, found: (await hunter?.hunt(request)) ?? undefined }
      hunted.push(result)
      tell(result)
    }
    hunter?.end()
  }
  await Promise.all(Array.from({ length: processes }, lane))
  return hunted
}

const MAX_PER_PROCESS = 16

/** A process that looks for one seeded bug after another. */
class Hunter {
  private readonly child = forkScript('hunter.js', [])
  private readonly ready: Promise<unknown>
  private said = ''
  private answered: (answer: unknown) => void = () => undefined
  private failed: (error: Error) => void = () => undefined

  constructor() {
    this.child.stderr?.on('data', (text: Buffer) => (this.said += text.toString()))
    this.child.stdout?.resume()
    this.child.on('message', (answer) => this.answered(answer))
    this.child.on('exit', (code) => this.failed(new Error(`a hunter ended with ${code}: ${this.said}`)))
    this.ready = this.answer()
  }

  async hunt(request: HuntRequest): Promise<Found> {
    await this.ready
    const answer = this.answer()
    this.child.send(request)
    return ((await answer) as { found: Found }).found
  }

  end(): void {
    this.child.disconnect()
  }

  private answer(): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.answered = resolve
      this.failed = reject
    })
  }
}
