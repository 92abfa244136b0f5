import { ContainerModule } from 'inversify'
import { AuditLog } from '../audit/audit-log.repository.js'
import { CompareCheckouts } from '../checkout/compare-checkouts.js'
import { READER } from '../database/database.module.js'
import { UnitOfWork } from '../database/unit-of-work.js'
import { Clock } from '../kernel/clock.js'
import { Log } from '../kernel/log.js'
import { provide, SETTINGS } from '../kernel/provide.js'
import { AdoptCheckouts } from '../reconciliation/adopt-checkouts.js'
import { ResumeService } from './resume-service.js'
import { ScheduledBackups } from './scheduled-backups.js'
import { SkipComparisons } from './skip-comparisons.js'

export const backupModule = new ContainerModule(({ bind }) => {
  provide(bind, ResumeService, [UnitOfWork, AuditLog, AdoptCheckouts, Clock])
  provide(bind, SkipComparisons, [UnitOfWork, AuditLog, CompareCheckouts])
  provide(bind, ScheduledBackups, [SETTINGS, READER, UnitOfWork, Clock, Log])
})
