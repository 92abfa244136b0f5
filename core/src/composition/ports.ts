import type { KeylessSettings } from '@paylink/config'
import type { DatabaseLimits } from '../database/connect.js'
import type { ClientConnectionLimits } from '../http/connection-limits.js'
import { type Clock, SystemClock } from '../kernel/clock.js'
import type { Log } from '../kernel/log.js'
import type { Meter } from '../kernel/meter.js'
import { type Random, SystemRandom } from '../kernel/random.js'
import { SystemTimer, type Timer } from '../kernel/timer.js'
import type { Tracer } from '../kernel/tracer.js'
import { PinoLog } from './pino-log.js'

/** The outer world; tests bring their own. */
export interface Ports {
  clock: Clock
  random: Random
  timer: Timer
  log: Log
  /** Without one nothing is counted. */
  meter?: Meter
  /** Without one nothing is traced. */
  tracer?: Tracer
  /** Other limits on connections than the usual ones. */
  connectionLimits?: Partial<ClientConnectionLimits>
  /** Those of requests unless given. */
  databaseLimits?: DatabaseLimits
  /** The operator is told of an outage of the database by the command that failed: it is not logged as well. */
  isToldOutages?: boolean
}

export const systemPorts = (settings: KeylessSettings): Ports => ({
  clock: new SystemClock(),
  random: new SystemRandom(),
  timer: new SystemTimer(),
  log: new PinoLog(settings.logLevel),
})
