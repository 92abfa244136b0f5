import type { Scenario } from '../scenarios.js'
import { KEY_FORMS } from './key-forms.js'
import { EMAIL_CHANGE_FORMS } from './email-change-forms.js'
import { APPROVAL_FORMS } from './approval-forms.js'
import { ABOUT_FORMS } from './about-forms.js'
import { CONSENT_FORMS } from './consent-forms.js'
import { ACT_FORMS } from './act-forms.js'
import { type FormAct, scenarioOf } from './form-act.js'
import { BRAND_FORMS } from './brand-forms.js'
import { EMAIL_FORMS } from './email-forms.js'
import { LINK_FORMS } from './link-forms.js'
import { MONEY_FORMS } from './money-forms.js'
import { PROVIDER_FORMS } from './provider-forms.js'
import { SECURITY_FORMS } from './security-forms.js'
import { SETUP_FORMS } from './setup-forms.js'
import { SIGN_IN_FORMS } from './sign-in-forms.js'
import { TEAM_FORMS } from './team-forms.js'
import { WEBHOOK_FORMS } from './webhook-forms.js'

/** Every form of the dashboard; of those behind the session the route as it is declared, of others the whole path. */
export const FORMS: readonly FormAct[] = [
  ...EMAIL_CHANGE_FORMS,
  ...KEY_FORMS,
  ...CONSENT_FORMS,
  ...APPROVAL_FORMS,
  ...ACT_FORMS,
  ...BRAND_FORMS,
  ...EMAIL_FORMS,
  ...LINK_FORMS,
  ...MONEY_FORMS,
  ...PROVIDER_FORMS,
  ...ABOUT_FORMS,
  ...SECURITY_FORMS,
  ...SETUP_FORMS,
  ...SIGN_IN_FORMS,
  ...TEAM_FORMS,
  ...WEBHOOK_FORMS,
]

export const FORM_SCENARIOS: readonly Scenario[] = FORMS.map(scenarioOf)

/** Those that need no other process to begin. */
export const QUICK_FORMS = FORM_SCENARIOS.filter(
  ({ name }) => !/invoice|invitation\/|reset|period|setup\/:token/.test(name),
)
