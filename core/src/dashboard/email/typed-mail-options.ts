import { type AccountChanges, MAX_REMINDER_HOURS } from '../../accounts/account-settings.js'
import type { MailOptions } from '../../accounts/account.js'
import type { FormFault } from '../../web/form.js'
import type { FormFields } from '../read-form.js'
import type { EmailWords } from './words.js'

type FormOptions = Pick<MailOptions, 'reminderHours' | 'receipts' | 'opens' | 'alertsTo'>
type OptionName = keyof FormOptions

/** Shown where reminders are off. */
const USUAL_HOURS = 24

/** The form as it is shown. `before`: what was set when it was opened first, as its hidden fields have it. */
export interface TypedOptions {
  remind: boolean
  hours: string
  receipts: boolean
  opens: boolean
  alert: boolean
  alertsTo: string
  before: Record<OptionName, string>
}

const textOf = (value: FormOptions[OptionName]): string => (value === null || value === false ? '' : String(value))

const beforeName = (name: OptionName): string => `${name}Before`

export const BEFORE_FIELDS: readonly [OptionName, string][] = (
  ['reminderHours', 'receipts', 'opens', 'alertsTo'] as const
).map((name) => [name, beforeName(name)])

export function storedOptions(mail: FormOptions): TypedOptions {
  const { reminderHours, receipts, opens, alertsTo } = mail
  return {
    ...{ remind: reminderHours !== null, hours: String(reminderHours ?? USUAL_HOURS), receipts, opens },
    ...{ alert: alertsTo !== null, alertsTo: alertsTo ?? '' },
    before: {
      ...{ reminderHours: textOf(reminderHours), receipts: textOf(receipts) },
      ...{ opens: textOf(opens), alertsTo: textOf(alertsTo) },
    },
  }
}

/** What was sent; null: the form was not. */
export function typedOptions(fields: FormFields, stored: FormOptions): TypedOptions | null {
  if (fields[beforeName('receipts')] === undefined) return null
  const { before } = storedOptions(stored)
  const beforeOf = (name: OptionName): string => fields[beforeName(name)] ?? before[name]
  return {
    ...{ remind: fields['remind'] !== undefined, hours: (fields['hours'] ?? '').trim() },
    ...{ receipts: fields['receipts'] !== undefined, opens: fields['opens'] !== undefined },
    ...{ alert: fields['alert'] !== undefined, alertsTo: (fields['alertsTo'] ?? '').trim() },
    before: {
      ...{ reminderHours: beforeOf('reminderHours'), receipts: beforeOf('receipts') },
      ...{ opens: beforeOf('opens'), alertsTo: beforeOf('alertsTo') },
    },
  }
}

export function faultsOf(typed: TypedOptions, { form: words }: EmailWords): FormFault[] {
  const hours = Number(typed.hours)
  const isHours = /^\d{1,4}$/.test(typed.hours) && hours >= 1 && hours <= MAX_REMINDER_HOURS
  return [
    ...(typed.remind && !isHours ? [{ name: 'hours', text: words.hoursFault(MAX_REMINDER_HOURS) }] : []),
    ...(typed.alert && typed.alertsTo === '' ? [{ name: 'alertsTo', text: words.alertsMissing }] : []),
  ]
}

/** Only what the form changed: two people's edits do not undo each other. */
export function changesOf(typed: TypedOptions): AccountChanges {
  const chosen: FormOptions = {
    ...{ reminderHours: typed.remind ? Number(typed.hours) : null, receipts: typed.receipts, opens: typed.opens },
    alertsTo: typed.alert ? typed.alertsTo : null,
  }
  const changed = BEFORE_FIELDS.filter(([name]) => textOf(chosen[name]) !== typed.before[name])
  return Object.fromEntries(changed.map(([name]) => [name, chosen[name]]))
}
