import { fromLocalTime, toLocalTime } from '../kernel/zoned-time.js'

/** Invoice months end in central Mexico time, wherever the merchant is (R249). */
export const INVOICE_ZONE = 'America/Mexico_City'

/**
 * When the page stops taking invoice requests: midnight at the end of the given number of days after the month of the
 * payment (R249).
 */
export function invoiceDeadline(paidAt: string, daysAfterMonth: number): Date {
  const { year, month } = toLocalTime(INVOICE_ZONE, new Date(paidAt))
  return fromLocalTime(INVOICE_ZONE, { year, month: month + 1, day: 1 + daysAfterMonth })
}
