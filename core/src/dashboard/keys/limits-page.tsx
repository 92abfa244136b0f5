import type { Controls } from '../../kernel/principal.js'
import { DEFAULT_CURRENCY } from '../../kernel/currency.js'
import { ButtonLink, SubmitButton } from '../../web/button.js'
import { FaultSummary, type FormFault, PostForm } from '../../web/form.js'
import type { FramedPage } from '../framed-page.js'
import type { FormFields } from '../read-form.js'
import { settingsPage } from '../settings/settings-page.js'
import type { Visit } from '../visit.js'
import { ControlFields } from './control-fields.js'
import { valuesOfControls } from './typed-controls.js'
import { keysWords } from './words.js'

/** Whose limits they are. */
export interface Limited {
  name: string
  /** Below the title. */
  about: string
  controls: Controls | null
  isOfKey?: boolean
  /** Below the base: where the form is sent. */
  path: string
  /** Below the base: where one came from. */
  back: { path: string; label: string }
}

/** The form that changes limits; with what was typed, where that was refused or kept. */
export function limitsPage(
  { base, locale, csrfToken, formKey, fields }: Visit,
  { name, about, controls, isOfKey = false, path, back }: Limited,
  faults: readonly FormFault[] = [],
): FramedPage {
  const { limits: words, new: shared } = keysWords(locale)
  const form = { values: wasTyped(fields) ? fields : valuesOfControls(controls), faults }
  const href = base + back.path
  return settingsPage(
    { title: words.title(name), about, back: { href, label: back.label } },
    <>
      {faults.length > 0 && <FaultSummary title={shared.refused} faults={faults} />}
      <div class="card">
        <PostForm action={base + path} csrfToken={csrfToken} formKey={formKey}>
          <div class="stack">
            <ControlFields
              visit={{ locale }}
              form={form}
              currency={controls?.currency ?? DEFAULT_CURRENCY}
              isOfKey={isOfKey}
            />
            <div class="row">
              <SubmitButton kind="first" busy={words.busy}>
                {words.save}
              </SubmitButton>
              <ButtonLink kind="bare" href={href}>
                {shared.cancel}
              </ButtonLink>
            </div>
          </div>
        </PostForm>
      </div>
    </>,
  )
}

const wasTyped = (fields: FormFields): boolean => Object.keys(fields).length > 0
