import type { Route } from '../route.js'
import type { Visit } from '../visit.js'
import type { BusinessStep } from './business-step.js'
import type { FirstLinkStep } from './first-link-step.js'
import type { SetupVisits } from './setup-visits.js'
import type { WaysStep } from './ways-step.js'

interface Step {
  show: (visit: Visit) => Promise<void>
  receive: (visit: Visit) => Promise<void>
  preview: (visit: Visit) => Promise<void>
  /** As of a route. */
  keeps: (field: string) => boolean
}

/** `/setup/2` to `/setup/4`: the first run, after the sign-in of the owner. */
export class SetupPages {
  constructor(
    private readonly setup: SetupVisits,
    private readonly business: BusinessStep,
    private readonly ways: WaysStep,
    private readonly firstLink: FirstLinkStep,
  ) {}

  routes(): Route[] {
    return [
      ...this.routesOf(2, this.business),
      // It takes a provider's secret.
      ...this.routesOf(3, this.ways).map((route) => ({ ...route, confirms: true })),
      ...this.routesOf(4, this.firstLink),
    ]
  }

  private routesOf(number: number, { show, receive, preview, keeps }: Step): Route[] {
    const { inTestMode } = this.setup
    const path = `/setup/${number}`
    const permission = 'account:manage'
    return [
      { method: 'get', path, permission, answer: inTestMode(show) },
      { method: 'post', path, permission, keeps, answer: inTestMode(receive) },
      { method: 'get', path: `${path}/preview`, permission, answer: inTestMode(preview) },
      { method: 'post', path: `${path}/preview`, permission, formAt: path, answer: inTestMode(preview) },
    ]
  }
}
