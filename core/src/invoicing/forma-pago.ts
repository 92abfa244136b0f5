import { invalid } from '../kernel/problem.js'
import type { Payment } from '../payments/payment.js'
import { PAYMENT_FORMS } from './catalogs/payment-forms.js'

/** The SAT codes for how a payment was made (R70): determined by the payment, or the customer's choice. */
export interface FormasPago {
  /** Determined by the payment; null: the customer must choose. */
  suggested: string | null
  allowed: { code: string; label: string }[]
}

const CASH = '01'
const TRANSFER = '03'
const CREDIT = '04'
const PURSE = '05'
const DEBIT = '28'

/**
 * Ways to pay with money: cash, cheque, transfer, cards, electronic purses, vouchers, collecting intermediaries. The
 * rest of SAT's catalogue settles a debt without money, uses an advance (30), or means not yet paid (99).
 */
const MONEY_FORMS = [CASH, '02', TRANSFER, CREDIT, PURSE, '06', '08', DEBIT, '29', '31']

/** SAT has no code for prepaid cards: depending on the issuer, one is a card or an electronic purse. */
const BY_FUNDING: Partial<Record<string, readonly string[]>> = {
  credit: [CREDIT],
  debit: [DEBIT],
  prepaid: [CREDIT, DEBIT, PURSE],
}
const ANY_CARD = [CREDIT, DEBIT]
/** A wallet passes on a card, or pays from its own balance. */
const ANY_WALLET = [CREDIT, DEBIT, PURSE]

/** The codes that a payment allows (R250). */
export function formasPago(payment: Pick<Payment, 'method' | 'methodDetail'>): FormasPago {
  const codes = codesFor(payment)
  return {
    suggested: codes.length === 1 ? (codes[0] ?? null) : null,
    allowed: PAYMENT_FORMS.flatMap(({ clave, nombre }) =>
      codes.includes(clave) ? [{ code: clave, label: nombre }] : [],
    ),
  }
}

/** @throws Problem `validation_error` on `formaPago`: missing, or not allowed for this payment */
export function chooseFormaPago({ suggested, allowed }: FormasPago, requested: string | undefined): string {
  const chosen = requested ?? suggested
  const codes = allowed.map(({ code }) => code)
  if (chosen === null) {
    throw invalid('formaPago', `is required because the payment does not determine it: one of ${codes.join(', ')}`)
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
      return MONEY_FORMS
  }
}

/** From the stored `{raw, card?}`; a payment recorded by the merchant has none. */
function fundingOf(methodDetail: string | null): string {
  if (methodDetail === null) return 'unknown'
  return (JSON.parse(methodDetail) as { card?: { funding: string } }).card?.funding ?? 'unknown'
}
