import type { OwnPasskeys } from '../../identity/own-passkeys.js'
import type { ReadSecurity } from '../../identity/read-security.js'
import type { IdentityCookies } from '../../identity/session-cookie.js'
import type { Passkey } from '../../identity/passkey.js'
import { notFound, Problem } from '../../kernel/problem.js'
import { ButtonLink, SubmitButton } from '../../web/button.js'
import { CSRF_FIELD } from '../../web/csrf-guard.js'
import { FaultSummary, type FormFault, PostForm, TextField } from '../../web/form.js'
import { Notice } from '../../web/notice.js'
import { FingerprintIcon } from '../components/icons.js'
import { redirect, showPage } from '../answer.js'
import { fieldsNamed, type Route } from '../route.js'
import { keepSession, placeOf } from '../outside-visits.js'
import { passkeyIn } from '../sign-in/passkey-form.js'
import { signInWords } from '../sign-in/words.js'
import { questionPage } from '../settings/question-page.js'
import { parameter, type Visit } from '../visit.js'
import { SECURITY, securityPage } from './security-parts.js'
import type { ShowSecurity } from './show-security.js'
import { securityWords } from './words.js'

const NEW = `${SECURITY}/passkeys/new`

/** A person's passkeys: adding one, and taking one away. */
export class PasskeyPages {
  constructor(
    private readonly passkeys: OwnPasskeys,
    private readonly security: ReadSecurity,
    private readonly showSecurity: ShowSecurity,
    private readonly cookies: IdentityCookies,
  ) {}

  routes(): Route[] {
    const shared = { permission: 'self', confirms: true } as const
    const remove = `${SECURITY}/passkeys/:id/remove`
    const name = { path: `${SECURITY}/passkeys/:id/name`, permission: 'self' } as const
    const keeps = fieldsNamed('name')
    return [
      { ...shared, method: 'get', path: NEW, answer: (visit) => this.showNew(visit, []) },
      { ...shared, method: 'post', path: NEW, keeps, answer: this.add },
      { ...shared, method: 'post', path: `${NEW}/options`, formAt: NEW, answer: this.sendOptions },
      { ...name, method: 'get', answer: (visit) => this.showName(visit, []) },
      { ...name, method: 'post', keeps, answer: this.rename },
      { ...shared, method: 'get', path: remove, answer: this.askToRemove },
      { ...shared, method: 'post', path: remove, answer: this.remove },
    ]
  }

  private readonly sendOptions = async ({ session, account, response }: Visit): Promise<void> => {
    response.set('Cache-Control', 'no-store').json(await this.passkeys.options(session, account.name))
  }

  private readonly add = async (visit: Visit): Promise<void> => {
    const { session, fields, locale, request, response } = visit
    const { passkeys: words } = securityWords(locale)
    try {
      const place = placeOf(request, this.cookies)
      const { opened } = await this.passkeys.add(session, passkeyIn(fields), fields['name']?.trim() ?? '', place)
      if (opened) keepSession(response, this.cookies, opened)
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'validation_error') throw error
      const isName = error.errors?.some(({ path }) => path === 'name')
      return this.showNew(visit, [
        isName ? { name: 'name', text: words.nameFault } : { name: 'name', text: words.fault },
      ])
    }
    redirect(visit, `${SECURITY}?saved=passkey`)
  }

  private async showNew(visit: Visit, faults: readonly FormFault[]): Promise<void> {
    const { base, csrfToken, fields, locale } = visit
    const { passkeys: words } = securityWords(locale)
    const content = (
      <>
        {faults.length > 0 && <FaultSummary title={signInWords(locale).faults.title} faults={faults} />}
        <div class="without-passkeys">
          <Notice tone="attention">
            <p>{words.needsScript}</p>
          </Notice>
        </div>
        <div class="card for-passkeys">
          <form
            method="post"
            action={`${base}${NEW}`}
            class="stack"
            novalidate
            data-passkey="create"
            data-options={`${base}${NEW}/options`}
          >
            <input type="hidden" name={CSRF_FIELD} value={csrfToken} />
            <input type="hidden" name="passkey" value="" />
            <TextField
              form={{ values: fields, faults }}
              name="name"
              label={words.name}
              hint={words.nameHint}
              autocomplete="off"
            />
            <div>
              <SubmitButton kind="first" icon={FingerprintIcon}>
                {words.newButton}
              </SubmitButton>
            </div>
          </form>
        </div>
      </>
    )
    const page = securityPage(visit, words.newTitle, content, words.newAbout)
    await showPage(visit, { ...page, script: 'passkeys.js' }, faults.length > 0 ? 422 : 200)
  }

  private readonly rename = async (visit: Visit): Promise<void> => {
    const { session, fields, locale } = visit
    try {
      await this.passkeys.rename(session, parameter(visit, 'id'), fields['name']?.trim() ?? '')
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'validation_error') throw error
      return this.showName(visit, [{ name: 'name', text: securityWords(locale).passkeys.nameFault }])
    }
    redirect(visit, `${SECURITY}?saved=passkey_renamed`)
  }

  private async showName(visit: Visit, faults: readonly FormFault[]): Promise<void> {
    const { base, csrfToken, fields, locale } = visit
    const passkey = await this.find(visit)
    const { passkeys: words } = securityWords(locale)
    const content = (
      <>
        {faults.length > 0 && <FaultSummary title={signInWords(locale).faults.title} faults={faults} />}
        <div class="card">
          <PostForm action={`${base}${SECURITY}/passkeys/${passkey.id}/name`} csrfToken={csrfToken}>
            <div class="stack">
              <TextField
                form={{ values: { name: fields['name'] ?? passkey.name }, faults }}
                name="name"
                label={words.name}
                hint={words.nameHint}
                autocomplete="off"
              />
              <div class="row">
                <SubmitButton kind="first" busy={words.saving}>
                  {words.save}
                </SubmitButton>
                <ButtonLink kind="bare" href={`${base}${SECURITY}`}>
                  {securityWords(locale).cancel}
                </ButtonLink>
              </div>
            </div>
          </PostForm>
        </div>
      </>
    )
    const page = securityPage(visit, words.renameTitle(passkey.name), content)
    await showPage(visit, page, faults.length > 0 ? 422 : 200)
  }

  /** The passkey of the address. @throws Problem `not_found` */
  private async find(visit: Visit): Promise<Passkey> {
    const security = await this.security.find(visit.session)
    const passkey = security?.passkeyList.find(({ id }) => id === parameter(visit, 'id'))
    if (!passkey) throw notFound('passkey')
    return passkey
  }

  private readonly askToRemove = async (visit: Visit): Promise<void> => {
    const passkey = await this.find(visit)
    const { passkeys: words } = securityWords(visit.locale)
    const question = {
      title: words.removeTitle(passkey.name),
      text: words.removeText,
      path: `${SECURITY}/passkeys/${passkey.id}/remove`,
      back: SECURITY,
      keep: words.keep,
      confirm: words.remove,
    }
    await showPage(visit, questionPage(visit, question))
  }

  private readonly remove = async (visit: Visit): Promise<void> => {
    try {
      await this.passkeys.remove(visit.session, parameter(visit, 'id'))
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'not_found') throw error
      return this.showSecurity.run(visit, 'passkey')
    }
    redirect(visit, `${SECURITY}?saved=passkey_removed`)
  }
}
