import type { RequireSecondFactor } from '../../identity/require-second-factor.js'
import { Problem } from '../../kernel/problem.js'
import { redirect } from '../answer.js'
import type { Route } from '../route.js'
import type { Visit } from '../visit.js'
import type { InvitationsPages } from './invitations.pages.js'
import type { MemberPages } from './member.pages.js'
import type { ShowTeam } from './show-team.js'
import { TEAM } from './team-parts.js'
import { teamWords } from './words.js'

/** `/settings/team`: who signs in, who was invited, and what is asked of everyone. */
export class TeamPages {
  constructor(
    private readonly showTeam: ShowTeam,
    private readonly requireSecondFactor: RequireSecondFactor,
    private readonly invitations: InvitationsPages,
    private readonly members: MemberPages,
  ) {}

  routes(): Route[] {
    const permission = 'account:manage'
    return [
      { method: 'get', path: TEAM, permission, answer: (visit) => this.showTeam.run(visit) },
      {
        ...{ method: 'post', path: `${TEAM}/second-factor`, permission, confirms: true, formAt: TEAM },
        answer: this.changeRequirement,
      },
      ...this.invitations.routes(),
      ...this.members.routes(),
    ]
  }

  private readonly changeRequirement = async (visit: Visit): Promise<void> => {
    const isRequired = visit.fields['required'] === 'on'
    try {
      await this.requireSecondFactor.run(visit.principal, isRequired)
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'forbidden') throw error
      const { ownFirst, ownFirstLink } = teamWords(visit.locale).factor
      return this.showTeam.run(visit, { refusal: `${ownFirst} ${ownFirstLink}.` })
    }
    redirect(visit, `${TEAM}?saved=${isRequired ? 'required' : 'not_required'}`)
  }
}
