import { ContainerModule } from 'inversify'
import { READER } from '../database/database.module.js'
import { Clock } from '../kernel/clock.js'
import { provide } from '../kernel/provide.js'
import { Timer } from '../kernel/timer.js'
import { Sealer } from '../secrets/sealer.js'
import { AuditLog } from './audit-log.repository.js'
import { CheckAuditLog } from './check-audit-log.js'
import { ReadAuditLog } from './read-audit-log.js'

export const auditModule = new ContainerModule(({ bind }) => {
  provide(bind, AuditLog, [READER, Sealer, Clock])
  provide(bind, ReadAuditLog, [AuditLog])
  provide(bind, CheckAuditLog, [AuditLog, Timer])
})
