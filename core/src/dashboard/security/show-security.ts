import type { OwnSessions } from '../../identity/own-sessions.js'
import type { ReadSecurity } from '../../identity/read-security.js'
import { notFound } from '../../kernel/problem.js'
import { showPage } from '../answer.js'
import type { Visit } from '../visit.js'
import { type MissingThing, securityView } from './security-view.js'

/** Answers with the page of one's own sign-in. */
export class ShowSecurity {
  constructor(
    private readonly security: ReadSecurity,
    private readonly sessions: OwnSessions,
  ) {}

  /** `missing`: what a form was about and is not there, as after a second press; the page shows what there is. */
  async run(visit: Visit, missing?: MissingThing): Promise<void> {
    const security = await this.security.find(visit.session)
    if (!security) throw notFound('user')
    const page = securityView(visit, security, await this.sessions.list(visit.session), missing)
    await showPage(visit, page, missing === undefined ? 200 : 404)
  }
}
