import type { ChangeEmail } from '../../identity/change-email.js'
import type { ReadSecurity } from '../../identity/read-security.js'
import { notFound, Problem } from '../../kernel/problem.js'
import { SubmitButton } from '../../web/button.js'
import { FaultSummary, PostForm, TextField } from '../../web/form.js'
import { Notice } from '../../web/notice.js'
import { redirect, showPage } from '../answer.js'
import { fieldsNamed, type Route } from '../route.js'
import { signInWords } from '../sign-in/words.js'
import type { Visit } from '../visit.js'
import { SECURITY, securityPage } from './security-parts.js'
import type { ShowSecurity } from './show-security.js'
import { securityWords } from './words.js'

const PATH = `${SECURITY}/email`

/** Asking for another address to sign in with, and taking it back. */
export class EmailPages {
  constructor(
    private readonly change: ChangeEmail,
    private readonly security: ReadSecurity,
    private readonly showSecurity: ShowSecurity,
  ) {}

  routes(): Route[] {
    const shared = { path: PATH, permission: 'self', confirms: true } as const
    return [
      { ...shared, method: 'get', answer: (visit) => this.show(visit, null) },
      { ...shared, method: 'post', keeps: fieldsNamed('email'), answer: this.request },
      { method: 'post', path: `${PATH}/cancel`, permission: 'self', formAt: SECURITY, answer: this.cancel },
    ]
  }

  private readonly request = async (visit: Visit): Promise<void> => {
    const { email: words } = securityWords(visit.locale)
    try {
      await this.change.request(visit.session, visit.fields['email'] ?? '')
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      if (error.code === 'email_unavailable') return this.show(visit, null)
      if (error.code === 'rate_limited') {
        visit.response.set(error.headers)
        return this.show(visit, words.wait, 429)
      }
      if (error.code !== 'validation_error') throw error
      const [message = ''] = (error.errors ?? []).map((fault) => fault.message)
      const text = message.startsWith('already') ? words.taken : message.startsWith('is the') ? words.same : words.fault
      return this.show(visit, text, 422)
    }
    redirect(visit, `${SECURITY}?saved=email_asked`)
  }

  private readonly cancel = async (visit: Visit): Promise<void> => {
    if (!(await this.change.cancel(visit.session))) return this.showSecurity.run(visit, 'emailChange')
    redirect(visit, `${SECURITY}?saved=email_canceled`)
  }

  private async show(visit: Visit, fault: string | null, status = 200): Promise<void> {
    const { base, csrfToken, fields, locale, session } = visit
    const { email: words } = securityWords(locale)
    const security = await this.security.find(session)
    if (!security) throw notFound('user')
    const faults = fault === null ? [] : [{ name: 'email', text: fault }]
    const content = this.change.canMail ? (
      <>
        {faults.length > 0 && <FaultSummary title={signInWords(locale).faults.title} faults={faults} />}
        <div class="card">
          <PostForm action={`${base}${PATH}`} csrfToken={csrfToken}>
            <div class="stack">
              <TextField
                form={{ values: fields, faults }}
                name="email"
                type="email"
                label={words.label}
                hint={words.hint}
                autocomplete="email"
                spellcheck={false}
              />
              <div>
                <SubmitButton kind="first" busy={words.busy}>
                  {words.button}
                </SubmitButton>
              </div>
            </div>
          </PostForm>
        </div>
      </>
    ) : (
      <Notice tone="attention">
        <p>{words.noMail}</p>
      </Notice>
    )
    await showPage(visit, securityPage(visit, words.pageTitle, content, words.pageAbout(security.email)), status)
  }
}
