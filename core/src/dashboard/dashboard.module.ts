import { ContainerModule } from 'inversify'
import type { Router } from 'express'
import { ExportInvoices } from '../accounting/export-invoices.js'
import { ReadAccount } from '../accounts/read-account.js'
import { ReadConnections } from '../connections/read-connections.js'
import { ServedContract } from '../contract/served-contract.js'
import { ChangeLanguage } from '../identity/change-language.js'
import { HeldForms } from '../identity/held-forms.js'
import { ReadSession } from '../identity/read-session.js'
import { IdentityCookies } from '../identity/session-cookie.js'
import { ReadInvoiceList } from '../invoicing/read-invoice-list.js'
import { ReadInvoicing } from '../invoicing/read-invoicing.js'
import { Clock } from '../kernel/clock.js'
import { Ids } from '../kernel/ids.js'
import { Log } from '../kernel/log.js'
import { BASE_URL, key, provide, provideFrom } from '../kernel/provide.js'
import { ReadAttention } from '../overview/read-attention.js'
import { SearchEverything } from '../overview/search-everything.js'
import { ReadLinkPage } from '../payer-pages/read-link-page.js'
import { CreatePaymentLink } from '../payment-links/create-payment-link.js'
import { ReadPaymentLinks } from '../payment-links/read-payment-links.js'
import { Plugins } from '../plugin-host/registry.js'
import { Sealer } from '../secrets/sealer.js'
import { CsrfGuard } from '../web/csrf-guard.js'
import { assetsRoute } from './assets/assets.route.js'
import { DashboardPaths } from './dashboard-paths.js'
import { DashboardRouter } from './dashboard-router.js'
import { Quarantine } from '../quarantine/quarantine.js'
import { FrameFactsReader } from './frame-facts.js'
import { InvoicesPages } from './invoices/invoices.pages.js'
import { MonthFilesPages } from './invoices/month-files.pages.js'
import { languageRoutes } from './language.js'
import { LinkPreview } from './link-form/link-preview.js'
import { NewLinkPages } from './link-form/new-link.pages.js'
import { ReadLinkOptions } from './link-form/read-link-options.js'
import { MONEY_ROUTES } from './money-pages.module.js'
import { LINK_ROUTES, provideLinkPages } from './links/links.module.js'
import { logoRoutes } from './logo.js'
import { PaymentNames } from './payments/payment-names.js'
import type { Route } from './route.js'
import { SearchPages } from './search/search.pages.js'
import { OUTSIDE_ROUTERS, OWN_ROUTES } from './sign-in-pages.module.js'
import { SETTINGS_ROUTES } from './settings-pages.module.js'
import { Visits } from './visits.js'

/** In their order: the last one answers for every other address of the dashboard. */
export const DASHBOARD_ROUTERS = key<Router[]>('dashboard routers')

/** Every address behind the session. */
export const DASHBOARD_ROUTES = key<Route[]>('dashboard routes')

export const dashboardModule = new ContainerModule(({ bind }) => {
  provide(bind, CsrfGuard, [Sealer, BASE_URL])
  provide(bind, FrameFactsReader, [ReadAttention, Quarantine])
  provide(bind, Visits, [ReadAccount, FrameFactsReader, CsrfGuard, DashboardPaths, Ids, Clock, BASE_URL])
  provide(bind, DashboardRouter, [ReadSession, HeldForms, Visits, DashboardPaths, CsrfGuard, IdentityCookies, Log])
  provide(bind, LinkPreview, [ReadLinkPage, ReadAccount, Plugins])
  provide(bind, ReadLinkOptions, [ReadConnections, ReadInvoicing, Plugins])
  provide(bind, NewLinkPages, [ReadLinkOptions, CreatePaymentLink, ReadPaymentLinks, ServedContract, LinkPreview])
  provide(bind, InvoicesPages, [ReadInvoiceList])
  provide(bind, MonthFilesPages, [ExportInvoices])
  provide(bind, SearchPages, [SearchEverything, PaymentNames])
  provideLinkPages(bind)
  provideFrom(
    bind,
    DASHBOARD_ROUTES,
    [
      ReadAccount,
      ChangeLanguage,
      DashboardPaths,
      OWN_ROUTES,
      NewLinkPages,
      LINK_ROUTES,
      InvoicesPages,
      MonthFilesPages,
      SearchPages,
      MONEY_ROUTES,
      SETTINGS_ROUTES,
    ],
    (accounts, language, paths, own, newLink, links, invoices, monthFiles, search, money, settings) => [
      ...logoRoutes(accounts),
      ...languageRoutes(language, paths),
      ...own,
      ...money,
      ...newLink.routes(),
      ...links,
      ...invoices.routes(),
      ...monthFiles.routes(),
      ...search.routes(),
      ...settings,
    ],
  )
  provideFrom(
    bind,
    DASHBOARD_ROUTERS,
    [DashboardRouter, OUTSIDE_ROUTERS, DASHBOARD_ROUTES],
    (dashboard, outside, routes) => [assetsRoute(), ...outside, dashboard.router(routes)],
  )
})
