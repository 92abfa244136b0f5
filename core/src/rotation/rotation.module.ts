import { ContainerModule } from 'inversify'
import { AuditLog } from '../audit/audit-log.repository.js'
import { READER } from '../database/database.module.js'
import { Generation } from '../database/generation.js'
import { UnitOfWork } from '../database/unit-of-work.js'
import { Clock } from '../kernel/clock.js'
import { provide, provideFrom, SETTINGS } from '../kernel/provide.js'
import { Random } from '../kernel/random.js'
import { Timer } from '../kernel/timer.js'
import { Sealer } from '../secrets/sealer.js'
import { Workers } from '../work/workers.repository.js'
import { ResealAll } from './reseal-all.js'
import { RotateSecretKey } from './rotate-secret-key.js'

export const rotationModule = new ContainerModule(({ bind }) => {
  provide(bind, ResealAll, [READER, UnitOfWork, Sealer])
  provideFrom(
    bind,
    RotateSecretKey,
    [READER, UnitOfWork, Generation, Sealer, AuditLog, ResealAll, Workers, SETTINGS, Clock, Random, Timer],
    (reader, unitOfWork, generation, sealer, auditLog, resealAll, workers, settings, clock, random, timer) =>
      new RotateSecretKey({
        ...{ reader, unitOfWork, generation, sealer, auditLog, resealAll },
        ...{ workers, settings, clock, random, timer },
      }),
  )
})
