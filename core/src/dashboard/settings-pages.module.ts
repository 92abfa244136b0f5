import { ContainerModule } from 'inversify'
import { key, provideFrom } from '../kernel/provide.js'
import { ACCOUNTANT_ROUTES, accountantPagesModule } from './accountant-pages.module.js'
import { BRAND_ROUTES, brandPagesModule } from './brand-pages.module.js'
import { DEVELOPER_ROUTES, developerPagesModule } from './developer-pages.module.js'
import { EMAIL_ROUTES, emailPagesModule } from './email-pages.module.js'
import { PROVIDER_ROUTES, providerPagesModule } from './provider-pages.module.js'
import type { Route } from './route.js'
import { TEAM_ROUTES, teamPagesModule } from './team-pages.module.js'

/** The settings, and the page for the accountant. */
export const SETTINGS_ROUTES = key<Route[]>('routes of the settings')

export const settingsPagesModules = [
  accountantPagesModule,
  brandPagesModule,
  developerPagesModule,
  emailPagesModule,
  providerPagesModule,
  teamPagesModule,
  new ContainerModule(({ bind }) => {
    provideFrom(
      bind,
      SETTINGS_ROUTES,
      [ACCOUNTANT_ROUTES, BRAND_ROUTES, EMAIL_ROUTES, PROVIDER_ROUTES, DEVELOPER_ROUTES, TEAM_ROUTES],
      (...areas) => areas.flat(),
    )
  }),
]
