import { faultsIn, type Rule, rule, type RulesOf, wholeNumber } from '../contract/field-rules.js'
import type { OperationId } from '../contract/served-contract.js'
import { isBookable } from '../kernel/currency.js'
import type { Controls } from '../kernel/principal.js'
import { invalidFields } from '../kernel/problem.js'

/** The operations that can wait for a person: those that change something and can be repeated under an idempotency key. */
export const APPROVABLE_OPERATIONS = [
  'create_payment_link',
  'update_payment_link',
  'disable_payment_link',
  'mark_payment_link_paid',
  'email_payment_link',
  'request_payment_invoice',
  'cancel_payment_invoice',
] as const satisfies readonly OperationId[]

export type ApprovableOperation = (typeof APPROVABLE_OPERATIONS)[number]

export const isApprovable = (operation: string): operation is ApprovableOperation =>
  (APPROVABLE_OPERATIONS as readonly string[]).includes(operation)

const MAX_LIMIT = 1_000_000_000_00

const limit = wholeNumber(1, MAX_LIMIT)
const OPERATIONS: Rule<readonly string[]> = rule(
  (names) => names.every(isApprovable),
  `must be some of ${APPROVABLE_OPERATIONS.join(', ')}`,
)
const RULES: RulesOf<Controls> = {
  currency: rule(isBookable, 'must be the code of a currency with two decimals, such as MXN'),
  dailyLimit: limit,
  linkLimit: limit,
  askFirst: OPERATIONS,
}

/**
 * The limits as they are stored; null: nothing is limited.
 *
 * @throws Problem `validation_error` with the path of everything that is wrong
 */
export function checkControls(input: Controls | null | undefined): Controls | null {
  if (!input) return null
  const faults = faultsIn(input, RULES)
  if (faults.length > 0) throw invalidFields(faults)
  const { currency, dailyLimit, linkLimit, askFirst } = input
  if (dailyLimit === null && linkLimit === null && askFirst.length === 0) return null
  return { currency, dailyLimit, linkLimit, askFirst: APPROVABLE_OPERATIONS.filter((name) => askFirst.includes(name)) }
}
