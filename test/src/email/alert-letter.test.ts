import { expect } from 'chai'
import { alertLetter } from '@paylink/core/email-sharing/letters/alert-letter'
import { letterWords } from '@paylink/core/email-sharing/letters/letter-words'
import { LANGUAGES } from '../browser/words.js'
import { letterFacts } from '../support/letter-facts.js'
import { addressesIn, shownIn } from '../support/letter-reading.js'

describe('a mail to the merchant', () => {
  for (const locale of LANGUAGES) {
    it(`says what is wrong and where to look, in ${locale}`, () => {
      const says = ['Three mails were refused.', '<b>535</b> authentication failed']
      const { html, text } = alertLetter(letterFacts({ locale }), says)
      for (const said of [...says, 'Flores Lupita', 'paylink doctor']) {
        expect(shownIn(html)).to.include(said)
        expect(text).to.include(said)
      }
      expect(addressesIn(html)).to.deep.equal([])
    })

    it(`has words for whatever may need attention, and says which one where that matters, in ${locale}`, () => {
      const { about, says } = letterWords(locale).alert
      expect(Object.keys(about)).to.deep.equal(Object.keys(says))
      for (const [kind, say] of Object.entries(says)) {
        expect(say('inv_1').includes('inv_1'), kind).to.equal(kind !== 'invoicing.stalled')
      }
    })
  }
})
