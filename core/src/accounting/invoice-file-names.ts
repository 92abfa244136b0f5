import type { MissingFiles, MissingReason } from '../invoicing/collect-invoice-files.js'
import { INVOICE_ZONE } from '../invoicing/customer-deadline.js'
import type { FileFormat } from '../invoicing/invoice-files.repository.js'
import type { MonthInvoice } from '../invoicing/month-invoices.repository.js'
import { localDay } from '../kernel/local-day.js'
import { toLocalTime } from '../kernel/zoned-time.js'
import type { SheetWords } from './words.es-mx.js'

/** No name may leave the folder into which it is extracted, whatever was stored. An RFC may have `Ñ` and `&`. */
const UNSAFE = /[^0-9A-ZÑ&-]/g
const MAX_PART = 40

const safe = (text: string): string => text.normalize('NFC').toUpperCase().replace(UNSAFE, '').slice(0, MAX_PART)

/** `2026-11-20_XIA190128J61_860D6E5B-….xml`: by day of stamping, to which a month's files are sorted. */
export function invoiceFileName(
  { words, livemode }: { words: SheetWords; livemode: boolean },
  { stampedAt, rfc, uuid, status }: MonthInvoice,
  format: FileFormat,
): string {
  const parts = [localDay(new Date(stampedAt), INVOICE_ZONE), safe(rfc), safe(uuid)]
  if (status === 'cancelled') parts.push(words.invoices.cancelled)
  return `${livemode ? '' : `${words.test}-`}${parts.join('_')}.${format}`
}

/** A file in an archive has the time of a wall clock without its zone; it is written as this process's zone reads it. */
export function wallClock(at: Date): Date {
  const { year, month, day, hour, minute, second } = toLocalTime(INVOICE_ZONE, at)
  return new Date(year, month - 1, day, hour, minute, second)
}

/** The list of what is missing, as Windows opens it. */
export function missingList(words: SheetWords, missing: readonly MissingFiles[]): string {
  const { about, again } = words.invoices
  const lines = missing.map(({ invoice, missing: formats, reason }) => {
    const { stampedAt, rfc, uuid } = invoice
    const day = localDay(new Date(stampedAt), INVOICE_ZONE)
    const names = formats.map((format) => format.toUpperCase()).join(', ')
    return `${day}  ${safe(rfc)}  ${safe(uuid)}  ${names}: ${reasonText(words, reason)}`
  })
  return `\uFEFF${[about, '', ...lines, '', again, ''].join('\r\n')}`
}

function reasonText({ invoices: { reasons } }: SheetWords, reason: MissingReason): string {
  // A provider's text has its own lines, which would look like ours.
  if (reason.kind === 'provider') return reasons.provider(reason.message.replace(/[\p{C}\s]+/gu, ' ').trim())
  return reasons[reason.kind]
}
