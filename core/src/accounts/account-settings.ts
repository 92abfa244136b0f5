import { isMailbox } from '../kernel/mailbox.js'
import { type FieldFault, Problem } from '../kernel/problem.js'
import type { Account, Brand, MailOptions } from './account.js'
import { type Logo, readLogo } from './logo.js'

/** What can be changed of an account, under the names that forms, flags and the audit log use. */
export type AccountSettings = Pick<
  Account,
  'name' | 'verifiedAt' | 'suspendedAt' | 'subscription' | 'invoiceDaysAfterMonth'
> &
  Omit<Brand, 'logoType'> &
  MailOptions

/** Settings that are left out stay as they are. */
export type AccountChanges = { [Name in keyof AccountSettings]?: AccountSettings[Name] | undefined } & {
  /** An image file. */
  logo?: Uint8Array | undefined
}

const MAX_NAME = 200
const MAX_REMINDER_HOURS = 24 * 30
const MAX_INVOICE_DAYS = 60

const wholeNumber = (min: number, max: number): Rule<number> => ({
  isValid: (value) => Number.isInteger(value) && value >= min && value <= max,
  message: `must be a whole number from ${min} to ${max}`,
})

const MAILBOX: Rule<string> = { isValid: isMailbox, message: 'must be one email address' }

interface Rule<T> {
  isValid: (value: T) => boolean
  message: string
}

/** For values other than null. */
const RULES: { [Name in keyof AccountSettings]?: Rule<NonNullable<AccountSettings[Name]>> } = {
  name: {
    isValid: (name) => name.trim() !== '' && [...name].length <= MAX_NAME,
    message: `must have 1 to ${MAX_NAME} characters`,
  },
  color: { isValid: (color) => /^#[0-9a-f]{6}$/i.test(color), message: 'must be a hex color such as #0f766e' },
  supportEmail: MAILBOX,
  supportPhone: { isValid: (phone) => /^\+?[0-9 ()-]{7,25}$/.test(phone), message: 'must be a phone number' },
  locale: { isValid: (locale) => ['es-MX', 'en'].includes(locale), message: 'must be es-MX or en' },
  timeZone: {
    isValid: (zone) => zone === 'UTC' || Intl.supportedValuesOf('timeZone').includes(zone),
    message: 'must be an IANA time zone such as America/Mexico_City',
  },
  reminderHours: wholeNumber(1, MAX_REMINDER_HOURS),
  alertsTo: MAILBOX,
  invoiceDaysAfterMonth: wholeNumber(0, MAX_INVOICE_DAYS),
}

/** @throws Problem `validation_error` with the path of every wrong setting */
export function checkChanges(changes: AccountChanges): { settings: Partial<AccountSettings>; logo: Logo | null } {
  const { logo, ...given } = changes
  const settings = Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined),
  ) as Partial<AccountSettings>
  const rules = RULES as Record<string, Rule<unknown> | undefined>
  const faults = Object.entries(settings).flatMap(([path, value]): FieldFault[] => {
    const rule = rules[path]
    return !rule || value === null || rule.isValid(value) ? [] : [{ path, message: rule.message }]
  })
  const read = logo === undefined ? null : readLogo(logo)
  if (typeof read === 'string') faults.push({ path: 'logo', message: read })
  if (faults.length > 0) {
    const detail = faults.map(({ path, message }) => `${path}: ${message}`).join('; ')
    throw new Problem('validation_error', { detail, errors: faults })
  }
  if (settings.color) settings.color = settings.color.toLowerCase()
  return { settings, logo: typeof read === 'string' ? null : read }
}

export const settingsOf = ({ brand, mail, ...account }: Account): AccountSettings => {
  const { logoType: _logoType, ...look } = brand
  const { name, verifiedAt, suspendedAt, subscription, invoiceDaysAfterMonth } = account
  return { name, verifiedAt, suspendedAt, subscription, invoiceDaysAfterMonth, ...look, ...mail }
}
