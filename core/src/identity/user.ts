import { faultsIn, NAME, rule, type Rule, type RulesOf } from '../contract/field-rules.js'
import type { PageLocale } from '../kernel/choose-locale.js'
import { isMailbox } from '../kernel/mailbox.js'
import { type FieldFault, invalidFields } from '../kernel/problem.js'
import { type Role, ROLES } from './role.js'

/** A person of an account. */
export interface User {
  id: string
  accountId: string
  email: string
  /** The address in lower case, unique over the installation; null: the user was removed. */
  emailKey: string | null
  name: string
  role: Role
  locale: PageLocale | null
  /** The hash with its parameters; null: signs in by passkey only, as could be chosen once. */
  password: string | null
  /** When it was last changed or reset; null: never, or before this was recorded. */
  passwordChangedAt: string | null
  createdAt: string
  /** When the user was removed. */
  disabledAt: string | null
}

/** A user who may sign in. */
export type ActiveUser = User & { emailKey: string; disabledAt: null }

export const isActive = (user: User | undefined): user is ActiveUser => user?.disabledAt === null

/** What identifies an address, however it is typed. */
export const emailKeyOf = (email: string): string => email.trim().toLowerCase()

/** What a person enters about themselves, or about the person they invite. */
export interface PersonInput {
  email?: string | undefined
  name?: string | undefined
  role?: string | undefined
  password?: string | undefined
}

const MIN_PASSWORD = 12
const MAX_PASSWORD = 128

const PASSWORD: Rule<string> = (password) => {
  const length = [...password].length
  return length < MIN_PASSWORD || length > MAX_PASSWORD
    ? `must have ${MIN_PASSWORD} to ${MAX_PASSWORD} characters`
    : null
}

const RULES: RulesOf<PersonInput> = {
  email: rule((email) => isMailbox(email.trim()), 'must be one email address'),
  name: NAME,
  role: rule((role) => (ROLES as readonly string[]).includes(role), `must be one of ${ROLES.join(', ')}`),
  password: PASSWORD,
}

/** @throws Problem `validation_error` with the path of everything that is wrong or, if `required`, missing */
export function checkPerson(input: PersonInput, required: readonly (keyof PersonInput)[] = []): void {
  const missing = required.filter((name) => input[name] === undefined || input[name] === '')
  const faults: FieldFault[] = missing.map((path) => ({ path, message: 'is required' }))
  faults.push(...faultsIn(input, RULES).filter(({ path }) => !missing.includes(path as keyof PersonInput)))
  if (faults.length > 0) throw invalidFields(faults)
}
