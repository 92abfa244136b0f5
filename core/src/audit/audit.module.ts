import { ContainerModule } from 'inversify'
import { READER } from '../database/database.module.js'
import { Clock } from '../kernel/clock.js'
import { provide } from '../kernel/provide.js'
import { Sealer } from '../secrets/sealer.js'
import { AuditLog } from './audit-log.repository.js'

export const auditModule = new ContainerModule(({ bind }) => {
  provide(bind, AuditLog, [READER, Sealer, Clock])
})
