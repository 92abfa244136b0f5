import type { Settings } from '@paylink/config'
import { ContainerModule } from 'inversify'
import { AuditLog } from '../audit/audit-log.repository.js'
import { ENGINE, READER, WRITER } from '../database/database.module.js'
import { UnitOfWork } from '../database/unit-of-work.js'
import { Clock } from '../kernel/clock.js'
import { Ids } from '../kernel/ids.js'
import { provide, provideFrom } from '../kernel/provide.js'
import { Timer } from '../kernel/timer.js'
import { FindableInvoices, FindableLinks, FindablePayments } from '../search/findables.js'
import { SearchIndex } from '../search/search-index.repository.js'
import { Sealer } from '../secrets/sealer.js'
import { CustomerFinder } from './customer-finder.repository.js'
import { EraseCustomer } from './erase-customer.js'
import { EraseRows } from './erase-rows.js'
import { Erasures } from './erasures.repository.js'
import { ExportCustomer } from './export-customer.js'
import { ForgetOldCustomers } from './forget-old-customers.js'
import { PersonalRows } from './personal-rows.repository.js'
import { SearchedRows } from './searched-rows.repository.js'
import { TextFinder } from './text-finder.repository.js'

export const privacyModule = ({ unpaidKeptMonths }: Settings): ContainerModule =>
  new ContainerModule(({ bind }) => {
    provide(bind, TextFinder, [READER])
    provide(bind, CustomerFinder, [READER, TextFinder])
    provide(bind, PersonalRows, [READER, WRITER, ENGINE])
    provide(bind, SearchedRows, [SearchIndex, FindableLinks, FindablePayments, FindableInvoices])
    provide(bind, EraseRows, [PersonalRows, SearchedRows])
    provide(bind, Erasures, [READER, Sealer])
    provide(bind, EraseCustomer, [CustomerFinder, PersonalRows, EraseRows, Erasures, AuditLog, UnitOfWork, Ids, Clock])
    provide(bind, ExportCustomer, [CustomerFinder, PersonalRows, Clock])
    provideFrom(
      bind,
      ForgetOldCustomers,
      [CustomerFinder, EraseRows, UnitOfWork, Clock, Timer],
      (finder, eraseRows, unitOfWork, clock, timer) =>
        new ForgetOldCustomers(finder, eraseRows, unitOfWork, unpaidKeptMonths, clock, timer),
    )
  })
