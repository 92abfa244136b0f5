import type { PageLocale } from '../../kernel/choose-locale.js'
import { faultsShown } from '../../payer-pages/invoice-words.js'
import type { TypedFault } from '../../payer-pages/typed-receiver.js'
import type { FormFault } from '../../web/form.js'
import { paymentWords } from './words.js'

/** The faults in words for the shop, which enters the data of its customer. */
export const shopFaults = (locale: PageLocale, faults: readonly TypedFault[]): FormFault[] =>
  faults.map((fault) => {
    const { missing, foreigner } = paymentWords(locale).invoiceForm
    const { field, code } = fault
    if (code === 'rfc_foreigner') return { name: field, text: foreigner }
    if ((code === 'missing' || code === 'invalid') && field !== 'email') return { name: field, text: missing[field] }
    return faultsShown(locale, [fault])[0] ?? { name: field, text: '' }
  })
