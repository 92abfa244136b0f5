import express, { type Router } from 'express'
import type { ReadAccount } from '../../accounts/read-account.js'
import type { AgreeToEmailChange, OpenEmailChange } from '../../identity/agree-to-email-change.js'
import { hasAgreed } from '../../identity/email-change.js'
import type { ReadSession } from '../../identity/read-session.js'
import type { Session } from '../../identity/session.js'
import { SubmitButton } from '../../web/button.js'
import type { OutsideVisit, OutsideVisits } from '../outside-visits.js'
import { readSmallForm } from '../read-form.js'
import { MessageView, OutsideForm } from './sign-in-views.js'
import { UsedAddress } from './used-address.js'
import { signInWords } from './words.js'

/**
 * The one-time addresses in the mails of a change of address. Reading the page agrees to nothing: programs that check links
 * read it, too.
 */
export class EmailChangePages {
  constructor(
    private readonly outside: OutsideVisits,
    private readonly agreeTo: AgreeToEmailChange,
    private readonly accounts: ReadAccount,
    private readonly sessions: ReadSession,
  ) {}

  router(): Router {
    const router = express.Router()
    const { outside } = this
    const at = '/dashboard/email-change/:token'
    router.get(at, outside.handler(this.show))
    router.post(at, readSmallForm, outside.handler(this.agree))
    router.post(`${at}/refuse`, readSmallForm, outside.handler(this.refuse))
    return router
  }

  private readonly show = async (visit: OutsideVisit): Promise<void> => {
    const open = await this.agreeTo.find(tokenOf(visit))
    const account = open && (await this.accounts.run(open.change.accountId))
    if (!account) return this.showUsed(visit)
    const { outside } = this
    const { emailChange: words } = signInWords(visit.locale)
    const { change, side } = open
    const here = `/email-change/${tokenOf(visit)}`
    const content = (
      <div class="stack">
        <div>
          <h1>{words.title}</h1>
          <p>{words.text(account.name, change.fromEmail, change.toEmail)}</p>
          <p class="muted">{hasAgreed(change, side) ? words.agreed : words.both}</p>
        </div>
        {!hasAgreed(change, side) && (
          <OutsideForm action={outside.href(visit, here)}>
            <SubmitButton kind="first" busy={words.busy} isWide>
              {words.agree}
            </SubmitButton>
          </OutsideForm>
        )}
        {canRefuse(open) && (
          <OutsideForm action={outside.href(visit, `${here}/refuse`)}>
            <SubmitButton kind="ask" isWide>
              {words.refuse}
            </SubmitButton>
          </OutsideForm>
        )}
      </div>
    )
    outside.show({ ...visit, account }, { title: words.title, size: 'card', content })
  }

  private readonly agree = async (visit: OutsideVisit): Promise<void> => {
    const { emailChange: words } = signInWords(visit.locale)
    const open = await this.agreeTo.find(tokenOf(visit))
    const agreement = open && (await this.agreeTo.agree(tokenOf(visit), await this.ownSession(visit)))
    switch (agreement) {
      case undefined:
        return this.showUsed(visit)
      case 'half':
        return this.tell(visit, words.halfTitle, words.half)
      case 'taken':
        return this.tell(visit, words.takenTitle, words.taken)
      case 'done':
        return this.tell(visit, words.doneTitle, words.done(open?.change.toEmail ?? ''))
    }
  }

  private readonly refuse = async (visit: OutsideVisit): Promise<void> => {
    const { emailChange: words } = signInWords(visit.locale)
    if (!(await this.agreeTo.refuse(tokenOf(visit)))) return this.showUsed(visit)
    this.tell(visit, words.refusedTitle, words.refused)
  }

  /** Of this browser, if it has one. */
  private async ownSession({ request }: OutsideVisit): Promise<Session | undefined> {
    for (const token of this.outside.cookies.read('session', request.headers.cookie)) {
      const session = await this.sessions.find(token)
      if (session) return session
    }
    return undefined
  }

  private tell(visit: OutsideVisit, title: string, text: string): void {
    const content = (
      <MessageView title={title} href={this.outside.paths.home} label={signInWords(visit.locale).emailChange.enter}>
        <p>{text}</p>
      </MessageView>
    )
    this.outside.show(visit, { title, size: 'card', content })
  }

  /** The same for every address that opens nothing. */
  private showUsed(visit: OutsideVisit): void {
    const { used } = signInWords(visit.locale)
    const content = <UsedAddress words={used} href={this.outside.href(visit, '/sign-in')} />
    this.outside.show(visit, { title: used.title, size: 'card', content }, 404)
  }
}

/** The former mailbox alone: the new one has nothing to lose. */
const canRefuse = ({ side }: OpenEmailChange): boolean => side === 'former'

const tokenOf = ({ request }: OutsideVisit): string => String(request.params['token'])
