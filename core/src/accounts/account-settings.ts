import { faultsIn, NAME, rule, type RulesOf, wholeNumber } from '../contract/field-rules.js'
import { isMailbox } from '../kernel/mailbox.js'
import { type FieldFault, invalidFields } from '../kernel/problem.js'
import type { Account, Brand, MailOptions } from './account.js'
import { type Logo, LOGO_FAULTS, readLogo } from './logo.js'

/** What can be changed of an account, under the names that forms, flags and the audit log use. */
export type AccountSettings = Pick<
  Account,
  'name' | 'verifiedAt' | 'suspendedAt' | 'subscription' | 'invoiceDaysAfterMonth' | 'requiresSecondFactor'
> &
  Omit<Brand, 'logoType'> &
  MailOptions

/** Settings that are left out stay as they are. */
export type AccountChanges = { [Name in keyof AccountSettings]?: AccountSettings[Name] | undefined } & {
  /** An image file; null: none any more. */
  logo?: Uint8Array | null | undefined
}

/** Changes that were checked. */
export interface CheckedChanges {
  settings: Partial<AccountSettings>
  /** Null: it is removed; undefined: it stays. */
  logo: Logo | null | undefined
}

export const MAX_REMINDER_HOURS = 24 * 30
export const MAX_INVOICE_DAYS = 60

const MAILBOX = rule(isMailbox, 'must be one email address')

const RULES: RulesOf<AccountSettings> = {
  name: NAME,
  color: rule((color) => /^#[0-9a-f]{6}$/i.test(color), 'must be a hex color such as #0f766e'),
  supportEmail: MAILBOX,
  supportPhone: rule((phone) => /^\+?[0-9 ()-]{7,25}$/.test(phone), 'must be a phone number'),
  locale: rule((locale) => ['es-MX', 'en'].includes(locale), 'must be es-MX or en'),
  timeZone: rule(
    (zone) => zone === 'UTC' || Intl.supportedValuesOf('timeZone').includes(zone),
    'must be an IANA time zone such as America/Mexico_City',
  ),
  reminderHours: wholeNumber(1, MAX_REMINDER_HOURS),
  alertsTo: MAILBOX,
  sheetTo: MAILBOX,
  invoiceDaysAfterMonth: wholeNumber(0, MAX_INVOICE_DAYS),
}

/** @throws Problem `validation_error` with the path of every wrong setting */
export async function checkChanges(changes: AccountChanges): Promise<CheckedChanges> {
  const { faults, ...checked } = await check(changes)
  if (faults.length > 0) throw invalidFields(faults)
  return checked
}

/** Those of the changes that are right, for a preview. */
export async function rightChanges(changes: AccountChanges): Promise<CheckedChanges> {
  const { faults, settings, logo } = await check(changes)
  const right = Object.entries(settings).filter(([name]) => !faults.some(({ path }) => path === name))
  return { settings: Object.fromEntries(right), logo }
}

async function check(changes: AccountChanges): Promise<CheckedChanges & { faults: FieldFault[] }> {
  const { logo: file, ...given } = changes
  const settings = Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined),
  ) as Partial<AccountSettings>
  const faults = faultsIn(settings, RULES)
  const logo = file ? await readLogo(file) : file
  if (typeof logo === 'string') faults.push({ path: 'logo', message: LOGO_FAULTS[logo] })
  if (settings.color) settings.color = settings.color.toLowerCase()
  return { settings, logo: typeof logo === 'string' ? undefined : logo, faults }
}

export const settingsOf = ({ brand, mail, ...account }: Account): AccountSettings => {
  const { logoType: _logoType, ...look } = brand
  const { id: _id, createdAt: _createdAt, ...settings } = account
  return { ...settings, ...look, ...mail }
}
