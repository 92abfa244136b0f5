import { VERSION } from '../kernel/version.js'
import type { Engine } from '../database/engine.js'
import { type Clock, iso } from '../kernel/clock.js'

/** What runs here. */
export interface Installation {
  version: string
  engine: Engine
  /** Since when this process runs. */
  startedAt: string
}

/** Made with the process. */
export class ReadInstallation {
  private readonly found: Installation

  constructor(engine: Engine, clock: Clock) {
    this.found = { version: VERSION, engine, startedAt: iso(clock.now()) }
  }

  run(): Installation {
    return this.found
  }
}
