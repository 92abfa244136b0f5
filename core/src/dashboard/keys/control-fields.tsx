import type { VNode } from 'preact'
import { APPROVABLE_OPERATIONS } from '../../accounts/controls.js'
import type { FormView } from '../../web/form.js'
import { capitalized } from '../../web/messages/messages.js'
import { operationText } from '../../web/messages/operations.js'
import { AmountField, CheckBox } from '../components/fields.js'
import type { Visit } from '../visit.js'
import { askField } from './typed-controls.js'
import { keysWords } from './words.js'

interface Parts {
  visit: Pick<Visit, 'locale'>
  form: FormView
  /** Of both amounts. */
  currency: string
  /** A key also works at `/v1`, which cannot ask. */
  isOfKey?: boolean
}

/** Limits of money, and what a person approves each time. */
export function ControlFields({ visit: { locale }, form, currency, isOfKey = false }: Parts): VNode {
  const { limits: words, new: shared } = keysWords(locale)
  const { values } = form
  return (
    <>
      <div class="fields">
        <AmountField
          form={form}
          name="linkLimit"
          label={words.link}
          optionalWord={shared.optional}
          hint={words.linkHint(currency)}
        />
        <AmountField
          form={form}
          name="dailyLimit"
          label={words.day}
          optionalWord={shared.optional}
          hint={words.dayHint(currency)}
        />
      </div>
      <fieldset class="choices">
        <legend>{words.ask}</legend>
        <p class="muted small">
          {words.askHint}
          {isOfKey && ` ${words.askByKeyHint}`}
        </p>
        <div class="scope-boxes">
          {APPROVABLE_OPERATIONS.map((operation) => (
            <CheckBox
              name={askField(operation)}
              label={capitalized(operationText(locale, operation))}
              isOn={values[askField(operation)] === 'on'}
            />
          ))}
        </div>
      </fieldset>
    </>
  )
}
