import { ContainerModule } from 'inversify'
import { READER } from '../database/database.module.js'
import { UnitOfWork } from '../database/unit-of-work.js'
import { Workers } from '../work/workers.repository.js'
import { Clock } from '../kernel/clock.js'
import { Ids } from '../kernel/ids.js'
import { PROCESS_ID, provide } from '../kernel/provide.js'
import { Quarantine } from '../quarantine/quarantine.js'
import { IdempotencyKeys } from './idempotency.repository.js'
import { ReadAnswers } from './read-answers.js'
import { RunOnce } from './run-once.js'

export const idempotencyModule = new ContainerModule(({ bind }) => {
  provide(bind, IdempotencyKeys, [READER])
  provide(bind, ReadAnswers, [IdempotencyKeys])
  provide(bind, RunOnce, [IdempotencyKeys, Quarantine, UnitOfWork, Workers, PROCESS_ID, Clock, Ids])
})
