import { ContainerModule } from 'inversify'
import { UnitOfWork } from '../database/unit-of-work.js'
import { Clock } from '../kernel/clock.js'
import { Log } from '../kernel/log.js'
import { PROCESS_ID, provide, provideFrom, SETTINGS } from '../kernel/provide.js'
import { WakeSignal } from '../work/wake-signal.js'
import { RateLimiter } from './rate-limiter.js'
import { SharedCounts } from './shared-counts.js'

export const rateLimitingModule = new ContainerModule(({ bind }) => {
  provideFrom(bind, RateLimiter, [Clock, SETTINGS], (clock, settings) => {
    return new RateLimiter(clock, settings.rateLimitPerMinute)
  })
  provide(bind, SharedCounts, [RateLimiter, UnitOfWork, WakeSignal, PROCESS_ID, Log])
})
