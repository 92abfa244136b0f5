import type { Account } from '../../accounts/account.js'
import { DAY_MS, later } from '../../kernel/clock.js'
import type { PaymentLinkView } from '../../payment-links/payment-link.view.js'
import { formatTime } from '../../web/format-time.js'
import { amountText } from '../components/amount.js'
import { linkWords } from './words.js'

const ANOTHER_DAY_MS = 7 * DAY_MS

/** A person by the first name, a company by the whole; a period follows in the sentence. */
const calledBy = (name: string): string =>
  /[.,&\d]/.test(name) ? name.trim().replace(/\.$/, '') : (name.trim().split(/\s+/)[0] ?? name)

/** What a customer reads, in the merchant's language. */
export function whatsAppText({ name: business, brand }: Account, link: PaymentLinkView): string {
  const { locale, timeZone } = brand
  const { title, url, customerName, amountCentavos, currency, expiresAt } = link
  return linkWords(locale).share.message({
    name: customerName && calledBy(customerName),
    title,
    amount: amountText(locale, amountCentavos, currency),
    url,
    // It may be read on another day: "today" would be wrong then.
    expires: expiresAt && formatTime(locale, timeZone, expiresAt, later(new Date(expiresAt), -ANOTHER_DAY_MS)).by,
    business,
  })
}

/** Leads to WhatsApp, which asks for the recipient. */
export const whatsAppAddress = (text: string): string => `https://wa.me/?text=${encodeURIComponent(text)}`
