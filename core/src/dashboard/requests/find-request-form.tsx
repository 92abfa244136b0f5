import type { VNode } from 'preact'
import { SubmitButton } from '../../web/button.js'
import { type FormFault, TextField } from '../../web/form.js'
import type { Visit } from '../visit.js'
import { requestsWords } from './words.js'

/** Below the base. */
export const REQUESTS = '/settings/requests'

export const ID_FIELD = 'id'

interface Parts {
  visit: Visit
  typed?: string
  faults?: readonly FormFault[]
}

/** The field that takes an `X-Request-Id`. */
export function FindRequestForm({ visit: { base, locale }, typed = '', faults = [] }: Parts): VNode {
  const words = requestsWords(locale).find
  const form = { values: { [ID_FIELD]: typed }, faults }
  return (
    <form class="find-request" method="get" action={`${base}${REQUESTS}`} role="search" novalidate>
      <div class="row">
        <TextField
          form={form}
          name={ID_FIELD}
          label={words.field}
          hint={words.hint}
          autocomplete="off"
          spellcheck={false}
        />
        <SubmitButton>{words.button}</SubmitButton>
      </div>
    </form>
  )
}
