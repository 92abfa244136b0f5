import type { Router } from 'express'
import type { Container } from 'inversify'
import { DASHBOARD_ROUTERS, dashboardModule } from '../dashboard/dashboard.module.js'
import { moneyPagesModule } from '../dashboard/money-pages.module.js'
import { settingsPagesModules } from '../dashboard/settings-pages.module.js'
import { setupModule } from '../dashboard/setup/setup.module.js'
import { signInModule } from '../dashboard/sign-in-pages.module.js'
import { valueOf } from '../kernel/provide.js'

/** Once. */
export function loadDashboard(container: Container): Router[] {
  container.load(signInModule, setupModule, dashboardModule, moneyPagesModule, ...settingsPagesModules)
  return valueOf(container, DASHBOARD_ROUTERS)
}
