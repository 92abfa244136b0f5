import { readFileSync } from 'node:fs'
import type { Engine } from '../database/engine.js'
import { type Clock, iso } from '../kernel/clock.js'

/** What runs here. */
export interface Installation {
  version: string
  engine: Engine
  /** Since when this process runs. */
  startedAt: string
}

const PACKAGE = new URL('../../package.json', import.meta.url)

export function installedVersion(): string {
  const { version } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string }
  return version
}

/** Made with the process. */
export class ReadInstallation {
  private readonly found: Installation

  constructor(engine: Engine, clock: Clock) {
    this.found = { version: installedVersion(), engine, startedAt: iso(clock.now()) }
  }

  run(): Installation {
    return this.found
  }
}
