import { ContainerModule } from 'inversify'
import { key, provideFrom } from '../kernel/provide.js'
import type { Route } from './route.js'

export const DEVELOPER_ROUTES = key<Route[]>('routes of API keys and webhooks')

export const developerPagesModule = new ContainerModule(({ bind }) => {
  provideFrom(bind, DEVELOPER_ROUTES, [], () => [])
})
