import type { VNode } from 'preact'
import type { ApiScope } from '../../kernel/principal.js'
import type { FormView } from '../../web/form.js'
import { CheckBox } from '../components/fields.js'
import type { Visit } from '../visit.js'
import { scopeField } from './typed-key.js'
import { keysWords } from './words.js'

interface Parts {
  visit: Pick<Visit, 'locale'>
  legend: string
  hint: string
  /** Those to choose from. */
  scopes: readonly ApiScope[]
  form: FormView
  /** For people who write programs: each scope with its name in the API. */
  hasCodes?: boolean
}

/** What a key or an agent may do: a box for each scope. */
export function ScopeBoxes({ visit, legend, hint, scopes, form, hasCodes = false }: Parts): VNode {
  const { scopeNames } = keysWords(visit.locale).new
  const fault = form.faults.find(({ name }) => name === 'scopes')?.text
  return (
    <fieldset class={fault ? 'choices wrong' : 'choices'} id="scopes" aria-describedby={fault && 'scopes-fault'}>
      <legend>{legend}</legend>
      <p class="muted small">{hint}</p>
      {fault && (
        <p class="fault" id="scopes-fault">
          {fault}
        </p>
      )}
      <div class="scope-boxes">
        {scopes.map((scope) => (
          <CheckBox
            name={scopeField(scope)}
            label={scopeNames[scope]}
            {...(hasCodes && { about: <span class="code">{scope}</span> })}
            isOn={form.values[scopeField(scope)] === 'on'}
          />
        ))}
      </div>
    </fieldset>
  )
}
