import { ContainerModule } from 'inversify'
import { BASE_URL, provide, provideFrom } from '../kernel/provide.js'
import { CONSENT_PATH } from '../oauth/oauth-route.module.js'
import { consentPath } from './consent/consent-path.js'
import { DashboardPaths } from './dashboard-paths.js'

/** What others know of the dashboard, which is loaded with its first request. */
export const dashboardPathsModule = new ContainerModule(({ bind }) => {
  provide(bind, DashboardPaths, [BASE_URL])
  provideFrom(
    bind,
    CONSENT_PATH,
    [DashboardPaths],
    (paths) => (livemode, uid) => paths.ofMode(livemode) + consentPath(uid),
  )
})
