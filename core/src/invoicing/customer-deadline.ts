/** Invoice months end in central Mexico time, wherever the merchant is (R249). */
export const INVOICE_ZONE = 'America/Mexico_City'

const LOCAL = new Intl.DateTimeFormat('en', {
  timeZone: INVOICE_ZONE,
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
})

/**
 * When the page stops taking invoice requests: midnight at the end of the given number of days after the month of the
 * payment (R249).
 */
export function invoiceDeadline(paidAt: string, daysAfterMonth: number): Date {
  const { year, month } = localTime(Date.parse(paidAt))
  return midnight(Date.UTC(year, month, 1 + daysAfterMonth))
}

/** The start of a day in the zone, from its midnight in UTC. Applied twice: the offset may change in between. */
function midnight(day: number): Date {
  const nearly = day - offsetAt(day)
  return new Date(day - offsetAt(nearly))
}

function offsetAt(at: number): number {
  return localTime(at).asUtc - at
}

function localTime(at: number): { year: number; month: number; asUtc: number } {
  const parts = Object.fromEntries(LOCAL.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = parts
  return { year, month, asUtc: Date.UTC(year, month - 1, day, hour, minute, second) }
}
