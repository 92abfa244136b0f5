import type { AccountPrincipal } from '@paylink/core/kernel/principal'
import { ActRunner } from './acts.js'
import { type Decisions } from './decisions.js'
import { windDownInvoices } from './invoice-wind-down.js'
import { SimProcess } from './process.js'
import { Requests } from './requests.js'
import { SqliteObserver } from './snapshot.js'
import { windDown } from './wind-down.js'
import { type RunOptions, World } from './world.js'
import type { Finding } from './invariant-checker.js'

export interface Ran {
  finding: Finding | null
  turns: number
  /** Equal for two runs of one seed. */
  hash: number
  counts: Map<string, number>
}

const PLACES = ['here', 'there'] as const
/** In a story with less of a crowd, one act in so many begins before the one before is over. */
const RESTLESS_ONE_IN = 3
const MAX_STEPS = 20_000

/** One run: the decided steps, then the end of all faults, after which everything must be resolved. */
export class Simulation {
  readonly requests: Requests
  /** Those that live, the first one first. */
  processes: SimProcess[] = []
  private hash = 0
  private turns = 0

  private constructor(
    readonly world: World,
    readonly principal: AccountPrincipal,
  ) {
    this.requests = new Requests(world, principal)
  }

  /** `databasePath`: a copy of the template. */
  static async run(
    decisions: Decisions,
    options: RunOptions,
    databasePath: string,
    principal: AccountPrincipal,
  ): Promise<Ran> {
    const world = new World(decisions, options, `sqlite:${databasePath}`, new SqliteObserver(databasePath))
    const simulation = new Simulation(world, principal)
    try {
      await simulation.boot(PLACES[0])
      const acting = new ActRunner(simulation)
      for (let act = acting.next(); act !== null && !world.checker.finding; act = acting.next()) {
        simulation.note(act)
        await acting.perform(act)
        world.checker.look()
        if (options.story !== 'crowd' && !decisions.oneIn(RESTLESS_ONE_IN)) await simulation.rest()
      }
      if (!world.checker.finding) await windDown(simulation)
      if (!world.checker.finding && options.story === 'invoices') await windDownInvoices(simulation)
    } finally {
      for (const process of simulation.processes) process.crash()
      world.checker.close()
    }
    const { finding } = world.checker
    return { finding, turns: simulation.turns, hash: simulation.hash, counts: world.counts }
  }

  /** Resumes one waiting point. */
  async resume(index: number): Promise<void> {
    this.note(await this.world.scheduler.step(index))
  }

  /** Runs every waiting point, the longest waiting first, until none is left. */
  async rest(): Promise<void> {
    const { scheduler, checker } = this.world
    for (let steps = 0; scheduler.ready > 0 && !checker.finding; steps++) {
      if (steps > MAX_STEPS) return checker.report('liveness', 'it never settles')
      await this.resume(0)
      checker.look()
    }
  }

  /** A process dies. It is restarted at once, unless another one lives; `lost` is not. */
  async crash(lost?: SimProcess): Promise<void> {
    const { world } = this
    world.count('crash')
    if (lost) world.count('lost worker')
    const dead = lost ?? world.decisions.pick(this.processes)
    dead.crash()
    this.processes = this.processes.filter((other) => other !== dead)
    world.dropRequests()
    world.checker.crashed(dead)
    if (this.processes.length === 0 || (!lost && !world.decisions.oneIn(2))) await this.boot(dead.place)
  }

  async bootAnother(): Promise<void> {
    this.world.count('second process')
    await this.boot(PLACES.find((place) => this.processes.every((other) => other.place !== place)) ?? PLACES[0])
  }

  private async boot(place: string): Promise<void> {
    const { world } = this
    const booted = world.checker.boots(place, this.processes)
    let hasOtherRun = false
    const letOthersGoOn = (): Promise<void> => {
      hasOtherRun = true
      return this.resume(0)
    }
    this.processes = [...this.processes, await SimProcess.boot(world, place, letOthersGoOn)]
    booted(hasOtherRun)
  }

  private note(text: string): void {
    this.turns++
    this.world.options.tell?.(`${this.world.scheduler.now().toISOString()}  ${text}`)
    for (let at = 0; at < text.length; at++) this.hash = (Math.imul(this.hash, 31) + text.charCodeAt(at)) | 0
    this.hash = (Math.imul(this.hash, 31) + this.world.nowMs) | 0
  }
}
