import { faultsIn, NAME, type Rule, rule, type RulesOf, wholeNumber } from '../contract/field-rules.js'
import { API_SCOPES, type Controls } from '../kernel/principal.js'
import { invalidFields } from '../kernel/problem.js'
import { isTimestamp, toIso } from '../kernel/timestamps.js'
import { type ApiKey, isApiScope } from './api-key.js'
import { checkControls } from './controls.js'

/** What is chosen for a new key, under the names that forms and flags use. */
export interface NewKey {
  /** Left out: named after its mode. */
  name?: string | undefined
  /** Null or left out: everything in its mode. */
  scopes?: readonly string[] | null | undefined
  /** Requests a minute; null or left out: the service's default. */
  rateLimit?: number | null | undefined
  /** From when on it is refused, ISO 8601 with a time zone; null or left out: never. */
  expiresAt?: string | null | undefined
  /** Limits of money, and what a person approves each time; null or left out: none. */
  controls?: Controls | null | undefined
}

const MAX_RATE_LIMIT = 1_000_000

/** A key without any scope could do nothing. */
const SCOPES: Rule<readonly string[]> = (scopes) =>
  scopes.length > 0 && scopes.every(isApiScope) ? null : `must be one or more of ${API_SCOPES.join(', ')}`

const RULES: RulesOf<NewKey> = {
  name: NAME,
  scopes: SCOPES,
  rateLimit: wholeNumber(1, MAX_RATE_LIMIT),
  expiresAt: rule(isTimestamp, 'must be an ISO 8601 date-time with a time zone'),
}

/** @throws Problem `validation_error` with the path of everything that is wrong */
export function checkNewKey(
  input: NewKey,
): Pick<ApiKey, 'scopes' | 'rateLimit' | 'expiresAt' | 'controls'> & { name: string | undefined } {
  const faults = faultsIn(input, RULES)
  if (faults.length > 0) throw invalidFields(faults)
  const { name, scopes, rateLimit = null, expiresAt = null, controls = null } = input
  return {
    name,
    scopes: scopes ? [...new Set(scopes)].filter(isApiScope) : null,
    rateLimit,
    expiresAt: expiresAt && toIso(expiresAt, 'expiresAt'),
    controls: checkControls(controls),
  }
}
