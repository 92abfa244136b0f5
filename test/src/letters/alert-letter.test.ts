import { expect } from 'chai'
import { alertLetter } from '@paylink/core/letters/alert-letter'
import { letterWords } from '@paylink/core/letters/letter-words'
import { LANGUAGES } from '../browser/words.js'
import { letterFacts } from '../support/letter-facts.js'
import { addressesIn, shownIn } from '../support/letter-reading.js'

describe('a mail to the merchant', () => {
  for (const locale of LANGUAGES) {
    it(`states what is wrong and the command to run, in ${locale}`, () => {
      const sentences = ['Three mails were refused.', '<b>535</b> authentication failed']
      const { html, text } = alertLetter(letterFacts({ locale }), sentences)
      for (const said of [...sentences, 'Flores Lupita', 'paylink doctor']) {
        expect(shownIn(html)).to.include(said)
        expect(text).to.include(said)
      }
      expect(addressesIn(html)).to.deep.equal([])
    })

    it(`has a sentence for every kind of alert, naming the object where there are several, in ${locale}`, () => {
      const { about, sentences } = letterWords(locale).alert
      expect(Object.keys(about)).to.deep.equal(Object.keys(sentences))
      for (const [kind, sentence] of Object.entries(sentences)) {
        expect(sentence('inv_1').includes('inv_1'), kind).to.equal(kind !== 'invoicing.stalled')
      }
    })
  }
})
