import type { OwnSessions } from '../../identity/own-sessions.js'
import { redirect } from '../answer.js'
import type { Route } from '../route.js'
import { parameter, type Visit } from '../visit.js'
import type { SecurityCodePages } from './code.pages.js'
import type { EmailPages } from './email.pages.js'
import type { PasskeyPages } from './passkeys.pages.js'
import type { PasswordPages } from './password.pages.js'
import { SECURITY } from './security-parts.js'
import type { ShowSecurity } from './show-security.js'

/** `/settings/security`: how a person signs in, and where they are signed in. */
export class SecurityPages {
  constructor(
    private readonly showSecurity: ShowSecurity,
    private readonly sessions: OwnSessions,
    private readonly password: PasswordPages,
    private readonly passkeys: PasskeyPages,
    private readonly codes: SecurityCodePages,
    private readonly email: EmailPages,
  ) {}

  routes(): Route[] {
    const post = { method: 'post', permission: 'self', formAt: SECURITY } as const
    return [
      { method: 'get', path: SECURITY, permission: 'self', answer: (visit) => this.showSecurity.run(visit) },
      { ...post, path: `${SECURITY}/sessions/end-others`, answer: this.endOthers },
      { ...post, path: `${SECURITY}/sessions/:id/end`, answer: this.end },
      ...this.password.routes(),
      ...this.passkeys.routes(),
      ...this.codes.routes(),
      ...this.email.routes(),
    ]
  }

  private readonly end = async (visit: Visit): Promise<void> => {
    if (!(await this.sessions.revoke(visit.session, parameter(visit, 'id')))) {
      return this.showSecurity.run(visit, 'session')
    }
    redirect(visit, `${SECURITY}?saved=session`)
  }

  private readonly endOthers = async (visit: Visit): Promise<void> => {
    await this.sessions.revokeOthers(visit.session)
    redirect(visit, `${SECURITY}?saved=sessions`)
  }
}
