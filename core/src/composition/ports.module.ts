import type { Settings } from '@paylink/config'
import { ContainerModule } from 'inversify'
import { Clock } from '../kernel/clock.js'
import { Ids } from '../kernel/ids.js'
import { Log } from '../kernel/log.js'
import { BASE_URL, PROCESS_ID, SETTINGS } from '../kernel/provide.js'
import { Random } from '../kernel/random.js'
import { Timer } from '../kernel/timer.js'
import { RateLimiter } from '../rate-limiting/rate-limiter.js'
import { Sealer } from '../secrets/sealer.js'

export interface GivenPorts {
  settings: Settings
  clock: Clock
  random: Random
  timer: Timer
  log: Log
  ids: Ids
  sealer: Sealer
  processId: string
}

/** Settings, ports and what is made of them alone. */
export const portsModule = (given: GivenPorts): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(SETTINGS).toConstantValue(given.settings)
    bind(BASE_URL).toConstantValue(given.settings.baseUrl)
    bind(PROCESS_ID).toConstantValue(given.processId)
    bind(Clock).toConstantValue(given.clock)
    bind(Random).toConstantValue(given.random)
    bind(Timer).toConstantValue(given.timer)
    bind(Log).toConstantValue(given.log)
    bind(Ids).toConstantValue(given.ids)
    bind(Sealer).toConstantValue(given.sealer)
    bind(RateLimiter).toConstantValue(new RateLimiter(given.clock, given.settings.rateLimitPerMinute))
  })
