import type { Settings } from '@paylink/config'
import { ContainerModule } from 'inversify'
import { Clock } from '../kernel/clock.js'
import { Ids } from '../kernel/ids.js'
import { Log } from '../kernel/log.js'
import { Meter } from '../kernel/meter.js'
import type { BaseUrl, ProcessId } from '../kernel/named.js'
import { BASE_URL, PROCESS_ID, provideValue, SETTINGS } from '../kernel/provide.js'
import { Random } from '../kernel/random.js'
import { Timer } from '../kernel/timer.js'
import { Sealer } from '../secrets/sealer.js'

export interface GivenPorts {
  settings: Settings
  clock: Clock
  random: Random
  timer: Timer
  log: Log
  meter: Meter
  ids: Ids
  sealer: Sealer
  processId: ProcessId
}

/** Settings, ports and what is made of them alone. */
export const portsModule = (given: GivenPorts): ContainerModule =>
  new ContainerModule(({ bind }) => {
    provideValue(bind, SETTINGS, given.settings)
    provideValue(bind, BASE_URL, given.settings.baseUrl as BaseUrl)
    provideValue(bind, PROCESS_ID, given.processId)
    provideValue(bind, Clock, given.clock)
    provideValue(bind, Random, given.random)
    provideValue(bind, Timer, given.timer)
    provideValue(bind, Log, given.log)
    provideValue(bind, Meter, given.meter)
    provideValue(bind, Ids, given.ids)
    provideValue(bind, Sealer, given.sealer)
  })
