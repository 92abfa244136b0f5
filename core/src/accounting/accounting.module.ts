import { ContainerModule } from 'inversify'
import { AuditLog } from '../audit/audit-log.repository.js'
import { READER } from '../database/database.module.js'
import { UnitOfWork } from '../database/unit-of-work.js'
import { CollectInvoiceFiles } from '../invoicing/collect-invoice-files.js'
import { Clock } from '../kernel/clock.js'
import { provide } from '../kernel/provide.js'
import { PaymentSums } from '../payments/payment-sums.repository.js'
import { Plugins } from '../plugin-host/registry.js'
import { ExportInvoices } from './export-invoices.js'
import { ExportSheet } from './export-sheet.js'
import { ReadSheet } from './read-sheet.js'
import { SheetRows } from './sheet-rows.repository.js'

export const accountingModule = new ContainerModule(({ bind }) => {
  provide(bind, SheetRows, [READER])
  provide(bind, ReadSheet, [SheetRows, PaymentSums, Clock])
  provide(bind, ExportSheet, [ReadSheet, Plugins, AuditLog, UnitOfWork])
  provide(bind, ExportInvoices, [CollectInvoiceFiles, AuditLog, UnitOfWork, Clock])
})
