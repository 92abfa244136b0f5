import { expect } from 'chai'
import { reminderLetter } from '@paylink/core/letters/request-letter'
import { letterFacts } from '../support/letter-facts.js'
import { joined } from '../support/letter-reading.js'

describe('the deadline in a mail', () => {
  it('says “today” if the link can be paid until today, and names a foreign time zone', () => {
    const now = new Date('2026-12-12T20:00:00.000Z')
    expect(joined(reminderLetter(letterFacts({ now })).text)).to.include(
      joined('Puedes pagar hasta hoy, 12 de diciembre de 2026, 17:30 h (hora del centro).'),
    )
    expect(joined(reminderLetter(letterFacts({ now, locale: 'en' })).text)).to.include(
      joined('You can pay until today, December 12, 2026, 5:30 PM (Central Mexico time).'),
    )
    const inZone = (timeZone: string) => joined(reminderLetter(letterFacts({ merchant: { timeZone } })).text)
    expect(inZone('America/Tijuana')).to.include(joined('15:30 h (hora del noroeste).'))
    expect(inZone('America/New_York')).to.include('(hora de Nueva York).')
    expect(inZone('UTC')).to.include('(UTC).')
  })
})
