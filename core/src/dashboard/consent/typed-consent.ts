import type { ConsentRequest, Decision } from '../../oauth/consent-requests.js'
import type { Controls } from '../../kernel/principal.js'
import { DEFAULT_CURRENCY } from '../../kernel/currency.js'
import { readTypedControls, valuesOfControls } from '../keys/typed-controls.js'
import { scopeField } from '../keys/typed-key.js'
import type { FormFields } from '../read-form.js'

/** For a shop of usual size; what cannot be taken back waits for a person. */
const SUGGESTED: Controls = {
  currency: DEFAULT_CURRENCY,
  linkLimit: 5_000_00,
  dailyLimit: 20_000_00,
  askFirst: ['mark_payment_link_paid', 'cancel_payment_invoice'],
}

/** Reading asks for no money and changes nothing. */
export const hasControls = ({ scopes }: Pick<ConsentRequest, 'scopes'>): boolean =>
  scopes.some((scope) => !scope.endsWith(':read'))

/** Everything that was asked for, within safe limits. */
export const suggestedValues = ({ scopes }: Pick<ConsentRequest, 'scopes'>): FormFields => ({
  ...Object.fromEntries(scopes.map((scope) => [scopeField(scope), 'on'])),
  ...valuesOfControls(SUGGESTED),
})

export const readTypedDecision = (request: Pick<ConsentRequest, 'scopes'>, typed: FormFields): Decision => ({
  scopes: request.scopes.filter((scope) => typed[scopeField(scope)] === 'on'),
  controls: hasControls(request) ? readTypedControls(typed) : null,
})
