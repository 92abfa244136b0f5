import { ContainerModule } from 'inversify'
import { READER } from '../database/database.module.js'
import { Clock } from '../kernel/clock.js'
import { provide } from '../kernel/provide.js'
import { CustomerFinder } from './customer-finder.repository.js'
import { ExportCustomer } from './export-customer.js'
import { PersonalRows } from './personal-rows.repository.js'
import { TextFinder } from './text-finder.repository.js'

export const privacyModule = new ContainerModule(({ bind }) => {
  provide(bind, TextFinder, [READER])
  provide(bind, CustomerFinder, [READER, TextFinder])
  provide(bind, PersonalRows, [READER])
  provide(bind, ExportCustomer, [CustomerFinder, PersonalRows, Clock])
})
