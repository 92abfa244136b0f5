import type { OwnSessions } from '../../identity/own-sessions.js'
import type { ReadSecurity } from '../../identity/read-security.js'
import { notFound } from '../../kernel/problem.js'
import { redirect, showPage } from '../answer.js'
import type { Route } from '../route.js'
import { parameter, type Visit } from '../visit.js'
import type { SecurityCodePages } from './code.pages.js'
import type { PasskeyPages } from './passkeys.pages.js'
import type { PasswordPages } from './password.pages.js'
import { SECURITY } from './security-parts.js'
import { securityView } from './security-view.js'

/** `/settings/security`: how a person signs in, and where they are signed in. */
export class SecurityPages {
  constructor(
    private readonly security: ReadSecurity,
    private readonly sessions: OwnSessions,
    private readonly password: PasswordPages,
    private readonly passkeys: PasskeyPages,
    private readonly codes: SecurityCodePages,
  ) {}

  routes(): Route[] {
    const post = { method: 'post', permission: 'self', formAt: SECURITY } as const
    return [
      { method: 'get', path: SECURITY, permission: 'self', answer: this.show },
      { ...post, path: `${SECURITY}/sessions/end-others`, answer: this.endOthers },
      { ...post, path: `${SECURITY}/sessions/:id/end`, answer: this.end },
      ...this.password.routes(),
      ...this.passkeys.routes(),
      ...this.codes.routes(),
    ]
  }

  private readonly show = async (visit: Visit): Promise<void> => {
    const security = await this.security.find(visit.session)
    if (!security) throw notFound('user')
    await showPage(visit, securityView(visit, security, await this.sessions.list(visit.session)))
  }

  private readonly end = async (visit: Visit): Promise<void> => {
    await this.sessions.revoke(visit.session, parameter(visit, 'id'))
    redirect(visit, `${SECURITY}?saved=session`)
  }

  private readonly endOthers = async (visit: Visit): Promise<void> => {
    await this.sessions.revokeOthers(visit.session)
    redirect(visit, `${SECURITY}?saved=sessions`)
  }
}
