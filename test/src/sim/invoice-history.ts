import type { StampInput } from '@paylink/plugin-api'
import { type Cfdi, isStanding } from './invoicing-world.js'
import { WRONG_NAME } from './sim-invoicing.js'
import type { InvoiceRow, Snapshot } from './snapshot.js'
import type { World } from './world.js'

/** Where an invoice may go between two looks. */
const MOVES: Record<string, string[]> = {
  requested: ['stamping', 'stamped', 'cancelled', 'failed'],
  stamping: ['requested', 'stamped', 'cancelled', 'failed'],
  stamped: ['cancel_pending', 'cancelled'],
  cancel_pending: ['cancelled', 'stamped'],
  failed: [],
  cancelled: [],
}

const FIXED = ['payment_id', 'rfc', 'name', 'zip', 'regimen_fiscal', 'uso_cfdi', 'forma_pago', 'created_at'] as const
/** What never changes again once it is known. */
const KEPT = ['request', 'uuid', 'total_centavos', 'stamped_at', 'cancelled_at', 'failure_code'] as const

/** What became of invoices between two looks, against the provider's books (I36–I40). */
export function compareInvoices(world: World, before: Snapshot, after: Snapshot): void {
  for (const invoice of after.invoices.values()) {
    const was = before.invoices.get(invoice.id)
    const blame = (invariant: string, says: string): void =>
      world.watch.blame(invariant, `invoice ${invoice.id} ${says}`)
    if (!was) {
      if (invoice.status !== 'requested') blame('I36', `began as ${invoice.status}`)
      continue
    }
    for (const field of FIXED) if (was[field] !== invoice[field]) blame('I39', `has another ${field}`)
    for (const field of KEPT) {
      if (was[field] !== null && was[field] !== invoice[field]) blame('I37', `has another ${field} than before`)
    }
    if (was.status === invoice.status) continue
    if (!MOVES[was.status]?.includes(invoice.status)) blame('I38', `went from ${was.status} to ${invoice.status}`)
    hasEvidence(world, was, invoice, after)
  }
  for (const id of before.invoices.keys())
    if (!after.invoices.has(id)) world.watch.blame('I36', `invoice ${id} is gone`)
}

function hasEvidence(world: World, was: InvoiceRow, invoice: InvoiceRow, { payments }: Snapshot): void {
  const blame = (invariant: string, says: string): void => world.watch.blame(invariant, `invoice ${invoice.id} ${says}`)
  const { status, uuid, provider_ref, total_centavos } = invoice
  if (status === 'requested' || status === 'stamping') return
  if (status === 'failed') {
    if (!isRefused(world, invoice, payments)) blame('I38', 'failed, and nobody has refused it')
    return
  }
  const cfdi = world.invoicing.get(provider_ref ?? '')
  const hasFolio = cfdi?.status === 'stamped' || cfdi?.status === 'cancelled'
  if (!cfdi || !hasFolio) return blame('I38', `is ${status}, and its provider says ${cfdi?.status}`)
  if (cfdi.uuid !== uuid || cfdi.invoiceId !== invoice.id) blame('I39', `has the folio of ${cfdi.id}`)
  if (cfdi.totalCentavos !== total_centavos) blame('I39', `comes to ${total_centavos} here, there not`)
  if (status === 'cancelled' && cfdi.status !== 'cancelled') blame('I40', 'is cancelled, and stands at its provider')
  if (was.uuid !== null) return
  const { receiver, totalCentavos, currency, formaPago } = cfdi.input
  const payment = payments.get(invoice.payment_id)
  if (payment?.amount_centavos !== totalCentavos || payment.currency !== currency)
    blame('I39', 'was asked for another total')
  if (!isAsRequested(receiver, invoice) || formaPago !== invoice.forma_pago) blame('I39', 'was made out to others')
  if (cfdi.totalCentavos !== totalCentavos && !isAlerted(world, invoice.id)) {
    blame('I39', 'came to another total, and nobody is told')
  }
}

/** By the authority, at once or in the end; or there is nothing left to invoice. */
const isRefused = (
  { invoicing }: World,
  { id, name, payment_id }: InvoiceRow,
  payments: Snapshot['payments'],
): boolean =>
  name === WRONG_NAME ||
  payments.get(payment_id)?.status !== 'succeeded' ||
  invoicing.cfdis.some(({ invoiceId, status }) => invoiceId === id && status === 'failed')

const isAsRequested = (receiver: StampInput['receiver'], invoice: InvoiceRow): boolean =>
  receiver.rfc === invoice.rfc &&
  receiver.name === invoice.name &&
  receiver.zip === invoice.zip &&
  receiver.regimenFiscal === invoice.regimen_fiscal &&
  receiver.usoCfdi === invoice.uso_cfdi

const isAlerted = ({ watch }: World, id: string): boolean =>
  watch.rows("select id from alerts where kind = 'invoice.total_differs' and target = ?", id)?.length !== 0

/** What the provider has stamped and cancelled, whatever we know of it (I36, I38, I40). */
export function judgeBooks(world: World): void {
  const { invoicing, watch } = world
  const standing = new Map<string, Cfdi>()
  for (const cfdi of invoicing.cfdis) {
    const invoice = watch.snapshot.invoices.get(cfdi.invoiceId)
    if (!invoice) {
      watch.blame('I37', `${cfdi.id} is stamped for ${cfdi.invoiceId}, which nobody asked for`)
      continue
    }
    if (invoice.status === 'failed' && cfdi.status !== 'failed') {
      watch.blame('I38', `invoice ${invoice.id} failed, and ${cfdi.id} is ${cfdi.status}`)
    }
    if (cfdi.cancelsTaken > cfdi.cancelsRefused + 1) watch.blame('I40', `${cfdi.id} is cancelled twice`)
    if (!isStanding(cfdi)) continue
    const other = standing.get(invoice.payment_id)
    if (other) watch.blame('I36', `payment ${invoice.payment_id} has two invoices that stand: ${other.id}, ${cfdi.id}`)
    standing.set(invoice.payment_id, cfdi)
  }
}

/** A total that the provider got wrong is somebody's business already: the row cannot be right. */
export const isOdd = ({ invoicing }: World, invoiceId: string): boolean =>
  invoicing.cfdis.some((cfdi) => cfdi.invoiceId === invoiceId && cfdi.totalCentavos !== cfdi.input.totalCentavos)
