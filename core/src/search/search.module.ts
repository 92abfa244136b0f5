import { ContainerModule } from 'inversify'
import { ENGINE, READER } from '../database/database.module.js'
import { UnitOfWork } from '../database/unit-of-work.js'
import { provide } from '../kernel/provide.js'
import { Timer } from '../kernel/timer.js'
import { FindableInvoices, FindableLinks, FindablePayments } from './findables.js'
import { IndexQueued } from './index-queued.js'
import { SearchIndex } from './search-index.repository.js'

export const searchModule = new ContainerModule(({ bind }) => {
  provide(bind, SearchIndex, [READER, ENGINE])
  provide(bind, IndexQueued, [SearchIndex, FindableLinks, FindablePayments, FindableInvoices, UnitOfWork, Timer])
})
