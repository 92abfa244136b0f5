import type { Alert } from '@paylink/core/alerts/alerts.repository'
import { expect } from 'chai'
import { alertLetter } from '@paylink/core/letters/alert-letter'
import { letterWords } from '@paylink/core/letters/letter-words'
import { LANGUAGES } from '../browser/words.js'
import { letterFacts } from '../support/letter-facts.js'
import { addressesIn, shownIn } from '../support/letter-reading.js'

describe('a mail to the merchant', () => {
  for (const locale of LANGUAGES) {
    it(`states what is wrong and the commands to run, in ${locale}`, () => {
      const alert = { kind: 'webhook_endpoint.disabled', target: 'whe_1', message: '<b>410</b> whe_1 is gone' } as const
      const { html, text } = alertLetter(letterFacts({ locale }), alert)
      const sentence = letterWords(locale).alert.sentence(alert)
      for (const said of [sentence, 'Flores Lupita', 'paylink webhooks enable whe_1', 'paylink doctor']) {
        expect(shownIn(html)).to.include(said)
        expect(text.replace(/\s+/g, ' ')).to.include(said)
      }
      expect(addressesIn(html)).to.deep.equal([])
    })

    it(`has a sentence for every kind of alert, naming the object where there are several, in ${locale}`, () => {
      const { about, sentence } = letterWords(locale).alert
      for (const kind of Object.keys(about) as Alert['kind'][]) {
        const said = sentence({ kind, target: 'inv_1', message: 'inv_1 is wrong' })
        expect(said.includes('inv_1'), kind).to.equal(kind !== 'invoicing.stalled' || locale === 'en')
      }
    })
  }
})
