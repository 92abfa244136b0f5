import { ContainerModule } from 'inversify'
import { key, provideFrom } from '../kernel/provide.js'
import type { Route } from './route.js'

export const TEAM_ROUTES = key<Route[]>('routes of the team, the audit log and the plugins')

export const teamPagesModule = new ContainerModule(({ bind }) => {
  provideFrom(bind, TEAM_ROUTES, [], () => [])
})
