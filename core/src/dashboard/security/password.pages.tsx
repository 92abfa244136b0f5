import type { ChangePassword } from '../../identity/change-password.js'
import type { IdentityCookies } from '../../identity/session-cookie.js'
import { Problem } from '../../kernel/problem.js'
import { SubmitButton } from '../../web/button.js'
import { FaultSummary, type FormFault, PostForm, TextField } from '../../web/form.js'
import { redirect, showPage } from '../answer.js'
import type { Route } from '../route.js'
import { keepSession, placeOf } from '../outside-visits.js'
import { signInWords } from '../sign-in/words.js'
import type { Visit } from '../visit.js'
import { SECURITY, securityPage } from './security-parts.js'
import { securityWords } from './words.js'

const PATH = `${SECURITY}/password`

/** A new password: all other sessions end, and this one goes on under a new id. */
export class PasswordPages {
  constructor(
    private readonly changePassword: ChangePassword,
    private readonly cookies: IdentityCookies,
  ) {}

  routes(): Route[] {
    const shared = { path: PATH, permission: 'self', confirms: true } as const
    return [
      { ...shared, method: 'get', answer: (visit) => this.show(visit, []) },
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
      if (!(error instanceof Problem) || error.code !== 'validation_error') throw error
      return this.show(visit, [{ name: 'password', text: securityWords(locale).password.fault }])
    }
    redirect(visit, `${SECURITY}?saved=password`)
  }

  private async show(visit: Visit, faults: readonly FormFault[]): Promise<void> {
    const { password: words } = securityWords(visit.locale)
    const content = (
      <>
        {faults.length > 0 && <FaultSummary title={signInWords(visit.locale).faults.title} faults={faults} />}
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
    await showPage(visit, page, faults.length > 0 ? 422 : 200)
  }
}
