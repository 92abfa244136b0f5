import { ContainerModule } from 'inversify'
import { key, provideFrom } from '../kernel/provide.js'
import type { Route } from './route.js'

export const ACCOUNTANT_ROUTES = key<Route[]>('routes of the page for the accountant')

export const accountantPagesModule = new ContainerModule(({ bind }) => {
  provideFrom(bind, ACCOUNTANT_ROUTES, [], () => [])
})
