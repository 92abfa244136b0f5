import type { ReadKeys } from '../../accounts/read-keys.js'
import type { MoneyLimits } from '../../agents/money-limits.js'
import type { ReadGrants } from '../../agents/read-grants.js'
import type { ReadActorNames } from '../../identity/read-actor-names.js'
import type { ReadBackers } from '../../oauth/read-backers.js'
import { showPage } from '../answer.js'
import type { Route } from '../route.js'
import type { Visit } from '../visit.js'
import { AGENTS } from './agent-paths.js'
import { agentsPage } from './agents-page.js'
import { grantAgent, isLimited, keyAgent } from './listed-agents.js'
import { agentWords } from './words.js'

/** `/settings/agents`: the programs that were connected or work with a limited key in this mode. */
export class AgentPages {
  constructor(
    private readonly keys: ReadKeys,
    private readonly grants: ReadGrants,
    private readonly limits: MoneyLimits,
    private readonly backers: ReadBackers,
    private readonly names: ReadActorNames,
  ) {}

  routes(): Route[] {
    return [{ method: 'get', path: AGENTS, permission: 'settings:manage', answer: this.show }]
  }

  private readonly show = async (visit: Visit): Promise<void> => {
    const { principal, account, locale } = visit
    const [keys, grants, askedToday] = await Promise.all([
      this.keys.ofMode(principal),
      this.grants.ofMode(principal),
      this.limits.askedToday(principal, account.brand.timeZone),
    ])
    const people = grants.inUse.map(({ userId }) => `user:${userId}`)
    const [names, backers] = await Promise.all([
      this.names.run(account.id, people),
      people.length > 0 ? this.backers.run(account.id) : new Set<string>(),
    ])
    const parts = { visit, words: agentWords(locale), askedToday, names, backers }
    const limited = keys.inUse.filter(isLimited)
    const page = agentsPage(visit, {
      agents: [...grants.inUse.map((grant) => grantAgent(parts, grant)), ...limited.map((key) => keyAgent(parts, key))],
      unlimited: keys.inUse.length - limited.length,
      ended: grants.ended,
    })
    await showPage(visit, page)
  }
}
