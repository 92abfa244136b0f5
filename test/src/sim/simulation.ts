import type { Caller } from '@paylink/core/kernel/caller'
import { Acting } from './acts.js'
import { type Decisions } from './decisions.js'
import { SimProcess } from './process.js'
import { Requests } from './requests.js'
import { SqliteOnlooker } from './snapshot.js'
import { windDown } from './wind-down.js'
import { type RunOptions, World } from './world.js'
import type { Finding } from './watch.js'

export interface Ran {
  finding: Finding | null
  turns: number
  /** Tells two runs apart that should be the same. */
  hash: number
  counts: Map<string, number>
}

/** One run: what the decisions say, then the end of all faults, then everything must come right. */
export class Simulation {
  readonly requests: Requests
  private hash = 0
  private turns = 0

  private constructor(
    readonly world: World,
    public process: SimProcess,
    readonly caller: Caller,
  ) {
    this.requests = new Requests(world, caller)
  }

  /** `databasePath`: a copy of the template. */
  static async run(decisions: Decisions, options: RunOptions, databasePath: string, caller: Caller): Promise<Ran> {
    const world = new World(decisions, options, `sqlite:${databasePath}`, new SqliteOnlooker(databasePath))
    const simulation = new Simulation(world, await SimProcess.boot(world), caller)
    try {
      const acting = new Acting(simulation)
      for (let act = acting.next(); act !== null && !world.watch.finding; act = acting.next()) {
        simulation.note(act)
        await acting.perform(act)
        world.watch.look()
      }
      if (!world.watch.finding) await windDown(simulation)
    } finally {
      simulation.process.crash()
      world.watch.close()
    }
    const { finding } = world.watch
    return { finding, turns: simulation.turns, hash: simulation.hash, counts: world.counts }
  }

  /** Lets one of those who wait go on. */
  async goOn(index: number): Promise<void> {
    this.note(await this.world.scheduler.step(index))
  }

  async crash(): Promise<void> {
    this.world.count('crash')
    this.process.crash()
    this.world.dropRequests()
    this.world.watch.crashed()
    this.process = await SimProcess.boot(this.world)
    this.world.watch.booted()
  }

  private note(text: string): void {
    this.turns++
    this.world.options.tell?.(`${this.world.scheduler.now().toISOString()}  ${text}`)
    for (let at = 0; at < text.length; at++) this.hash = (Math.imul(this.hash, 31) + text.charCodeAt(at)) | 0
    this.hash = (Math.imul(this.hash, 31) + this.world.nowMs) | 0
  }
}
