import type { ReadKeys } from '../../accounts/read-keys.js'
import { showPage } from '../answer.js'
import type { Route } from '../route.js'
import type { Visit } from '../visit.js'
import { agentsPage } from './agents-page.js'

/** Below the base. */
export const AGENTS = '/settings/agents'

/** `/settings/agents`: the programs that work with a limited key in this mode. */
export class AgentPages {
  constructor(private readonly keys: ReadKeys) {}

  routes(): Route[] {
    return [{ method: 'get', path: AGENTS, permission: 'settings:manage', answer: this.show }]
  }

  private readonly show = async (visit: Visit): Promise<void> => {
    const { inUse } = await this.keys.ofMode(visit.principal)
    await showPage(visit, agentsPage(visit, inUse))
  }
}
