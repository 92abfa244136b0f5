import { expect } from 'chai'
import type { Letter } from '@paylink/core/letters/letter'
import { invoiceLetter } from '@paylink/core/letters/invoice-letter'
import { receiptLetter } from '@paylink/core/letters/receipt-letter'
import { reminderLetter, requestLetter } from '@paylink/core/letters/request-letter'
import { messagesOf } from '@paylink/core/web/messages/messages'
import { PAYLOADS } from '../browser/payloads.js'
import { LANGUAGES } from '../browser/words.js'
import {
  type AnyFacts,
  type FactChanges,
  INVOICE_URL,
  INVOICEABLE,
  letterFacts,
  LONG_TEXTS,
  PAY_URL,
  PIXEL_URL,
  TWENTY_ITEMS,
  UNSUBSCRIBE_URL,
} from '../support/letter-facts.js'
import { addressesIn, joined, shownIn, tagsOf } from '../support/letter-reading.js'

const KINDS = ['request', 'reminder', 'receipt', 'invoice'] as const
type Kind = (typeof KINDS)[number]

const WRITE: Record<Kind, (facts: AnyFacts) => Letter> = {
  request: requestLetter,
  reminder: reminderLetter,
  receipt: receiptLetter,
  invoice: invoiceLetter,
}

/** Gmail clips after 102 kB, which would hide the unsubscribe link. */
const MAX_BYTES = 102_000
const MAX_TYPICAL_BYTES = 30_000

/** The texts of a letter, repeated here so that a change of words is noticed. */
const TEXTS = {
  'es-MX': {
    testMode: 'Modo de prueba: ningún cobro es real.',
    request: [messagesOf('es-MX').merchant.asks, 'Hola, Ana: este es tu enlace de pago.', 'Ver y pagar'],
    reminder: [
      'te recuerda un pago',
      'Hola, Ana: tu enlace de pago está por vencer. Si ya pagaste, no pagues otra vez.',
      'Ver y pagar',
    ],
    receipt: [
      'recibió tu pago',
      '¡Gracias, Ana! Flores Lupita ya tiene tu pago; no tienes que hacer nada más.',
      'Ver el recibo en línea',
    ],
    invoice: [
      'te envía tu factura',
      'Tu factura está lista',
      'Hola, Ana: esta es la factura de tu pago a Flores Lupita.',
      'Ver la factura en línea',
      'Va adjunta en PDF y en XML. El XML es el comprobante fiscal: consérvalo.',
    ],
    safe: 'El botón abre pay.example.com. Revisa que tu navegador muestre esa dirección antes de continuar.',
    until: {
      request: 'Puedes pagar hasta el 12 de diciembre de 2026, 17:30\u00a0h (hora del centro).',
      reminder: 'Puedes pagar hasta el 12 de diciembre de 2026, 17:30\u00a0h (hora del centro).',
    },
    paid: [
      '21 de noviembre de 2026, 11:32\u00a0h (hora del centro)',
      'Tarjeta',
      'Tu recibo va adjunto en PDF. No es una factura (CFDI).',
    ],
    fiscal: ['A nombre de', 'Timbrada el', '21 de noviembre de 2026, 12:00\u00a0h (hora del centro)', 'Folio fiscal'],
    worthless: 'Es una factura de prueba, sin validez fiscal.',
    invoicing: '¿Necesitas factura (CFDI)? Pídela a más tardar el 3 de diciembre de 2026.',
    requestInvoice: 'Pedir mi factura',
    iva: 'IVA 16 %',
    ivaIncluded: 'Total · IVA incluido',
    questions: '¿Dudas? hola@flores.example · +52 55 1234 5678',
    stop: 'No quiero recibir más correos de Flores Lupita',
  },
  en: {
    testMode: 'Test mode: no charge is real.',
    request: [messagesOf('en').merchant.asks, 'Hello Ana, here is your payment link.', 'View and pay'],
    reminder: [
      'is reminding you of a payment',
      'Hello Ana, your payment link is about to expire. If you have already paid, don’t pay again.',
      'View and pay',
    ],
    receipt: [
      'received your payment',
      'Thank you, Ana! Flores Lupita has your payment; there’s nothing else to do.',
      'View the receipt online',
    ],
    invoice: [
      'sent you your invoice',
      'Your invoice is ready',
      'Hello Ana, here is the invoice (CFDI) for your payment to Flores Lupita.',
      'View the invoice online',
      'It is attached as a PDF and an XML file. The XML is the tax document itself: keep it.',
    ],
    safe: 'The button opens pay.example.com. Check that your browser shows this address before you continue.',
    until: {
      request: 'You can pay until December 12, 2026, 5:30\u00a0PM (Central Mexico time).',
      reminder: 'You can pay until December 12, 2026, 5:30\u00a0PM (Central Mexico time).',
    },
    paid: [
      'November 21, 2026, 11:32\u00a0AM (Central Mexico time)',
      'Card',
      'Your receipt is attached as a PDF. It is not an invoice (CFDI).',
    ],
    fiscal: [
      'Issued to',
      'Stamped on',
      'November 21, 2026, 12:00\u00a0PM (Central Mexico time)',
      'Folio fiscal (UUID)',
    ],
    worthless: 'Test invoice, not valid for tax purposes.',
    invoicing: 'Do you need an invoice (CFDI)? Request it by December 3, 2026.',
    requestInvoice: 'Request my invoice',
    iva: 'VAT (IVA) 16%',
    ivaIncluded: 'Total · VAT (IVA) included',
    questions: 'Questions? hola@flores.example · +52 55 1234 5678',
    stop: 'Unsubscribe from Flores Lupita’s emails',
  },
} as const

const VARIANTS: Record<string, FactChanges[]> = {
  mode: [{ livemode: true }, { livemode: false }],
  expiry: [{}, { expiresAt: null }],
  logo: [{}, { hasLogo: true }],
  description: [{}, { description: null }],
  items: [
    {},
    { lines: [{ name: 'Centro de mesa', quantity: 1, amountCentavos: 435_000 }], addedIvaCentavos: 0 },
    TWENTY_ITEMS,
  ],
  iva: [{}, { addedIvaCentavos: 0, includesIva: true }, { addedIvaCentavos: 0, includesIva: false }],
}

describe('a mail to a customer', () => {
  for (const kind of KINDS) {
    const write = WRITE[kind]
    for (const locale of LANGUAGES) {
      it(`has the same content as HTML and as text: ${kind}, ${locale}`, () => {
        for (const changes of combinations(Object.values(VARIANTS))) {
          const facts = letterFacts({ ...changes, locale })
          const { html, text } = write(facts)
          const read = { html: shownIn(html), text: joined(text) }
          for (const [version, words] of Object.entries(read)) {
            const seen = `${version} with ${JSON.stringify(changes).slice(0, 200)}`
            for (const said of expected(kind, facts)) expect(words, seen).to.include(joined(said))
            expect(words.includes(TEXTS[locale].testMode), seen).to.equal(!facts.livemode)
            const isInvoice = kind === 'invoice'
            expect(words.includes(TEXTS[locale].iva), seen).to.equal(!isInvoice && facts.addedIvaCentavos > 0)
            expect(words.includes(TEXTS[locale].ivaIncluded), seen).to.equal(!isInvoice && facts.includesIva)
            expect(words.includes(TEXTS[locale].worthless), seen).to.equal(isInvoice && !facts.livemode)
            expect(words.includes('CFDI)?'), seen).to.equal(false)
          }
          if (kind === 'request' || kind === 'reminder') expect(read.html).to.include(TEXTS[locale].safe)
          expect(html).to.not.match(/url\(|@import|<script|<form|<link|<iframe|srcset=|background="|action=/i)
          expect(addressesIn(html)).to.deep.equal([
            ...(facts.hasLogo ? ['cid:logo'] : []),
            PAY_URL,
            'mailto:hola@flores.example',
            'tel:+525512345678',
            UNSUBSCRIBE_URL,
          ])
          expect(Buffer.byteLength(html), JSON.stringify(changes)).to.be.below(MAX_TYPICAL_BYTES)
        }
      })
    }

    it(`has the URL of its button on a line of its own, and no text line over 78 columns: ${kind}`, () => {
      for (const changes of [{}, TWENTY_ITEMS, LONG_TEXTS, { url: `${PAY_URL}${'x'.repeat(200)}` }]) {
        const facts = letterFacts(changes)
        const lines = write(facts).text.split('\n')
        expect(lines).to.include(facts.url).and.include(UNSUBSCRIBE_URL)
        for (const line of lines) {
          expect(line, line).to.equal(line.trimEnd())
          expect([...line].length <= 78 || !line.trim().includes(' '), line).to.equal(true)
        }
      }
    })

    it(`stays well below the size at which Gmail clips, whatever its content: ${kind}`, () => {
      const worst = '"'.repeat(200)
      const line = { name: worst, quantity: 999, amountCentavos: 107_374_182 }
      const html = write(
        letterFacts({
          ...LONG_TEXTS,
          ...{ title: worst, customerName: worst, description: '"'.repeat(2000), merchant: { name: worst } },
          lines: Array.from({ length: 20 }, () => line),
        }),
      ).html
      expect(Buffer.byteLength(html)).to.be.below(MAX_BYTES)
    })

    it(`loads a pixel only if opens are tracked: ${kind}`, () => {
      expect(write(letterFacts()).html).not.to.include('<img')
      expect(addressesIn(write(letterFacts({ pixelUrl: PIXEL_URL })).html)).to.include(PIXEL_URL)
    })

    it(`keeps untrusted text from becoming markup or a line of its own: ${kind}`, () => {
      const hostile = [
        ...PAYLOADS,
        'x\r\nVer y pagar:\r\nhttps://evil.example/ y',
        'x\u0085y\u2028z\u0000\u001b[31m',
        '\u202egnp.exe\u2066',
      ]
      const tags = tagsOf(write(letterFacts(saying('Nada'))).html)
      for (const payload of hostile) {
        const { html, text } = write(letterFacts(saying(payload)))
        expect(tagsOf(html), payload).to.deep.equal(tags)
        expect(
          addressesIn(html).filter((address) => !/^(mailto|tel):/.test(address)),
          payload,
        ).to.deep.equal([PAY_URL, UNSUBSCRIBE_URL])
        expect(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u.test(text.replaceAll('\n', '')), payload).to.equal(
          false,
        )
        expect(
          text.split('\n').filter((line) => /^https:\S+$/.test(line)),
          payload,
        ).to.deep.equal([PAY_URL, UNSUBSCRIBE_URL])
      }
    })
  }

  it('shows the payment method, or who recorded the payment, or neither', () => {
    const method = (payment: Partial<AnyFacts['payment']>) =>
      receiptLetter(letterFacts({ payment: { ...letterFacts().payment, ...payment } })).text
    expect(method({ method: 'spei_transfer' })).to.match(/Forma de pago +Transferencia\n/)
    expect(method({ method: null })).to.not.include('Forma de pago')
    expect(method({ method: 'toString' })).to.not.include('Forma de pago')
    expect(method({ method: null, isManual: true })).to.match(/Forma de pago +La registró Flores Lupita\n/)
    expect(method({ method: 'other', isManual: true })).to.include('La registró Flores Lupita')
    expect(method({ method: 'card', isManual: true })).to.match(/Forma de pago +Tarjeta\n/)
  })

  for (const locale of LANGUAGES) {
    it(`says where and until when an invoice can be requested, in ${locale}`, () => {
      const { html, text } = receiptLetter(letterFacts({ ...INVOICEABLE, locale }))
      expect(shownIn(html)).to.include(`${TEXTS[locale].requestInvoice} ${TEXTS[locale].invoicing}`)
      expect(html).to.include(`href="${INVOICE_URL}"`)
      expect(joined(text)).to.include(`${TEXTS[locale].invoicing} ${TEXTS[locale].requestInvoice}: ${INVOICE_URL} `)
      expect(text.split('\n')).to.include(INVOICE_URL)
      expect(addressesIn(html)).to.include(INVOICE_URL)
    })
  }

  it('greets without a name that has no printable character', () => {
    for (const customerName of [null, '\u202e', '\u0000 ']) {
      expect(requestLetter(letterFacts({ customerName })).text).to.include('Hola: este es tu enlace de pago.')
      expect(receiptLetter(letterFacts({ customerName })).text).to.include('¡Gracias! Flores Lupita ya tiene')
    }
  })

  it('leaves out the contact line if the merchant has no contact', () => {
    const facts = letterFacts({ merchant: { supportEmail: null, supportPhone: null } })
    expect(requestLetter(facts).text).to.not.include('¿Dudas?')
    expect(addressesIn(requestLetter(facts).html)).to.deep.equal([PAY_URL, UNSUBSCRIBE_URL])
  })
})

/** What both versions must contain. */
function expected(kind: Kind, facts: AnyFacts): string[] {
  const texts = TEXTS[facts.locale]
  const money = (centavos: number) => (centavos / 100).toLocaleString('en', { minimumFractionDigits: 2 })
  const lines = facts.lines.map(
    ({ name, quantity, amountCentavos }) => `${name} ${quantity > 1 ? `× ${quantity} ` : ''}$${money(amountCentavos)}`,
  )
  const isAsking = kind === 'request' || kind === 'reminder'
  return [
    'Flores Lupita',
    ...texts[kind],
    facts.title,
    `$${money(facts.amountCentavos)} MXN`,
    ...(kind === 'invoice' ? [...texts.fiscal, facts.invoice.rfc, facts.invoice.name, facts.invoice.uuid] : lines),
    ...(isAsking && facts.description !== null ? facts.description.split('\n') : []),
    ...(isAsking && facts.expiresAt !== null ? [texts.until[kind]] : []),
    ...(kind === 'receipt' ? [...texts.paid, facts.payment.id] : []),
    texts.questions,
    texts.stop,
  ]
}

/** The Cartesian product. */
function combinations(choices: FactChanges[][]): FactChanges[] {
  return choices.reduce<FactChanges[]>(
    (made, options) => made.flatMap((before) => options.map((option) => ({ ...before, ...option }))),
    [{}],
  )
}

const saying = (text: string): FactChanges => ({
  title: text,
  // May have several lines.
  description: text.replace(/[\r\n]+/g, ' '),
  customerName: text,
  lines: [{ name: text, quantity: 1, amountCentavos: 435_000 }],
  invoice: { ...letterFacts().invoice, name: text },
  merchant: { name: text },
})
