import type { LimitKey } from '../../agents/limit-key.js'
import type { ListedKey, ReadKeys } from '../../accounts/read-keys.js'
import { DEFAULT_CURRENCY } from '../../kernel/currency.js'
import { Problem } from '../../kernel/problem.js'
import { ButtonLink, SubmitButton } from '../../web/button.js'
import { FaultSummary, type FormFault, PostForm } from '../../web/form.js'
import { type ActOnce, RepeatedForm } from '../act-once.js'
import { AGENTS } from '../agents/agent-paths.js'
import { redirect, showPage } from '../answer.js'
import { everyField, type Route } from '../route.js'
import { settingsPage } from '../settings/settings-page.js'
import { keyOf, parameter, type Visit } from '../visit.js'
import { ControlFields } from './control-fields.js'
import { keyMark, KEYS } from './key-parts.js'
import { controlFaults, readTypedControls, valuesOfControls } from './typed-controls.js'
import { keysWords } from './words.js'

/** `/settings/keys/:id/limits`: how much a key may ask for, and what a person approves each time. */
export class KeyLimitPages {
  constructor(
    private readonly keys: ReadKeys,
    private readonly limitKey: LimitKey,
    private readonly actOnce: ActOnce,
  ) {}

  routes(): Route[] {
    const route = { path: `${KEYS}/:id/limits`, permission: 'settings:manage', confirms: true } as const
    return [
      { ...route, method: 'get', answer: this.show },
      { ...route, method: 'post', keeps: everyField, answer: this.change },
    ]
  }

  private readonly show = async (visit: Visit): Promise<void> => {
    const key = await this.keys.one(visit.principal, parameter(visit, 'id'))
    if (key.revokedAt !== null) return redirect(visit, KEYS)
    const wasTyped = Object.keys(visit.fields).length > 0
    await this.showForm(visit, key, wasTyped ? visit.fields : valuesOfControls(key.controls))
  }

  private readonly change = async (visit: Visit): Promise<void> => {
    const key = await this.keys.one(visit.principal, parameter(visit, 'id'))
    const controls = readTypedControls(visit.fields, key.controls?.currency)
    try {
      await this.limitKey.run(visit.principal, key.id, controls, this.actOnce.of(visit, `limit_key ${key.id}`))
    } catch (error) {
      if (error instanceof Problem) {
        const faults = controlFaults(error, keysWords(visit.locale))
        if (faults.length === 0) throw error
        return this.showForm({ ...visit, formKey: keyOf(visit) }, key, visit.fields, faults)
      }
      if (!(error instanceof RepeatedForm)) throw error
    }
    redirect(visit, `${AGENTS}?saved=limits`)
  }

  private async showForm(
    visit: Visit,
    key: ListedKey,
    values: Visit['fields'],
    faults: readonly FormFault[] = [],
  ): Promise<void> {
    const { base, locale, csrfToken, formKey } = visit
    const { limits: words, new: shared } = keysWords(locale)
    const head = {
      title: words.title(key.name),
      about: words.about(keyMark(key)),
      back: { href: base + AGENTS, label: words.back },
    }
    const content = (
      <>
        {faults.length > 0 && <FaultSummary title={shared.refused} faults={faults} />}
        <div class="card">
          <PostForm action={`${base}${KEYS}/${key.id}/limits`} csrfToken={csrfToken} formKey={formKey}>
            <div class="stack">
              <ControlFields
                visit={visit}
                form={{ values, faults }}
                currency={key.controls?.currency ?? DEFAULT_CURRENCY}
              />
              <div class="row">
                <SubmitButton kind="first" busy={words.busy}>
                  {words.save}
                </SubmitButton>
                <ButtonLink kind="bare" href={base + AGENTS}>
                  {shared.cancel}
                </ButtonLink>
              </div>
            </div>
          </PostForm>
        </div>
      </>
    )
    await showPage(visit, settingsPage(head, content), faults.length > 0 ? 422 : 200)
  }
}
