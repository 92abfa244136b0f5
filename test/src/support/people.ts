import { AcceptInvitation } from '@paylink/core/identity/accept-invitation'
import { InviteUser } from '@paylink/core/identity/invite-user'
import type { OpenedSession } from '@paylink/core/identity/open-session'
import { ReadSession } from '@paylink/core/identity/read-session'
import type { Role } from '@paylink/core/identity/role'
import type { Place, Session } from '@paylink/core/identity/session'
import { SetUpAddress } from '@paylink/core/identity/set-up-address'
import { SignIn, type SignInOutcome } from '@paylink/core/identity/sign-in'
import { actForAccount, OPERATOR } from '@paylink/core/kernel/principal'
import type { TestAppliance } from './appliance.js'

export const PASSWORD = 'caballo correcto grapa'

/** A phone that has never been there. */
export const placeAt = (ip = '203.0.113.7', device?: string): Place => ({ ip, userAgent: 'Firefox', device })

export interface SignedIn extends OpenedSession {
  session: Session
  email: string
}

/** The people of a test's installation, made as they would be. */
export class People {
  constructor(private readonly paylink: TestAppliance) {}

  /** The token at the end of a one-time address. */
  static tokenIn(address: string): string {
    return address.slice(address.lastIndexOf('/') + 1)
  }

  /** The first one, who sets the installation up. */
  async owner(email = 'lupita@tienda.example', password = PASSWORD): Promise<SignedIn> {
    const address = await this.paylink.container.get(SetUpAddress).find()
    if (address === null) throw new Error('it was set up already')
    const input = { name: 'Lupita', email, password }
    return this.signedIn(
      await this.paylink.container.get(AcceptInvitation).run(People.tokenIn(address), 'setup', input, placeAt()),
      email,
    )
  }

  async invite(email: string, role?: Role, accountId = this.paylink.account.id): Promise<string> {
    const invite = this.paylink.container.get(InviteUser)
    return People.tokenIn((await invite.run(actForAccount(OPERATOR, accountId), { email, role })).address)
  }

  async join(email: string, role: Role, accountId = this.paylink.account.id): Promise<SignedIn> {
    const token = await this.invite(email, role, accountId)
    const input = { name: email.split('@')[0] ?? '', password: PASSWORD }
    const accept = this.paylink.container.get(AcceptInvitation)
    return this.signedIn(await accept.run(token, 'invitation', input, placeAt()), email)
  }

  signIn(email: string, password = PASSWORD, place = placeAt('198.51.100.1')): Promise<SignInOutcome> {
    return this.paylink.container.get(SignIn).run({ email, password }, place)
  }

  /** Must succeed at once. */
  async enter(email: string, password = PASSWORD, place = placeAt('198.51.100.1')): Promise<SignedIn> {
    const outcome = await this.signIn(email, password, place)
    if (outcome.outcome !== 'signed in') throw new Error(`not signed in: ${JSON.stringify(outcome)}`)
    return this.signedIn(outcome.opened, email)
  }

  find(token: string): Promise<Session | undefined> {
    return this.paylink.container.get(ReadSession).find(token)
  }

  async signedIn(opened: OpenedSession | undefined, email: string): Promise<SignedIn> {
    const session = opened && (await this.find(opened.token))
    if (!session) throw new Error('there is no session')
    return { ...opened, session, email }
  }

  /** The newest acts, the last first. */
  async acts(target: string): Promise<string[]> {
    return this.paylink.db('audit_entries').where({ target }).orderBy('seq', 'desc').pluck('action')
  }
}
