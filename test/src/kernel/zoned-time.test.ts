import { expect } from 'chai'
import { fromLocalTime, toLocalTime } from '@paylink/core/kernel/zoned-time'

describe('time in a zone (R261)', () => {
  const table: [zone: string, local: [number, number, number, number?, number?], utc: string][] = [
    ['America/Mexico_City', [2026, 11, 26, 20], '2026-11-27T02:00:00.000Z'],
    ['America/Tijuana', [2026, 7, 1, 0], '2026-07-01T07:00:00.000Z'],
    ['America/Tijuana', [2026, 12, 1, 0], '2026-12-01T08:00:00.000Z'],
    // Skipped by the clock, and shown twice.
    ['America/Tijuana', [2026, 3, 8, 2, 30], '2026-03-08T09:30:00.000Z'],
    ['America/Tijuana', [2026, 11, 1, 1, 30], '2026-11-01T08:30:00.000Z'],
    ['Asia/Kolkata', [2026, 1, 0], '2025-12-30T18:30:00.000Z'],
    ['UTC', [2026, 13, 1], '2027-01-01T00:00:00.000Z'],
  ]
  for (const [zone, [year, month, day, hour, minute], utc] of table) {
    it(`${year}-${month}-${day} ${hour ?? 0}:${minute ?? 0} in ${zone} is ${utc}`, () => {
      expect(fromLocalTime(zone, { year, month, day, hour, minute }).toISOString()).to.equal(utc)
    })
  }

  it('is read back as it was given', () => {
    for (let day = 1; day <= 365; day++) {
      const at = fromLocalTime('America/Tijuana', { year: 2026, month: 1, day, hour: 12 })
      expect(toLocalTime('America/Tijuana', at)).to.include({ hour: 12, minute: 0 })
    }
  })
})
