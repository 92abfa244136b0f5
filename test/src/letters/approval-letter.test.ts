import { expect } from 'chai'
import { approvalLetter } from '@paylink/core/letters/approval-letter'
import type { ApprovalFacts } from '@paylink/core/letters/read-approval-facts'
import { LANGUAGES } from '../browser/words.js'
import { PAYLOADS } from '../browser/payloads.js'
import { letterFacts } from '../support/letter-facts.js'
import { addressesIn, joined, shownIn, tagsOf } from '../support/letter-reading.js'

const URL = 'https://pay.example.com/dashboard/test/settings/approvals/appr_1'

const LINK = {
  title: 'Pastel de bodas',
  items: [
    { name: 'Pastel', quantity: 2, unitPriceCentavos: 150_000 },
    { name: 'Envío', quantity: 1, unitPriceCentavos: 10_000, tax: 'iva_added' },
  ],
  customerName: 'Rocío',
  customerEmail: 'rocio@example.com',
}

const factsOf = (approval: Partial<ApprovalFacts['approval']> = {}, changes: object = {}): ApprovalFacts => ({
  agent: 'Mostrador',
  person: 'Lupita',
  url: URL,
  approval: {
    ...{ client: 'claude-ai 1.0', operation: 'create_payment_link', arguments: LINK, livemode: false },
    expiresAt: '2026-11-22T17:00:00.000Z',
    ...approval,
  },
  ...changes,
})

/** Repeated here so that a change of words is noticed. */
const TEXTS = {
  'es-MX': [
    'Modo de prueba: ningún cobro es real.',
    'Hola, Lupita:',
    'Tu agente “Mostrador” quiere crear un enlace de pago, y para eso necesita tu permiso.',
    'El programa dice llamarse “claude-ai 1.0”. No lo comprobamos.',
    'Lo que escribió el agente:',
    'Puedes decidir hasta el 22 de noviembre de 2026, 11:00\u00a0h (hora del centro).',
    'Si no haces nada, no se hace.',
    'El botón abre pay.example.com y te pide entrar. Abrirlo no aprueba nada.',
  ],
  en: [
    'Test mode: no charge is real.',
    'Hi Lupita,',
    'Your agent “Mostrador” wants to create a payment link, and needs your approval for it.',
    'The program calls itself “claude-ai 1.0”. We did not verify that.',
    'What the agent wrote:',
    'You can decide until November 22, 2026, 11:00\u00a0AM (Central Mexico time).',
    'If you do nothing, nothing happens.',
    'The button opens pay.example.com and asks you to sign in. Opening it approves nothing.',
  ],
}

describe('the mail about what an agent wants', () => {
  for (const locale of LANGUAGES) {
    const around = letterFacts({ locale })
    const write = (facts: ApprovalFacts) => approvalLetter(around, facts)

    it(`says who wants what, for how much and until when, in ${locale}`, () => {
      const { html, text } = write(factsOf())
      for (const body of [shownIn(html), joined(text.replaceAll('> ', ''))]) {
        for (const said of TEXTS[locale]) expect(body).to.include(joined(said))
        expect(body).to.include('$3,116.00 MXN').and.to.include('“Pastel de bodas”')
        expect(body).to.include('“Rocío · rocio@example.com”')
      }
      expect(addressesIn(html), 'one button, which signs in').to.deep.equal([URL])
      expect(text).to.include(`\n${URL}\n`)
    })

    it(`of a live approval has no mark of test mode, in ${locale}`, () => {
      const { html, text } = write(factsOf({ livemode: true }))
      for (const body of [shownIn(html), text]) expect(body).not.to.include(TEXTS[locale][0])
    })

    it(`names another operation without what the agent wrote, in ${locale}`, () => {
      const operation = 'cancel_payment_invoice'
      const { html } = write(factsOf({ operation, arguments: { id: 'pay_1', title: 'Pastel' } }, { agent: null }))
      const said = {
        'es-MX': 'Un agente quiere cancelar la factura de un pago',
        en: 'An agent wants to cancel the invoice of a payment',
      }
      expect(shownIn(html)).to.include(said[locale]).and.not.to.include('Pastel').and.not.to.include(TEXTS[locale][4])
    })

    it(`shows hostile names as text of one line, in ${locale}`, () => {
      const plainTags = new Set(tagsOf(write(factsOf()).html))
      const plainLines = write(factsOf()).text.split('\n').length
      for (const payload of [...PAYLOADS, 'a\r\n\r\nhttps://evil.example\nApproved', 'x'.repeat(5_000)]) {
        const input = { ...LINK, title: payload, customerName: payload }
        const facts = factsOf({ client: payload, arguments: input }, { agent: payload, person: payload })
        const { html, text } = write(facts)
        expect(new Set(tagsOf(html)), payload).to.deep.equal(plainTags)
        expect(addressesIn(html)).to.deep.equal([URL])
        expect(text).not.to.match(/^(https:\/\/evil|Approved)/m)
        expect(text.length).to.be.lessThan(20_000)
        expect(text.split('\n').length).to.be.lessThan(plainLines + 60)
      }
    })
  }

  it('tells nothing of arguments that are no link', () => {
    for (const input of [
      {},
      { title: 'x', items: [] },
      { ...LINK, items: [{ name: 'x' }] },
      { ...LINK, currency: 'JPY' },
    ]) {
      expect(shownIn(approvalLetter(letterFacts({ locale: 'en' }), factsOf({ arguments: input })).html)).not.to.include(
        TEXTS.en[4],
      )
    }
  })
})
