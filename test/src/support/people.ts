import { AdmitUser } from '@paylink/core/identity/admit-user'
import { UnitOfWork } from '@paylink/core/database/unit-of-work'
import { InviteUser } from '@paylink/core/identity/invite-user'
import { JoinAccount } from '@paylink/core/identity/join-account'
import { KnownPlaces } from '@paylink/core/identity/known-places'
import type { OpenedSession } from '@paylink/core/identity/open-session'
import { PasswordHasher } from '@paylink/core/identity/password-hasher'
import { ReadInvitation } from '@paylink/core/identity/read-invitation'
import { ReadSession } from '@paylink/core/identity/read-session'
import type { Role } from '@paylink/core/identity/role'
import type { Place, Session } from '@paylink/core/identity/session'
import { passwordBuckets } from '@paylink/core/identity/sign-in-buckets'
import { SignInLimits } from '@paylink/core/identity/sign-in-limits.repository'
import { SetUpAddress } from '@paylink/core/identity/set-up-address'
import { SignIn, type SignInOutcome } from '@paylink/core/identity/sign-in'
import { Users } from '@paylink/core/identity/users.repository'
import { actForAccount, OPERATOR } from '@paylink/core/kernel/principal'
import type { TestAppliance } from './appliance.js'

export const PASSWORD = 'caballo correcto grapa'

/** A phone that has never been there. */
export const placeAt = (ip = '203.0.113.7', device?: string): Place => ({ ip, userAgent: 'Firefox', device })

export interface SignedIn extends OpenedSession {
  session: Session
  email: string
}

/** Made once a process: a hash takes a quarter of a second. */
let hash: Promise<string> | undefined

/** The people of a test's installation, made as they would be. They all have the same password. */
export class People {
  constructor(private readonly paylink: TestAppliance) {}

  /** The token at the end of a one-time address. */
  static tokenIn(address: string): string {
    return address.slice(address.lastIndexOf('/') + 1)
  }

  /** The first one, who sets the installation up. */
  async owner(email = 'lupita@tienda.example'): Promise<SignedIn> {
    const address = await this.paylink.container.get(SetUpAddress).find()
    if (address === null) throw new Error('it was set up already')
    return this.accept(People.tokenIn(address), 'setup', { name: 'Lupita', email })
  }

  async invite(email: string, role?: Role, accountId = this.paylink.account.id): Promise<string> {
    const invite = this.paylink.container.get(InviteUser)
    return People.tokenIn((await invite.run(actForAccount(OPERATOR, accountId), { email, role })).address)
  }

  async join(email: string, role: Role, accountId = this.paylink.account.id): Promise<SignedIn> {
    const token = await this.invite(email, role, accountId)
    return this.accept(token, 'invitation', { name: email.split('@')[0] ?? '', email })
  }

  private async accept(
    token: string,
    purpose: 'setup' | 'invitation',
    named: { name: string; email: string },
  ): Promise<SignedIn> {
    const { container } = this.paylink
    const invitation = await container.get(ReadInvitation).find(token, purpose)
    if (!invitation) throw new Error('there is no such invitation')
    const person = { ...named, password: await (hash ??= container.get(PasswordHasher).hash(PASSWORD)), locale: null }
    const join = container.get(JoinAccount)
    const opened = await container.get(UnitOfWork).run((tx) => join.run(tx, invitation, person, null, placeAt()))
    return this.signedIn(opened, named.email)
  }

  signIn(email: string, password = PASSWORD, place = placeAt('198.51.100.1')): Promise<SignInOutcome> {
    return this.paylink.container.get(SignIn).run({ email, password }, place)
  }

  /** A wrong password from an unknown place, without the work of comparing it. Returns the seconds to wait; 0: none. */
  guess(email: string, ip: string): Promise<number> {
    return this.paylink.container.get(SignInLimits).take(passwordBuckets(email, placeAt(ip), 'none'))
  }

  /** What follows the right password, without the work of comparing it. */
  async afterPassword(email: string, place = placeAt('198.51.100.1')): Promise<SignInOutcome> {
    const { container } = this.paylink
    const user = await container.get(Users).findByEmail(email)
    if (!user) throw new Error(`there is no ${email}`)
    const known = await container.get(KnownPlaces).find(user.id, place)
    const admitUser = container.get(AdmitUser)
    return container.get(UnitOfWork).run((tx) => admitUser.afterPassword(tx, user, place, known.isTrusted))
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
