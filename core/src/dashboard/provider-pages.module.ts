import { ContainerModule } from 'inversify'
import { key, provideFrom } from '../kernel/provide.js'
import type { Route } from './route.js'

export const PROVIDER_ROUTES = key<Route[]>('routes of connections and invoicing')

export const providerPagesModule = new ContainerModule(({ bind }) => {
  provideFrom(bind, PROVIDER_ROUTES, [], () => [])
})
