import type { OpenedSession } from '../../identity/open-session.js'
import type { OwnCodes } from '../../identity/own-codes.js'
import type { ReadSecurity } from '../../identity/read-security.js'
import type { IdentityCookies } from '../../identity/session-cookie.js'
import { Problem } from '../../kernel/problem.js'
import { ButtonLink, SubmitButton } from '../../web/button.js'
import type { CsrfGuard } from '../../web/csrf-guard.js'
import { FaultSummary, type FormFault, PostForm, TextField } from '../../web/form.js'
import { Notice } from '../../web/notice.js'
import { CopyButton } from '../components/copy-button.js'
import { QrCode } from '../components/qr.js'
import { redirect, showPage } from '../answer.js'
import type { Route } from '../route.js'
import { keepSession, placeOf } from '../outside-visits.js'
import { signInWords } from '../sign-in/words.js'
import { questionPage } from '../settings/question-page.js'
import type { Visit } from '../visit.js'
import { SECURITY, securityPage } from './security-parts.js'
import { securityWords } from './words.js'

const CODE = `${SECURITY}/code`
const RECOVERY = `${SECURITY}/recovery-codes`
/** The recovery codes were shown before, or were made without reaching the person. */
const ON_ALREADY = `${SECURITY}?saved=code_on`

/** Six-digit codes: switching them on and off; and the recovery codes, which are shown once. */
export class SecurityCodePages {
  constructor(
    private readonly codes: OwnCodes,
    private readonly security: ReadSecurity,
    private readonly cookies: IdentityCookies,
    private readonly csrf: CsrfGuard,
  ) {}

  routes(): Route[] {
    const shared = { permission: 'self', confirms: true } as const
    return [
      { ...shared, method: 'get', path: CODE, answer: (visit) => this.showEnrolment(visit, []) },
      { ...shared, method: 'post', path: CODE, answer: this.confirm },
      { ...shared, method: 'get', path: `${CODE}/remove`, answer: this.askToRemove },
      { ...shared, method: 'post', path: `${CODE}/remove`, answer: this.remove },
      { ...shared, method: 'get', path: RECOVERY, answer: this.askToRenew },
      { ...shared, method: 'post', path: RECOVERY, answer: this.renew },
    ]
  }

  private async showEnrolment(visit: Visit, faults: readonly FormFault[]): Promise<void> {
    // They are on: a page from before, or a reload of the one with the recovery codes.
    if ((await this.security.find(visit.session))?.hasTotp) return redirect(visit, ON_ALREADY)
    const { code: words } = securityWords(visit.locale)
    const { secret, uri } = await this.codes.enrol(visit.session, visit.account.name)
    const content = (
      <>
        {faults.length > 0 && <FaultSummary title={signInWords(visit.locale).faults.title} faults={faults} />}
        <div class="card">
          <PostForm action={`${visit.base}${CODE}`} csrfToken={visit.csrfToken}>
            <ol class="totp-steps">
              <li>
                <h2>1. {words.step1}</h2>
                <QrCode text={uri} label={words.qr} />
                <p class="muted small">{words.orType}</p>
                <p class="code" data-secret="">
                  {inGroups(secret)}
                </p>
              </li>
              <li class="stack">
                <h2>2. {words.step2}</h2>
                <div class="code-field">
                  <TextField
                    form={{ values: {}, faults }}
                    name="code"
                    label={words.label}
                    inputMode="numeric"
                    autocomplete="one-time-code"
                    spellcheck={false}
                  />
                </div>
                <div>
                  <SubmitButton kind="first" busy={words.busy}>
                    {words.button}
                  </SubmitButton>
                </div>
              </li>
            </ol>
          </PostForm>
        </div>
      </>
    )
    await showPage(visit, securityPage(visit, words.pageTitle, content), faults.length > 0 ? 422 : 200)
  }

  private readonly confirm = async (visit: Visit): Promise<void> => {
    const words = securityWords(visit.locale)
    try {
      const place = placeOf(visit.request, this.cookies)
      const { codes, opened } = await this.codes.confirm(visit.session, visit.fields['code'] ?? '', place)
      await this.showCodes(opened ? this.continueIn(visit, opened) : visit, words.recovery.onTitle, codes)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      if (error.code === 'forbidden') return redirect(visit, ON_ALREADY)
      if (error.code !== 'validation_error' && error.code !== 'not_found') throw error
      await this.showEnrolment(visit, [{ name: 'code', text: words.code.fault }])
    }
  }

  /** The forms of the page belong to the session that the browser has from now on. */
  private continueIn(visit: Visit, opened: OpenedSession): Visit {
    keepSession(visit.response, this.cookies, opened)
    const session = { ...visit.session, id: opened.sessionId, lacksSecondFactor: false }
    return { ...visit, session, csrfToken: this.csrf.tokenFor(session.id, visit.principal.livemode) }
  }

  private readonly askToRemove = async (visit: Visit): Promise<void> => {
    const { code: words } = securityWords(visit.locale)
    await this.ask(visit, `${CODE}/remove`, words.removeTitle, words.removeText, words.remove, words.keep)
  }

  private readonly remove = async (visit: Visit): Promise<void> => {
    try {
      await this.codes.remove(visit.session)
    } catch (error) {
      // They are off already: a second press, or one whose answer was lost.
      if (!(error instanceof Problem) || error.code !== 'not_found') throw error
    }
    redirect(visit, `${SECURITY}?saved=code_removed`)
  }

  private readonly askToRenew = async (visit: Visit): Promise<void> => {
    const { recovery: words } = securityWords(visit.locale)
    await this.ask(visit, RECOVERY, words.askTitle, words.askText, words.renew, words.keep)
  }

  private readonly renew = async (visit: Visit): Promise<void> => {
    const { recovery: words } = securityWords(visit.locale)
    try {
      await this.showCodes(visit, words.shownTitle, await this.codes.renewRecoveryCodes(visit.session))
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'not_found') throw error
      // The second factor was removed meanwhile: there is nothing to recover from.
      redirect(visit, SECURITY)
    }
  }

  private async ask(
    visit: Visit,
    path: string,
    title: string,
    text: string,
    confirm: string,
    keep: string,
  ): Promise<void> {
    await showPage(visit, questionPage(visit, { title, text, path, back: SECURITY, keep, confirm }))
  }

  private async showCodes(visit: Visit, title: string, codes: readonly string[]): Promise<void> {
    const { recovery: words } = securityWords(visit.locale)
    const content = (
      <div class="card stack">
        <Notice tone="attention">
          <p>{words.shownText}</p>
        </Notice>
        <ul class="recovery-codes" aria-label={words.list}>
          {codes.map((code) => (
            <li>{code}</li>
          ))}
        </ul>
        <div class="row">
          <ButtonLink kind="first" href={`${visit.base}${SECURITY}`}>
            {words.done}
          </ButtonLink>
          <CopyButton text={codes.join('\n')} locale={visit.locale} />
        </div>
      </div>
    )
    await showPage(visit, securityPage(visit, title, content))
  }
}

const inGroups = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ')
