import type { PageLocale } from '../kernel/choose-locale.js'
import { IVA_PERCENT } from '../kernel/money.js'
import type { LinkLines } from '../payment-links/link-lines.js'
import { formatMoney } from './format-money.js'
import { messagesOf } from './messages/messages.js'

export interface LineItem {
  name: string
  quantity: number
  unitPrice: string
  amount: string
  /** How IVA applies to it, if lines differ. */
  tax: string | null
}

interface LabelledAmount {
  label: string
  amount: string
}

/** What page, letter and PDF lay out: the line items and the rows that lead to the total, as texts. */
interface LineItems {
  items: LineItem[]
  /** If IVA is added to the stated prices. */
  added: { subtotal: LabelledAmount; iva: LabelledAmount } | null
  total: LabelledAmount & { note: string | null }
}

interface Priced extends LinkLines {
  locale: PageLocale
  currency: string
  amountCentavos: number
}

export function lineItems({
  locale,
  currency,
  amountCentavos,
  lines,
  addedIvaCentavos,
  includesIva,
}: Priced): LineItems {
  const words = messagesOf(locale).lines
  const figure = (centavos: number): string => formatMoney(locale, centavos, currency).figure
  const row = (label: string, centavos: number): LabelledAmount => ({ label, amount: figure(centavos) })
  const isMixed = new Set(lines.map(({ tax }) => tax)).size > 1
  return {
    items: lines.map(({ name, quantity, amountCentavos: centavos, tax }) => ({
      name,
      quantity,
      unitPrice: figure(centavos / quantity),
      amount: figure(centavos),
      tax: isMixed && tax ? words.taxes[tax] : null,
    })),
    added:
      addedIvaCentavos === 0
        ? null
        : {
            subtotal: row(words.subtotal, amountCentavos - addedIvaCentavos),
            iva: row(words.addedIva(IVA_PERCENT), addedIvaCentavos),
          },
    total: { ...row(words.total, amountCentavos), note: includesIva ? words.includesIva : null },
  }
}
