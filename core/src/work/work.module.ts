import { ContainerModule } from 'inversify'
import { DATABASE, ENGINE, READER, WRITER } from '../database/database.module.js'
import type { Engine } from '../database/engine.js'
import { UnitOfWork } from '../database/unit-of-work.js'
import { Clock } from '../kernel/clock.js'
import { Log } from '../kernel/log.js'
import { PROCESS_ID, provide, provideAs, provideFrom } from '../kernel/provide.js'
import { Timer } from '../kernel/timer.js'
import { Tracer } from '../kernel/tracer.js'
import { KeepEpoch } from '../quarantine/keep-epoch.js'
import { Quarantine } from '../quarantine/quarantine.js'
import { DueRows } from './due-rows.js'
import { LocalWakeSignal } from './local-wake-signal.js'
import { PostgresWakeSignal } from './postgres-wake-signal.js'
import { Schedule } from './schedule.js'
import { WakeSignal } from './wake-signal.js'
import { LoopPorts } from './work-loop.js'
import { Workers } from './workers.repository.js'

export const workModule = (databaseUrl: string, engine: Engine): ContainerModule =>
  new ContainerModule(({ bind }) => {
    if (engine === 'postgres') {
      provideFrom(bind, WakeSignal, [DATABASE, Timer, Log], ({ outages }, timer, log) => {
        return new PostgresWakeSignal(databaseUrl, outages, timer, log)
      })
    } else {
      provideAs(bind, WakeSignal, LocalWakeSignal, [UnitOfWork])
    }
    provide(bind, Workers, [WRITER, Clock])
    provide(bind, Schedule, [Timer, Log])
    provide(bind, DueRows, [ENGINE, READER, UnitOfWork, KeepEpoch, Clock])
    provide(bind, LoopPorts, [WakeSignal, PROCESS_ID, Quarantine, Clock, Timer, Log, Tracer])
  })
