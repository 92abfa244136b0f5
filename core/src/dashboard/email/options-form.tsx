import type { VNode } from 'preact'
import { MAX_REMINDER_HOURS } from '../../accounts/account-settings.js'
import { SubmitButton } from '../../web/button.js'
import { controlAttributes, Field, type FormFault, PostForm, TextField } from '../../web/form.js'
import { CheckBox } from '../components/fields.js'
import { may, type Visit } from '../visit.js'
import { EMAIL } from './paths.js'
import { BEFORE_FIELDS, type TypedOptions } from './typed-mail-options.js'
import type { EmailWords } from './words.js'

interface Parts {
  visit: Visit
  words: EmailWords
  typed: TypedOptions
  faults: readonly FormFault[]
}

/** Which mails are sent by themselves, a sentence each. */
export function OptionsForm({ visit, words: { form: words }, typed, faults }: Parts): VNode {
  const { base, csrfToken } = visit
  const form = { values: { hours: typed.hours, alertsTo: typed.alertsTo }, faults }
  const hours = { form, name: 'hours', label: words.hours }
  return (
    <section class="card full mail-options">
      <PostForm action={base + EMAIL} csrfToken={csrfToken}>
        <h2 class="unseen">{words.legend}</h2>
        {BEFORE_FIELDS.map(([name, field]) => (
          <input type="hidden" name={field} value={typed.before[name]} />
        ))}
        <div>
          <CheckBox name="remind" label={words.reminder} about={words.reminderAbout} isOn={typed.remind} isSwitch />
          <div class="mail-option hours">
            <Field {...hours}>
              <span class="row">
                <input
                  {...controlAttributes(hours)}
                  type="text"
                  inputMode="numeric"
                  autocomplete="off"
                  maxLength={String(MAX_REMINDER_HOURS).length}
                  value={typed.hours}
                />
                <span class="small" aria-hidden="true">
                  {words.hoursUnit}
                </span>
              </span>
            </Field>
          </div>
        </div>
        <div>
          <CheckBox name="receipts" label={words.receipts} about={words.receiptsAbout} isOn={typed.receipts} isSwitch />
        </div>
        <div>
          <CheckBox name="opens" label={words.opens} about={words.opensAbout} isOn={typed.opens} isSwitch />
        </div>
        <div>
          <CheckBox name="alert" label={words.alerts} about={words.alertsAbout} isOn={typed.alert} isSwitch />
          <div class="mail-option">
            <TextField form={form} name="alertsTo" type="email" label={words.alertsTo} autocomplete="off" isOptional />
          </div>
        </div>
        <div class="row">
          <SubmitButton kind="first" busy={words.saving}>
            {words.save}
          </SubmitButton>
          {visit.hasPage('/accountant') && may(visit, 'accountant:read') && (
            <p class="muted small">
              {words.sheet} <a href={`${base}/accountant`}>{words.sheetLink}</a>.
            </p>
          )}
        </div>
      </PostForm>
    </section>
  )
}
