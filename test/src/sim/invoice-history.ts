import type { StampInput } from '@paylink/plugin-api'
import { type Cfdi, isStanding } from './invoicing-world.js'
import { WRONG_NAME } from './sim-invoicing.js'
import type { InvoiceRow, Snapshot } from './snapshot.js'
import type { World } from './world.js'

/** Transitions of an invoice between two snapshots. */
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

/** Compares invoices between two snapshots with the provider's records (I36–I40). */
export function compareInvoices(world: World, before: Snapshot, after: Snapshot): void {
  for (const invoice of after.invoices.values()) {
    const was = before.invoices.get(invoice.id)
    const report = (invariant: string, message: string): void =>
      world.checker.report(invariant, `invoice ${invoice.id} ${message}`)
    if (!was) {
      if (invoice.status !== 'requested') report('I36', `began as ${invoice.status}`)
      continue
    }
    for (const field of FIXED) if (was[field] !== invoice[field]) report('I39', `has another ${field}`)
    for (const field of KEPT) {
      if (was[field] !== null && was[field] !== invoice[field]) report('I37', `has another ${field} than before`)
    }
    if (was.status === invoice.status) continue
    if (!MOVES[was.status]?.includes(invoice.status)) report('I38', `went from ${was.status} to ${invoice.status}`)
    hasEvidence(world, was, invoice, after)
  }
  for (const id of before.invoices.keys())
    if (!after.invoices.has(id)) world.checker.report('I36', `invoice ${id} is gone`)
}

function hasEvidence(world: World, was: InvoiceRow, invoice: InvoiceRow, { payments }: Snapshot): void {
  const report = (invariant: string, message: string): void =>
    world.checker.report(invariant, `invoice ${invoice.id} ${message}`)
  const { status, uuid, provider_ref, total_centavos } = invoice
  if (status === 'requested' || status === 'stamping') return
  if (status === 'failed') {
    if (!isRefused(world, invoice, payments)) report('I38', 'failed without a refusal')
    return
  }
  const cfdi = world.invoicing.get(provider_ref ?? '')
  const hasFolio = cfdi?.status === 'stamped' || cfdi?.status === 'cancelled'
  if (!cfdi || !hasFolio) return report('I38', `is ${status}, and its provider has ${cfdi?.status}`)
  if (cfdi.uuid !== uuid || cfdi.invoiceId !== invoice.id) report('I39', `has the folio of ${cfdi.id}`)
  if (cfdi.totalCentavos !== total_centavos) report('I39', `has the total ${total_centavos} here, another one there`)
  if (status === 'cancelled' && cfdi.status !== 'cancelled') report('I40', 'is cancelled, and valid at its provider')
  if (was.uuid !== null) return
  const { receiver, totalCentavos, currency, formaPago } = cfdi.input
  const payment = payments.get(invoice.payment_id)
  if (payment?.amount_centavos !== totalCentavos || payment.currency !== currency)
    report('I39', 'was asked for another total')
  if (!isAsRequested(receiver, invoice) || formaPago !== invoice.forma_pago) report('I39', 'was made out to others')
  if (cfdi.totalCentavos !== totalCentavos && !isAlerted(world, invoice.id)) {
    report('I39', 'came to another total, and no alert was raised')
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

const isAlerted = ({ checker }: World, id: string): boolean =>
  checker.rows("select id from alerts where kind = 'invoice.total_differs' and target = ?", id)?.length !== 0

/** Checks the provider's own records (I36, I38, I40). */
export function checkBooks(world: World): void {
  const { invoicing, checker } = world
  const standing = new Map<string, Cfdi>()
  for (const cfdi of invoicing.cfdis) {
    const invoice = checker.snapshot.invoices.get(cfdi.invoiceId)
    if (!invoice) {
      checker.report('I37', `${cfdi.id} is stamped for ${cfdi.invoiceId}, which was not requested`)
      continue
    }
    if (invoice.status === 'failed' && cfdi.status !== 'failed') {
      checker.report('I38', `invoice ${invoice.id} failed, and ${cfdi.id} is ${cfdi.status}`)
    }
    if (cfdi.cancelsTaken > cfdi.cancelsRefused + 1) checker.report('I40', `${cfdi.id} is cancelled twice`)
    if (!isStanding(cfdi)) continue
    const other = standing.get(invoice.payment_id)
    if (other) checker.report('I36', `payment ${invoice.payment_id} has two valid invoices: ${other.id}, ${cfdi.id}`)
    standing.set(invoice.payment_id, cfdi)
  }
}

/** A wrong total at the provider has raised an alert: its row is expected to violate I39. */
export const isOdd = ({ invoicing }: World, invoiceId: string): boolean =>
  invoicing.cfdis.some((cfdi) => cfdi.invoiceId === invoiceId && cfdi.totalCentavos !== cfdi.input.totalCentavos)
