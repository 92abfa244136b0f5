import type { Settings } from '@paylink/config'
import { ContainerModule } from 'inversify'
import { AccessLines } from '../access-log/access-lines.repository.js'
import { AccessLog } from '../access-log/access-log.js'
import { TidyAccessLines } from '../access-log/tidy-access-lines.js'
import { AuditLog } from '../audit/audit-log.repository.js'
import type { Connected } from '../database/connected.js'
import { Generation } from '../database/generation.js'
import { PostgresUnitOfWork, SqliteUnitOfWork, UnitOfWork } from '../database/unit-of-work.js'
import { RunOnce } from '../idempotency/run-once.js'
import { IdempotencyKeys } from '../idempotency/idempotency.repository.js'
import { GraphileQueue } from '../jobs/graphile-queue.js'
import { JobQueue } from '../jobs/job-queue.js'
import { LocalQueue } from '../jobs/local-queue.js'
import { Schedule } from '../jobs/schedule.js'
import { Workers } from '../jobs/workers.repository.js'
import { Clock } from '../kernel/clock.js'
import { Ids } from '../kernel/ids.js'
import { Log } from '../kernel/log.js'
import { Random } from '../kernel/random.js'
import { Timer } from '../kernel/timer.js'
import { RateLimiter } from '../rate-limiting/rate-limiter.js'
import { Sealer } from '../secrets/sealer.js'
import { BASE_URL, DATABASE, ENGINE, PROCESS_ID, provide, READER, SETTINGS, WRITER } from './provide.js'

export interface Foundation {
  settings: Settings
  database: Connected
  clock: Clock
  random: Random
  timer: Timer
  log: Log
  ids: Ids
  sealer: Sealer
  processId: string
}

/** What everything stands on: ports, database, jobs, remembered answers. */
export const foundationModule = (given: Foundation): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(SETTINGS).toConstantValue(given.settings)
    bind(BASE_URL).toConstantValue(given.settings.baseUrl)
    bind(DATABASE).toConstantValue(given.database)
    bind(READER).toConstantValue(given.database.reader)
    bind(WRITER).toConstantValue(given.database.writer)
    bind(ENGINE).toConstantValue(given.database.engine)
    bind(PROCESS_ID).toConstantValue(given.processId)
    bind(Clock).toConstantValue(given.clock)
    bind(Random).toConstantValue(given.random)
    bind(Timer).toConstantValue(given.timer)
    bind(Log).toConstantValue(given.log)
    bind(Ids).toConstantValue(given.ids)
    bind(Sealer).toConstantValue(given.sealer)
    bind(RateLimiter).toConstantValue(new RateLimiter(given.clock, given.settings.rateLimitPerMinute))

    if (given.database.engine === 'postgres') {
      provide(bind, UnitOfWork, PostgresUnitOfWork, [WRITER])
      provide(bind, JobQueue, GraphileQueue, [])
    } else {
      provide(bind, UnitOfWork, SqliteUnitOfWork, [WRITER, Timer])
      provide(bind, LocalQueue, LocalQueue, [Ids, Clock])
      bind(JobQueue).toService(LocalQueue)
    }
    provide(bind, Generation, Generation, [READER])
    provide(bind, Workers, Workers, [WRITER, Clock])
    provide(bind, Schedule, Schedule, [Timer, Log])
    provide(bind, IdempotencyKeys, IdempotencyKeys, [READER])
    provide(bind, RunOnce, RunOnce, [IdempotencyKeys, UnitOfWork, Workers, PROCESS_ID, Clock, Ids])
    provide(bind, AccessLines, AccessLines, [READER, UnitOfWork])
    provide(bind, AccessLog, AccessLog, [AccessLines, Clock, Timer, Log])
    provide(bind, TidyAccessLines, TidyAccessLines, [AccessLines, Clock])
    provide(bind, AuditLog, AuditLog, [READER, Sealer, Clock])
  })
