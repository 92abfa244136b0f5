import type { Row } from './table-entry.js'

/** Rows whose states are not final yet. */
export interface BusyRows {
  pending: readonly Row[]
  reviews: readonly Row[]
  disputes: readonly Row[]
  invoices: readonly Row[]
}

/** A customer cannot be erased while a payment or an invoice of theirs is under way. */
export class CustomerBusyError extends Error {}

/** @throws CustomerBusyError */
export function refuseWhileBusy({ pending, reviews, disputes, invoices }: BusyRows): void {
  const [open] = pending
  if (open) {
    throw new CustomerBusyError(
      `nothing was erased: payment ${idOf(open)} is open and may still be paid. Disable its link ${String(open['link_id'])}, or wait until the checkout ends`,
    )
  }
  const [review] = reviews
  if (review) {
    throw new CustomerBusyError(
      `nothing was erased: payment ${idOf(review)} waits for a decision. Decide first: paylink review show ${idOf(review)}`,
    )
  }
  const [dispute] = disputes
  if (dispute) {
    throw new CustomerBusyError(
      `nothing was erased: payment ${String(dispute['payment_id'])} is disputed, and its details may be needed. Wait until the provider has decided`,
    )
  }
  const [invoice] = invoices
  if (invoice) {
    throw new CustomerBusyError(
      `nothing was erased: the invoice of payment ${String(invoice['payment_id'])} is being issued or cancelled. Wait until it is stamped, cancelled or refused`,
    )
  }
}

const idOf = (row: Row): string => String(row['id'])
