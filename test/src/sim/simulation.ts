import type { Caller } from '@paylink/core/kernel/caller'
import { Acting } from './acts.js'
import { type Decisions } from './decisions.js'
import { windDownInvoices } from './invoice-wind-down.js'
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

const PLACES = ['here', 'there'] as const
/** In a story with less of a crowd, one act in so many begins before the one before is over. */
const RESTLESS_ONE_IN = 3
const MOST_STEPS = 20_000

/** One run: what the decisions say, then the end of all faults, then everything must come right. */
export class Simulation {
  readonly requests: Requests
  /** Those that live, the first one first. */
  processes: SimProcess[] = []
  private hash = 0
  private turns = 0

  private constructor(
    readonly world: World,
    readonly caller: Caller,
  ) {
    this.requests = new Requests(world, caller)
  }

  /** `databasePath`: a copy of the template. */
  static async run(decisions: Decisions, options: RunOptions, databasePath: string, caller: Caller): Promise<Ran> {
    const world = new World(decisions, options, `sqlite:${databasePath}`, new SqliteOnlooker(databasePath))
    const simulation = new Simulation(world, caller)
    try {
      await simulation.boot(PLACES[0])
      const acting = new Acting(simulation)
      for (let act = acting.next(); act !== null && !world.watch.finding; act = acting.next()) {
        simulation.note(act)
        await acting.perform(act)
        world.watch.look()
        if (options.story !== 'crowd' && !decisions.oneIn(RESTLESS_ONE_IN)) await simulation.rest()
      }
      if (!world.watch.finding) await windDown(simulation)
      if (!world.watch.finding && options.story === 'invoices') await windDownInvoices(simulation)
    } finally {
      for (const process of simulation.processes) process.crash()
      world.watch.close()
    }
    const { finding } = world.watch
    return { finding, turns: simulation.turns, hash: simulation.hash, counts: world.counts }
  }

  /** Lets one of those who wait go on. */
  async goOn(index: number): Promise<void> {
    this.note(await this.world.scheduler.step(index))
  }

  /** Whoever can go on does, the longest waiting first, until nobody can. */
  async rest(): Promise<void> {
    const { scheduler, watch } = this.world
    for (let steps = 0; scheduler.ready > 0 && !watch.finding; steps++) {
      if (steps > MOST_STEPS) return watch.blame('liveness', 'it never comes to rest')
      await this.goOn(0)
      watch.look()
    }
  }

  /** A process dies. It is started again at once, unless another one lives and does its work. */
  async crash(): Promise<void> {
    const { world } = this
    world.count('crash')
    const dead = world.decisions.pick(this.processes)
    dead.crash()
    this.processes = this.processes.filter((other) => other !== dead)
    world.dropRequests()
    world.watch.crashed(dead)
    if (this.processes.length === 0 || !world.decisions.oneIn(2)) await this.boot(dead.place)
  }

  async bootAnother(): Promise<void> {
    this.world.count('second process')
    await this.boot(PLACES.find((place) => this.processes.every((other) => other.place !== place)) ?? PLACES[0])
  }

  private async boot(place: string): Promise<void> {
    const { world } = this
    const booted = world.watch.boots(place, this.processes)
    let hasAnybodyGoneOn = false
    const letOthersGoOn = (): Promise<void> => {
      hasAnybodyGoneOn = true
      return this.goOn(0)
    }
    this.processes = [...this.processes, await SimProcess.boot(world, place, letOthersGoOn)]
    booted(hasAnybodyGoneOn)
  }

  private note(text: string): void {
    this.turns++
    this.world.options.tell?.(`${this.world.scheduler.now().toISOString()}  ${text}`)
    for (let at = 0; at < text.length; at++) this.hash = (Math.imul(this.hash, 31) + text.charCodeAt(at)) | 0
    this.hash = (Math.imul(this.hash, 31) + this.world.nowMs) | 0
  }
}
