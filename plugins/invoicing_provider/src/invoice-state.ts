import type { InvoiceState } from '@paylink/plugin-api'
import { FacturapiFailure, isRecord } from './facturapi-failure.js'

/** The fields that we read of a Facturapi invoice. */
export interface Invoice {
  id: string
  status: string
  livemode: boolean
  external_id?: unknown
  created_at?: unknown
  cancellation_status?: unknown
  canceled_at?: unknown
  total?: unknown
  uuid?: unknown
  stamp?: unknown
}

const STATUSES: Readonly<Record<string, InvoiceState['status']>> = {
  pending: 'pending',
  valid: 'stamped',
  failed: 'failed',
  canceled: 'cancelled',
}

/**
 * `accepted` becomes `canceled` within moments, and is not acknowledged before that. So does `expired`: after three
 * working days the SAT takes a customer's silence for consent (RMF 2.7.1.34).
 */
const CANCELLATIONS: Readonly<Record<string, InvoiceState['cancellation']>> = {
  none: 'none',
  verifying: 'pending',
  pending: 'pending',
  accepted: 'pending',
  expired: 'pending',
  rejected: 'refused',
}

/** Facturapi reports the failure without a reason. */
const GIVEN_UP = { code: 'invoice_stamping_failed', reason: 'Facturapi no logró timbrar la factura.' }

/** @throws FacturapiFailure it is not an invoice */
export function invoiceOf(answer: unknown): Invoice {
  if (!isRecord(answer)) throw new FacturapiFailure(200)
  const { id, status, livemode } = answer
  const isInvoice = typeof id === 'string' && id !== '' && typeof status === 'string' && typeof livemode === 'boolean'
  if (!isInvoice) throw new FacturapiFailure(200)
  return answer as unknown as Invoice
}

/** @throws FacturapiFailure an unknown status: asking again is better than a guess */
export function stateOf(invoice: Invoice): InvoiceState {
  const status = named(STATUSES, invoice.status)
  const base = { providerRef: invoice.id, invoiceId: textOf(invoice.external_id), livemode: invoice.livemode, status }
  switch (status) {
    case 'pending':
      return base
    case 'failed':
      return { ...base, failure: GIVEN_UP }
    case 'stamped':
      return { ...base, ...stampedFacts(invoice), cancellation: named(CANCELLATIONS, cancellationStatusOf(invoice)) }
    case 'cancelled':
      return { ...base, ...stampedFacts(invoice), cancelledAt: momentOf(invoice.canceled_at) }
  }
}

function stampedFacts({ uuid, total, stamp }: Invoice): Pick<InvoiceState, 'uuid' | 'totalCentavos' | 'stampedAt'> {
  if (typeof uuid !== 'string' || uuid === '') throw new FacturapiFailure(200)
  const stampedAt = isRecord(stamp) ? momentOf(stamp['date']) : undefined
  return { uuid, totalCentavos: centavosOf(total), stampedAt }
}

/** Exact: a total has two decimals, well within a double's precision. */
function centavosOf(total: unknown): number {
  const centavos = typeof total === 'number' ? Math.round(total * 100) : NaN
  const isWhole = Number.isSafeInteger(centavos) && Math.abs(centavos - Number(total) * 100) < 0.001
  if (!isWhole || centavos < 0) throw new FacturapiFailure(200)
  return centavos
}

function cancellationStatusOf({ cancellation_status: word }: Invoice): string {
  if (word === undefined || word === null) return 'none'
  return typeof word === 'string' ? word : ''
}

function named<T>(meanings: Readonly<Record<string, T>>, word: string): T {
  if (!Object.hasOwn(meanings, word)) throw new FacturapiFailure(200)
  return meanings[word]!
}

function momentOf(value: unknown): string | undefined {
  const time = typeof value === 'string' ? Date.parse(value) : NaN
  return Number.isNaN(time) ? undefined : new Date(time).toISOString()
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
