import type { ConsentRequest, Decision } from '../../oauth/consent-requests.js'
import { SUGGESTED_CONTROLS } from '../keys/suggested-controls.js'
import { needsControls, readTypedControls, valuesOfControls } from '../keys/typed-controls.js'
import { scopeField } from '../keys/typed-key.js'
import type { FormFields } from '../read-form.js'

/** Everything that was asked for, within safe limits. */
export const suggestedValues = ({ scopes }: Pick<ConsentRequest, 'scopes'>): FormFields => ({
  ...Object.fromEntries(scopes.map((scope) => [scopeField(scope), 'on'])),
  ...valuesOfControls(SUGGESTED_CONTROLS),
})

export const readTypedDecision = (request: Pick<ConsentRequest, 'scopes'>, typed: FormFields): Decision => ({
  scopes: request.scopes.filter((scope) => typed[scopeField(scope)] === 'on'),
  controls: needsControls(request.scopes) ? readTypedControls(typed) : null,
})
