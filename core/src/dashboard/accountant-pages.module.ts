import { ContainerModule } from 'inversify'
import { ExportInvoices } from '../accounting/export-invoices.js'
import { ExportSheet } from '../accounting/export-sheet.js'
import { ReadSheet } from '../accounting/read-sheet.js'
import { ChangeAccount } from '../accounts/change-account.js'
import { key, provide, provideFrom } from '../kernel/provide.js'
import { AccountantPages } from './accountant/accountant.pages.js'
import type { Route } from './route.js'

export const ACCOUNTANT_ROUTES = key<Route[]>('routes of the page for the accountant')

export const accountantPagesModule = new ContainerModule(({ bind }) => {
  provide(bind, AccountantPages, [ReadSheet, ExportSheet, ExportInvoices, ChangeAccount])
  provideFrom(bind, ACCOUNTANT_ROUTES, [AccountantPages], (pages) => pages.routes())
})
