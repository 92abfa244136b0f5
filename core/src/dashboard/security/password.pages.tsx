import type { ChangePassword } from '../../identity/change-password.js'
import { HashQueueFullError } from '../../identity/hash-queue.js'
import type { IdentityCookies } from '../../identity/session-cookie.js'
import { Problem } from '../../kernel/problem.js'
import { SubmitButton } from '../../web/button.js'
import { FaultSummary, type FormFault, PostForm, TextField } from '../../web/form.js'
import { redirect, showPage } from '../answer.js'
import type { Route } from '../route.js'
import { keepSession, placeOf } from '../outside-visits.js'
import { Refusal } from '../sign-in/sign-in-views.js'
import { signInWords } from '../sign-in/words.js'
import type { Visit } from '../visit.js'
import { SECURITY, securityPage } from './security-parts.js'
import { securityWords } from './words.js'

const PATH = `${SECURITY}/password`

interface Shown {
  faults?: readonly FormFault[]
  refusal?: string | null
}

/** A new password: all other sessions end, and this one goes on under a new id. */
export class PasswordPages {
  constructor(
    private readonly changePassword: ChangePassword,
    private readonly cookies: IdentityCookies,
  ) {}

  routes(): Route[] {
    const shared = { path: PATH, permission: 'self', confirms: true } as const
    return [
      { ...shared, method: 'get', answer: (visit) => this.show(visit) },
      { ...shared, method: 'post', answer: this.receive },
    ]
  }

  private readonly receive = async (visit: Visit): Promise<void> => {
    const { session, fields, request, response, locale } = visit
    try {
      const place = placeOf(request, this.cookies)
      const opened = await this.changePassword.run(session, fields['password'] ?? '', place)
      keepSession(response, this.cookies, opened)
    } catch (error) {
      if (error instanceof HashQueueFullError) {
        response.set('Retry-After', String(HashQueueFullError.RETRY_SECONDS))
        return this.show(visit, { refusal: signInWords(locale).signIn.wait }, 429)
      }
      if (!(error instanceof Problem) || error.code !== 'validation_error') throw error
      const text = securityWords(locale).password.fault
      return this.show(visit, { faults: [{ name: 'password', text }] }, 422)
    }
    redirect(visit, `${SECURITY}?saved=password`)
  }

  private async show(visit: Visit, { faults = [], refusal = null }: Shown = {}, status = 200): Promise<void> {
    const { password: words } = securityWords(visit.locale)
    const content = (
      <>
        {faults.length > 0 && <FaultSummary title={signInWords(visit.locale).faults.title} faults={faults} />}
        <Refusal text={refusal} />
        <div class="card">
          <PostForm action={`${visit.base}${PATH}`} csrfToken={visit.csrfToken}>
            <div class="stack">
              <TextField
                form={{ values: {}, faults }}
                name="password"
                type="password"
                label={words.label}
                hint={words.hint}
                autocomplete="new-password"
              />
              <div>
                <SubmitButton kind="first" busy={words.saving}>
                  {words.save}
                </SubmitButton>
              </div>
            </div>
          </PostForm>
        </div>
      </>
    )
    const page = securityPage(visit, words.pageTitle, content, words.pageAbout)
    await showPage(visit, page, status)
  }
}
