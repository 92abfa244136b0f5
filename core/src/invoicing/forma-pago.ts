import { invalid } from '../kernel/problem.js'
import type { Payment } from '../payments/payment.js'
import { PAYMENT_FORMS } from './catalogs/payment-forms.js'

/** How the tax authority may be told that a payment came (R70): settled by the payment, or to be asked. */
export interface FormasPago {
  /** What the payment settles; null: the customer must say. */
  suggested: string | null
  allowed: { code: string; label: string }[]
}

const CASH = '01'
const TRANSFER = '03'
const CREDIT = '04'
const PURSE = '05'
const DEBIT = '28'

/**
 * By which money comes: cash, cheque, transfer, cards, purses, vouchers and those who collect for others. The rest of
 * SAT's catalogue ends a debt without money, or as advance money (30), or says that nothing was paid yet (99).
 */
const MONEY_CAME = [CASH, '02', TRANSFER, CREDIT, PURSE, '06', '08', DEBIT, '29', '31']

/** SAT has no form for prepaid cards: by who issued it, it is a card like others or an electronic purse. */
const BY_FUNDING: Partial<Record<string, readonly string[]>> = {
  credit: [CREDIT],
  debit: [DEBIT],
  prepaid: [CREDIT, DEBIT, PURSE],
}
const ANY_CARD = [CREDIT, DEBIT]
/** A wallet passes a card on, or pays from money of its own. */
const ANY_WALLET = [CREDIT, DEBIT, PURSE]

/** The forms that a payment leaves open (R250). */
export function formasPago(payment: Pick<Payment, 'method' | 'methodDetail'>): FormasPago {
  const codes = codesFor(payment)
  return {
    suggested: codes.length === 1 ? (codes[0] ?? null) : null,
    allowed: PAYMENT_FORMS.flatMap(({ clave, nombre }) =>
      codes.includes(clave) ? [{ code: clave, label: nombre }] : [],
    ),
  }
}

/** @throws Problem `validation_error` on `formaPago`: it must be said, or cannot be that */
export function chooseFormaPago({ suggested, allowed }: FormasPago, wish: string | undefined): string {
  const chosen = wish ?? suggested
  const codes = allowed.map(({ code }) => code)
  if (chosen === null) {
    throw invalid('formaPago', `is required, since the payment does not settle it: one of ${codes.join(', ')}`)
  }
  if (!codes.includes(chosen)) throw invalid('formaPago', `must be ${codes.join(' or ')} for this payment`)
  return chosen
}

function codesFor({ method, methodDetail }: Pick<Payment, 'method' | 'methodDetail'>): readonly string[] {
  switch (method) {
    case 'card':
      return BY_FUNDING[fundingOf(methodDetail)] ?? ANY_CARD
    case 'wallet':
      return BY_FUNDING[fundingOf(methodDetail)] ?? ANY_WALLET
    case 'retail_cash':
      return [CASH]
    case 'spei_transfer':
    case 'bank_debit':
      return [TRANSFER]
    default:
      return MONEY_CAME
  }
}

/** As the payment keeps it: `{raw, card?}`. What the merchant recorded has none. */
function fundingOf(methodDetail: string | null): string {
  if (methodDetail === null) return 'unknown'
  return (JSON.parse(methodDetail) as { card?: { funding: string } }).card?.funding ?? 'unknown'
}
