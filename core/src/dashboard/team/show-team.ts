import type { InviteUser } from '../../identity/invite-user.js'
import type { ReadUsers } from '../../identity/read-users.js'
import type { RequestReset } from '../../identity/request-reset.js'
import type { FormFault } from '../../web/form.js'
import { showPage } from '../answer.js'
import type { Visit } from '../visit.js'
import type { Told } from './team-parts.js'
import { teamPage } from './team-view.js'

/** Answers with the list of the team. */
export class ShowTeam {
  constructor(
    private readonly users: ReadUsers,
    private readonly invite: InviteUser,
    private readonly reset: RequestReset,
  ) {}

  async run(visit: Visit, told: Told & { faults?: readonly FormFault[] } = {}): Promise<void> {
    const { id } = visit.account
    const [members, invitations] = await Promise.all([this.users.list(id), this.invite.list(id)])
    const page = teamPage(visit, { members, invitations, canMail: this.reset.canMail }, told)
    const hasFaults = told.refusal !== undefined || (told.faults ?? []).length > 0
    await showPage(visit, page, told.missing !== undefined ? 404 : hasFaults ? 422 : 200)
  }
}
