import type { VNode } from 'preact'
import { APPROVABLE_OPERATIONS } from '../../accounts/controls.js'
import { DEFAULT_CURRENCY } from '../../kernel/currency.js'
import { localDay } from '../../kernel/local-day.js'
import { modeOf } from '../../kernel/mode.js'
import { API_SCOPES } from '../../kernel/principal.js'
import { ButtonLink, SubmitButton } from '../../web/button.js'
import { FaultSummary, type FormFault, type FormView, PostForm, TextField } from '../../web/form.js'
import { ChoiceCards, ChooseField, DateField, Fold } from '../components/fields.js'
import type { Visit } from '../visit.js'
import { ControlFields } from './control-fields.js'
import { KEYS } from './key-parts.js'
import { ScopeBoxes } from './scope-boxes.js'
import { askField } from './typed-controls.js'
import { EXPIRIES, typedValues } from './typed-key.js'
import { keysWords } from './words.js'

/** The form of a new key. */
export function NewKeyForm({ visit, faults }: { visit: Visit; faults: readonly FormFault[] }): VNode {
  const { new: words } = keysWords(visit.locale)
  const values = typedValues(visit)
  const form: FormView = { values, faults }
  return (
    <>
      {faults.length > 0 && <FaultSummary title={words.refused} faults={faults} />}
      <div class="card">
        <PostForm action={`${visit.base}${KEYS}`} csrfToken={visit.csrfToken} formKey={visit.formKey}>
          <div class="stack">
            <TextField form={form} name="name" label={words.name} hint={words.nameHint} autocomplete="off" />
            <ChoiceCards
              legend={words.can}
              name="can"
              choices={[
                { value: 'all', label: words.all, about: words.allAbout },
                { value: 'some', label: words.some, about: words.someAbout },
              ]}
              chosen={values['can'] ?? null}
            />
            <ScopeBoxes
              visit={visit}
              legend={words.scopes}
              hint={words.scopesHint}
              scopes={API_SCOPES}
              form={form}
              hasCodes
            />
            <div class="fields">
              <TextField
                form={form}
                name="rateLimit"
                label={words.rateLimit}
                optionalWord={words.optional}
                hint={words.rateLimitHint}
                inputMode="numeric"
                isOptional
              />
              <ChooseField form={form} name="expires" label={words.expires}>
                {EXPIRIES.map((expiry) => (
                  <option value={expiry} selected={expiry === values['expires']}>
                    {words.choices[expiry]}
                  </option>
                ))}
              </ChooseField>
              <DateField
                form={form}
                name="day"
                label={words.day}
                optionalWord={words.optional}
                hint={words.dayHint}
                min={localDay(visit.now, visit.account.brand.timeZone)}
              />
            </div>
            <ControlsPart visit={visit} form={form} />
            <div class="row">
              <SubmitButton kind="first" busy={words.busy}>
                {words.create[modeOf(visit.principal.livemode)]}
              </SubmitButton>
              <ButtonLink kind="bare" href={`${visit.base}${KEYS}`}>
                {words.cancel}
              </ButtonLink>
            </div>
          </div>
        </PostForm>
      </div>
    </>
  )
}

/** Closed where nothing is limited: a key for one's own systems needs none of it. */
function ControlsPart({ visit, form }: { visit: Visit; form: FormView }): VNode {
  const { limits: words } = keysWords(visit.locale)
  const names = ['linkLimit', 'dailyLimit', ...APPROVABLE_OPERATIONS.map(askField)]
  const isOpen = names.some((name) => (form.values[name] ?? '') !== '')
  return (
    <Fold name={words.fold} value={isOpen ? '' : words.none} isOpen={isOpen}>
      <ControlFields visit={visit} form={form} currency={DEFAULT_CURRENCY} isOfKey />
    </Fold>
  )
}
