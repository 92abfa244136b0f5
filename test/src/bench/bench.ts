import type { Engine } from '@paylink/core/database/engine'
import { fillWithLinks } from './bench-links.js'
import type { Children } from './children.js'
import type { BenchDatabases } from './databases.js'
import type { Options } from './options.js'
import type { Report } from './report.js'
import { Floor, Paylink } from './servers.js'

/** Links in the databases of the usual rows, and in the small table of row 5. */
export const USUAL_LINKS = 10_000

/** All that the rows of one engine share. */
export class Bench {
  private large: Promise<Paylink> | undefined

  constructor(
    readonly engine: Engine,
    readonly options: Options,
    readonly report: Report,
    readonly databases: BenchDatabases,
    readonly children: Children,
  ) {}

  /** Ours, not running, with so many links. */
  async paylink(links: number): Promise<Paylink> {
    const paylink = await Paylink.make(this.engine, this.databases, this.children, this.options.profile)
    if (links > 0) await fillWithLinks(paylink.databaseUrl, links)
    return paylink
  }

  /** The one with the large table: filling it takes a while, and several rows look at it. */
  largePaylink(): Promise<Paylink> {
    this.large ??= this.paylink(this.options.rows)
    return this.large
  }

  /** The floor, not running, with so many links. */
  async floor(links: number): Promise<Floor> {
    const floor = await Floor.make(this.engine, this.databases, this.children)
    if (links > 0) await fillWithLinks(floor.databaseUrl, links)
    return floor
  }

  /** Both side by side while `act` runs. */
  async pair(
    links: number,
    act: (ours: Paylink, floor: Floor) => Promise<void>,
    settings: Record<string, string> = {},
  ): Promise<void> {
    const ours = await this.paylink(links)
    const floor = await this.floor(links)
    try {
      await ours.start(settings)
      await floor.start()
      await act(ours, floor)
    } finally {
      await Promise.all([ours.stop(), floor.stop()])
    }
  }
}
