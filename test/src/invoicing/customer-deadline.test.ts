import { invoiceDeadline } from '@paylink/core/invoicing/customer-deadline'
import { expect } from 'chai'

describe('the deadline for requesting an invoice', () => {
  const cases: [string, string, number, string][] = [
    ['in the middle of a month', '2026-11-15T18:00:00.000Z', 3, '2026-12-04T06:00:00.000Z'],
    ['as the month ends in Mexico', '2026-12-01T05:59:59.999Z', 3, '2026-12-04T06:00:00.000Z'],
    ['as the next one begins there', '2026-12-01T06:00:00.000Z', 3, '2027-01-04T06:00:00.000Z'],
    ['as it begins in UTC', '2026-11-01T00:00:00.000Z', 3, '2026-11-04T06:00:00.000Z'],
    ['as the year ends', '2027-01-01T05:59:59.000Z', 3, '2027-01-04T06:00:00.000Z'],
    ['in a leap February', '2028-02-29T12:00:00.000Z', 0, '2028-03-01T06:00:00.000Z'],
    ['with no days more', '2026-11-15T18:00:00.000Z', 0, '2026-12-01T06:00:00.000Z'],
    ['with a month more', '2026-11-15T18:00:00.000Z', 31, '2027-01-01T06:00:00.000Z'],
    // Summer time, which Mexico had until October 2022.
    ['in a summer of old', '2022-07-15T12:00:00.000Z', 3, '2022-08-04T05:00:00.000Z'],
    ['before the clocks went back', '2021-10-15T12:00:00.000Z', 3, '2021-11-04T06:00:00.000Z'],
    ['as summer time began', '2021-03-15T12:00:00.000Z', 3, '2021-04-04T06:00:00.000Z'],
    ['the day after it began', '2021-03-15T12:00:00.000Z', 4, '2021-04-05T05:00:00.000Z'],
  ]
  for (const [when, paidAt, days, deadline] of cases) {
    it(`ends at ${deadline} for a payment ${when} and ${days} days (R249, R261)`, () => {
      expect(invoiceDeadline(paidAt, days).toISOString()).to.equal(deadline)
    })
  }
})
