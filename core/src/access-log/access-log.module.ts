import { ContainerModule } from 'inversify'
import { READER } from '../database/database.module.js'
import { UnitOfWork } from '../database/unit-of-work.js'
import { Clock } from '../kernel/clock.js'
import { Log } from '../kernel/log.js'
import { Meter } from '../kernel/meter.js'
import { provide } from '../kernel/provide.js'
import { Timer } from '../kernel/timer.js'
import { AccessLines } from './access-lines.repository.js'
import { AccessLog } from './access-log.js'
import { FindRequest } from './find-request.js'
import { TidyAccessLines } from './tidy-access-lines.js'

export const accessLogModule = new ContainerModule(({ bind }) => {
  provide(bind, AccessLines, [READER, UnitOfWork])
  provide(bind, AccessLog, [AccessLines, Clock, Timer, Log, Meter])
  provide(bind, FindRequest, [AccessLines, AccessLog, Clock, Timer])
  provide(bind, TidyAccessLines, [AccessLines, Clock])
})
