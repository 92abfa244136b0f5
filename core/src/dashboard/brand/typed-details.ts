import type { AccountChanges, AccountSettings } from '../../accounts/account-settings.js'
import type { Account } from '../../accounts/account.js'
import { storedBrand, typedBrand } from '../brand-form/typed-brand.js'
import type { FormFields } from '../read-form.js'
import type { Visit } from '../visit.js'

/** The fields that are sent beside what they were, under their name and `Before`. */
export const DETAILS = ['name', 'supportEmail', 'supportPhone', 'locale', 'timeZone'] as const

export const beforeName = (name: string): string => `${name}Before`

export const storedDetails = (account: Account): FormFields => ({
  ...storedBrand(account),
  locale: account.brand.locale,
  timeZone: account.brand.timeZone,
})

/** What was sent: the color and the logo only where they are others. */
export const typedDetails = (visit: Visit): AccountChanges => ({
  ...typedBrand(visit),
  locale: visit.fields['locale'] as AccountSettings['locale'],
  timeZone: visit.fields['timeZone'],
})

/** What the form changed: two people's edits of different fields do not undo each other. */
export function changedDetails(visit: Visit): AccountChanges {
  const typed = typedDetails(visit)
  const isAsBefore = (name: (typeof DETAILS)[number]): boolean =>
    (typed[name] ?? '') === (visit.fields[beforeName(name)] ?? '')
  return { ...typed, ...Object.fromEntries(DETAILS.filter(isAsBefore).map((name) => [name, undefined])) }
}
