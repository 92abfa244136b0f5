import { ContainerModule } from 'inversify'
import { READER } from '../database/database.module.js'
import { Clock } from '../kernel/clock.js'
import { Ids } from '../kernel/ids.js'
import { Log } from '../kernel/log.js'
import { provide } from '../kernel/provide.js'
import { Alerts } from './alerts.repository.js'

export const alertsModule = new ContainerModule(({ bind }) => {
  provide(bind, Alerts, [READER, Ids, Clock, Log])
})
