import type { VNode } from 'preact'
import { EVENT_TYPES } from '../../webhooks/event.js'
import { ButtonLink, SubmitButton } from '../../web/button.js'
import { FaultSummary, type FormFault, type FormView, PostForm, TextField } from '../../web/form.js'
import { CheckBox, ChoiceCards } from '../components/fields.js'
import type { Visit } from '../visit.js'
import { eventField } from './typed-endpoint.js'
import { webhooksWords } from './words.js'

interface FormParts {
  visit: Visit
  values: Readonly<Record<string, string>>
  faults: readonly FormFault[]
  /** Below the base. */
  action: string
  back: string
  /** An endpoint that is there: what its form showed at first, so that only what was changed is saved. */
  before?: Readonly<Record<string, string>>
}

/** URL and event types of a new endpoint, or of one that is there. */
export function EndpointForm({ visit, values, faults, action, back, before }: FormParts): VNode {
  const { form: words } = webhooksWords(visit.locale)
  const form: FormView = { values, faults }
  return (
    <>
      {faults.length > 0 && <FaultSummary title={words.refused} faults={faults} />}
      <div class="card">
        <PostForm action={visit.base + action} csrfToken={visit.csrfToken} formKey={visit.formKey}>
          {Object.entries(before ?? {}).map(([name, value]) => (
            <input type="hidden" name={name} value={value} />
          ))}
          <div class="stack">
            <UrlField form={form} visit={visit} hint={before && words.urlEffect} />
            <ChoiceCards
              legend={words.events}
              name="which"
              choices={[
                { value: 'all', label: words.all, about: words.allAbout },
                { value: 'some', label: words.some, about: words.someAbout },
              ]}
              chosen={values['which'] ?? null}
            />
            <EventBoxes visit={visit} form={form} />
            <div class="row">
              <SubmitButton kind="first" busy={before ? words.saving : words.creating}>
                {before ? words.save : words.create}
              </SubmitButton>
              <ButtonLink kind="bare" href={visit.base + back}>
                {words.cancel}
              </ButtonLink>
            </div>
          </div>
        </PostForm>
      </div>
    </>
  )
}

export function UrlField({ form, visit, hint }: { form: FormView; visit: Visit; hint?: string }): VNode {
  const { form: words } = webhooksWords(visit.locale)
  return (
    <TextField
      form={form}
      name="url"
      label={words.url}
      hint={hint ?? words.urlHint}
      autocomplete="off"
      spellcheck={false}
    />
  )
}

function EventBoxes({ visit, form: { values, faults } }: { visit: Visit; form: FormView }): VNode {
  const words = webhooksWords(visit.locale)
  const fault = faults.find(({ name }) => name === 'events')?.text
  return (
    <fieldset class={fault ? 'choices wrong' : 'choices'} id="events" aria-describedby={fault && 'events-fault'}>
      <legend>{words.form.boxes}</legend>
      <p class="muted small">{words.form.boxesHint}</p>
      {fault && (
        <p class="fault" id="events-fault">
          {fault}
        </p>
      )}
      <div class="scope-boxes">
        {EVENT_TYPES.map((type) => (
          <CheckBox
            name={eventField(type)}
            label={words.eventNames[type]}
            about={
              <>
                <span class="code">{type}</span> {words.optIn[type]}
              </>
            }
            isOn={values[eventField(type)] === 'on'}
          />
        ))}
      </div>
    </fieldset>
  )
}
