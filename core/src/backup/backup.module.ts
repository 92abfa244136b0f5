import { ContainerModule } from 'inversify'
import { AuditLog } from '../audit/audit-log.repository.js'
import { UnitOfWork } from '../database/unit-of-work.js'
import { Clock } from '../kernel/clock.js'
import { provide } from '../kernel/provide.js'
import { ResumeService } from './resume-service.js'

export const backupModule = new ContainerModule(({ bind }) => {
  provide(bind, ResumeService, [UnitOfWork, AuditLog, Clock])
})
