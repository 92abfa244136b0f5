import express, { type Router } from 'express'
import type { ReadAccount } from '../../accounts/read-account.js'
import type { AcceptInvitation } from '../../identity/accept-invitation.js'
import { HashQueueFullError } from '../../identity/hash-queue.js'
import type { Invitation } from '../../identity/invitation.js'
import { isPasskeyPossible } from '../../identity/passkey-ceremonies.js'
import type { ReadInvitation } from '../../identity/read-invitation.js'
import type { ReadSession } from '../../identity/read-session.js'
import { checkPerson } from '../../identity/user.js'
import type { BaseUrl } from '../../kernel/named.js'
import { Problem } from '../../kernel/problem.js'
import type { FormFault } from '../../web/form.js'
import { readSmallForm } from '../read-form.js'
import type { OutsideVisit, OutsideVisits } from '../outside-visits.js'
import { passkeyIn } from './passkey-form.js'
import { PersonForm, type PersonFormParts, personFaults } from './person-form.js'
import { SetupStart } from '../setup/setup-steps.js'
import { Refusal } from './sign-in-views.js'
import { UsedAddress } from './used-address.js'
import { setupWords } from '../setup/words.js'
import { signInWords } from './words.js'

type Purpose = 'setup' | 'invitation'

/** The one-time addresses where a person makes their sign-in: the first owner's, and those of invitations. */
export class InvitationPages {
  private readonly hasPasskeys: boolean

  constructor(
    private readonly outside: OutsideVisits,
    private readonly readInvitation: ReadInvitation,
    private readonly accept: AcceptInvitation,
    private readonly accounts: ReadAccount,
    private readonly sessions: ReadSession,
    baseUrl: BaseUrl,
  ) {
    this.hasPasskeys = isPasskeyPossible(baseUrl)
  }

  router(): Router {
    const router = express.Router()
    for (const purpose of ['setup', 'invitation'] as const) {
      // Every token has a dot; the later steps of the set-up are `/setup/2` and so on.
      const at = `/dashboard/${purpose}/:token`
      const { outside } = this
      const handle = (answer: (visit: OutsideVisit) => Promise<void>) => {
        const handler = outside.handler(answer)
        return (...args: Parameters<typeof handler>): unknown =>
          String(args[0].params['token']).includes('.') ? handler(...args) : args[2]()
      }
      router.get(
        at,
        handle((visit) => this.show(visit, purpose, [])),
      )
      router.post(
        at,
        readSmallForm,
        handle((visit) => this.receive(visit, purpose)),
      )
      router.post(
        `${at}/passkey/options`,
        readSmallForm,
        handle((visit) => this.sendOptions(visit, purpose)),
      )
    }
    return router
  }

  private async receive(visit: OutsideVisit, purpose: Purpose): Promise<void> {
    const { name = '', email, password } = visit.fields
    try {
      const locale = visit.locale === visit.account?.brand.locale ? null : visit.locale
      const input = { name, email, password, locale, passkey: passkeyIn(visit.fields) }
      const opened = await this.accept.run(tokenOf(visit), purpose, input, visit.place)
      if (!opened) return await this.show(visit, purpose, [])
      this.outside.enter(visit, opened, this.nextOf(purpose))
    } catch (error) {
      if (error instanceof HashQueueFullError) return this.show(visit, purpose, [], true)
      if (!(error instanceof Problem) || error.code !== 'validation_error') throw error
      await this.show(visit, purpose, personFaults(error, signInWords(visit.locale)))
    }
  }

  private async sendOptions(visit: OutsideVisit, purpose: Purpose): Promise<void> {
    const { name = '', email = '' } = visit.fields
    const invitation = await this.readInvitation.find(tokenOf(visit), purpose)
    const person = { name: name.trim(), email: invitation?.email ?? email.trim() }
    try {
      checkPerson(person, ['name', 'email'])
    } catch (error) {
      // The script then sends the form without a passkey, and the page shows what is wrong.
      if (!(error instanceof Problem)) throw error
      visit.response.status(422).set('Cache-Control', 'no-store').json({})
      return
    }
    const options = await this.accept.passkeyOptions(tokenOf(visit), purpose, person)
    if (!options) throw new Problem('not_found', { detail: 'This address was used already, or is too old.' })
    visit.response.set('Cache-Control', 'no-store').json(options)
  }

  private nextOf(purpose: Purpose): string {
    return purpose === 'setup' ? `${this.outside.paths.ofMode(false)}/setup/2` : this.outside.paths.home
  }

  /** Was the form sent a second time, by the browser of the user that the first time made? */
  private async isSecondPress(visit: OutsideVisit): Promise<boolean> {
    const { request } = visit
    const userId = this.readInvitation.newUserIdOf(tokenOf(visit))
    if (request.method !== 'POST' || userId === undefined) return false
    for (const token of this.outside.cookies.read('session', request.headers.cookie)) {
      if ((await this.sessions.find(token))?.user.id === userId) return true
    }
    return false
  }

  private async show(
    visit: OutsideVisit,
    purpose: Purpose,
    faults: readonly FormFault[],
    mustWait = false,
  ): Promise<void> {
    const { outside } = this
    const words = signInWords(visit.locale)
    const invitation = await this.readInvitation.find(tokenOf(visit), purpose)
    const account = invitation && (await this.accounts.run(invitation.accountId))
    if (!account) {
      if (await this.isSecondPress(visit)) return outside.redirect(visit, this.nextOf(purpose))
      const content = <UsedAddress words={words.used} href={outside.href(visit, '/sign-in')} />
      return outside.show(visit, { title: words.used.title, size: 'card', content }, 404)
    }
    if (mustWait) visit.response.set('Retry-After', String(HashQueueFullError.RETRY_SECONDS))
    const status = mustWait ? 429 : faults.length > 0 ? 422 : 200
    const form = (
      <div class="stack">
        <Refusal text={mustWait ? words.signIn.wait : null} />
        <PersonForm {...this.formParts(visit, invitation, faults)} />
      </div>
    )
    if (purpose === 'setup') {
      const setup = setupWords(visit.locale)
      const page = { title: setup.start.title, size: 'form', script: 'passkeys.js' } as const
      return outside.show(
        { ...visit, account: undefined },
        { ...page, content: <SetupStart words={setup}>{form}</SetupStart> },
        status,
      )
    }
    const title = words.invitation.title(account.name)
    const content = (
      <div class="stack">
        <div>
          <h1>{title}</h1>
          <p class="muted">{words.invitation.about(words.roles[invitation.role])}</p>
        </div>
        {form}
      </div>
    )
    outside.show({ ...visit, account }, { title, size: 'card', script: 'passkeys.js', content }, status)
  }

  private formParts(visit: OutsideVisit, invitation: Invitation, faults: readonly FormFault[]): PersonFormParts {
    const words = signInWords(visit.locale)
    const setup = setupWords(visit.locale)
    const isSetup = invitation.purpose === 'setup'
    const here = `/${invitation.purpose}/${tokenOf(visit)}`
    const { password: _password, ...typed } = visit.fields
    return {
      words,
      action: this.outside.href(visit, here),
      options: this.outside.href(visit, `${here}/passkey/options`),
      hasPasskeys: this.hasPasskeys,
      values: { ...(invitation.name !== null && { name: invitation.name }), ...typed },
      faults,
      email: invitation.email,
      passkeyLabel: setup.start.passkey,
      passkeyAbout: setup.start.passkeyAbout,
      button: isSetup ? setup.next : words.invitation.button,
      busy: isSetup ? setup.saving : words.invitation.busy,
    }
  }
}

const tokenOf = ({ request }: OutsideVisit): string => String(request.params['token'])
