import type { FormFault } from '../web/form.js'
import { messagesOf } from '../web/messages/messages.js'
import type { ReceiverFaultCode } from '../invoicing/receiver.js'
import type { PageLocale } from '../kernel/choose-locale.js'
import type { TypedFault } from './typed-receiver.js'

/** The faults of the form, in words. */
export const faultsShown = (locale: PageLocale, faults: readonly TypedFault[]): FormFault[] =>
  faults.map((fault) => ({ name: fault.field, text: faultText(locale, fault) }))

/** What is wrong with a field, and how to correct it. */
function faultText(locale: PageLocale, { field, code }: TypedFault): string {
  const { missing, refused, correction, ...words } = messagesOf(locale).invoice
  // A code without a text does not compile.
  const faults: Record<Exclude<ReceiverFaultCode, 'missing'> | 'forma_not_allowed', string> = words.faults
  if (code !== 'missing' && code !== 'invalid' && code !== 'refused') return faults[code]
  if (field === 'email') return faults.email_malformed
  return code === 'refused' ? `${refused[field]} ${correction[field]}` : missing[field]
}
