import { ContainerModule } from 'inversify'
import { READER } from '../database/database.module.js'
import { Generation } from '../database/generation.js'
import { UnitOfWork } from '../database/unit-of-work.js'
import { Clock } from '../kernel/clock.js'
import { Log } from '../kernel/log.js'
import { provide, provideFrom, SETTINGS } from '../kernel/provide.js'
import { EpochFile } from './epoch-file.js'
import { KeepEpoch } from './keep-epoch.js'
import { Quarantine } from './quarantine.js'
import { ReportEvidence } from './report-evidence.js'

export const quarantineModule = (instanceId: string): ContainerModule =>
  new ContainerModule(({ bind }) => {
    provide(bind, Quarantine, [READER, Generation, Clock])
    provide(bind, ReportEvidence, [Quarantine, UnitOfWork, Clock, Log])
    provideFrom(
      bind,
      KeepEpoch,
      [Quarantine, UnitOfWork, SETTINGS, Clock, Log],
      (quarantine, unitOfWork, { dataDir }, clock, log) => {
        return new KeepEpoch(quarantine, unitOfWork, new EpochFile(dataDir), clock, log, instanceId)
      },
    )
  })
