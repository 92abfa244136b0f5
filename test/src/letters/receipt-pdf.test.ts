import { expect } from 'chai'
import fc from 'fast-check'
import { deflateSync } from 'node:zlib'
import { receiptPdf } from '@paylink/core/letters/pdf-receipt'
import { messagesOf } from '@paylink/core/web/messages/messages'
import { PAYLOADS } from '../browser/payloads.js'
import {
  type FactChanges,
  INVOICE_URL,
  INVOICEABLE,
  letterFacts,
  LONG_TEXTS,
  TWENTY_ITEMS,
} from '../support/letter-facts.js'
import { pagesOf, readPdf } from '../support/pdf-reader.js'
import { JPEG_LOGO, pngLogo, pngOf } from '../support/pictures.js'

const PNG = pngLogo()
const WEBP = Buffer.from('524946461a000000574542505650384c0d0000002f00000010071011118888fe0700', 'hex')

/** Dynamic Huffman codes, in which a decoder that ignores the end of input loops forever. */
const NOISE = deflateSync(
  Buffer.from(Array.from({ length: 801 * 200 }, (_, at) => (at % 801 === 0 ? 0 : (at * at) % 97))),
)

/** Logos that would crash an image decoder or make it loop forever. */
const BROKEN: Record<string, [type: string, bytes: Uint8Array]> = {
  'no bytes at all': ['image/png', Buffer.alloc(0)],
  'a text': ['image/png', Buffer.from('<svg onload=alert(1)>')],
  'a truncated PNG': ['image/png', PNG.subarray(0, PNG.length - 20)],
  'a PNG without its last chunk': ['image/png', PNG.subarray(0, PNG.length - 12)],
  'a PNG with a bit turned': ['image/png', PNG.map((byte, index) => (index === PNG.length - 30 ? byte ^ 1 : byte))],
  'a PNG whose pixels end too early': [
    'image/png',
    pngOf(['IHDR', head(100, 100)], ['IDAT', Buffer.from([120, 156, 3, 0, 0, 0, 0, 1])], ['IEND', Buffer.alloc(0)]),
  ],
  'a PNG with truncated pixels': [
    'image/png',
    pngOf(['IHDR', head(200, 200)], ['IDAT', NOISE.subarray(0, NOISE.length / 2)], ['IEND', Buffer.alloc(0)]),
  ],
  'a PNG of 30,000 pixels each way': [
    'image/png',
    pngOf(['IHDR', head(30_000, 30_000)], ['IDAT', Buffer.alloc(9)], ['IEND', Buffer.alloc(0)]),
  ],
  'a PNG of no pixels': [
    'image/png',
    pngOf(['IHDR', head(0, 0)], ['IDAT', Buffer.from([120, 156, 3, 0, 0, 0, 0, 1])], ['IEND', Buffer.alloc(0)]),
  ],
  'a PNG of colours that do not exist': [
    'image/png',
    pngOf(['IHDR', head(1, 1, 5)], ['IDAT', Buffer.from([120, 156, 99, 0, 0, 0, 1, 0, 1])], ['IEND', Buffer.alloc(0)]),
  ],
  'a truncated JPEG': ['image/jpeg', JPEG_LOGO.subarray(0, 100)],
  'a JPEG of start and end markers only': ['image/jpeg', Buffer.from('ffd8ffd9', 'hex')],
  'a WebP, which PDF does not know': ['image/webp', WEBP],
  'a PNG declared as JPEG': ['image/jpeg', PNG],
}

describe('the receipt as a PDF', () => {
  it('shows merchant, title, amount, date, method and reference number', async () => {
    const { text, source } = await read()
    for (const said of [
      ...[
        'Flores Lupita',
        'hola@flores.example · +52 55 1234 5678',
        'Recibo de pago',
        'Anticipo arreglo floral, boda 14 dic',
      ],
      ...['PAGADO', '$4,350.00', 'MXN', 'Centro de mesa', '10 × $350.00', '$3,500.00', 'Montaje', '$250.00'],
      ...['Subtotal', '$3,750.00', 'IVA 16 %', '$600.00', 'Total'],
      ...['Cliente', 'Ana', 'Fecha', '21 de noviembre de 2026, 11:32 h (hora del centro)', 'Forma de pago', 'Tarjeta'],
      ...[
        'Folio',
        '9T6X-2H8R',
        'Identificador del pago',
        'pay_01kby3j7mzedvswq4v9t6x2h8r',
        'Este recibo no es una factura (CFDI).',
      ],
    ]) {
      expect(text).to.include(said)
    }
    expect(text).to.not.include('Modo de prueba: sin valor')
    expect(source).to.include('/Lang (es-MX)').and.include('/MediaBox [ 0 0 612 792 ]')
    expect(source).to.match(/CreationDate \(D:20261121173200Z\)/)
    expect(pagesOf(source)).to.equal(1)
  })

  it('is available in English', async () => {
    const { text } = await read({ locale: 'en', addedIvaCentavos: 0, includesIva: true })
    for (const said of [
      'PAID',
      'Payment receipt',
      'Total · VAT (IVA) included',
      messagesOf('en').paid.method,
      'November 21, 2026, 11:32 AM (Central Mexico time)',
      'Card',
      'This receipt is not an invoice (CFDI).',
    ]) {
      expect(text).to.include(said)
    }
  })

  it('says where and until when an invoice can be requested', async () => {
    const { text, source } = await read(INVOICEABLE)
    const said = ['¿Necesitas factura (CFDI)? Pídela a más tardar el 3 de diciembre de 2026.', INVOICE_URL]
    expect(text.slice(text.indexOf(said[0] ?? ''))).to.deep.equal([...said, 'Este recibo no es una factura (CFDI).'])
    expect(pagesOf(source)).to.equal(1)
    expect((await read({ ...INVOICEABLE, locale: 'en' })).text).to.include(
      'Do you need an invoice (CFDI)? Request it by December 3, 2026.',
    )
    expect((await read()).text.join(' ')).to.not.include('factura (CFDI)?')
  })

  it('is marked across every page in test mode', async () => {
    const { text, source } = await read({ ...TWENTY_ITEMS, ...longNames(), livemode: false })
    expect(pagesOf(source)).to.be.at.least(2)
    expect(text.filter((line) => line === 'Modo de prueba: sin valor')).to.have.length(pagesOf(source))
    expect(text).to.include(`Página 1 de ${pagesOf(source)}`)
  })

  it('fits twenty items on one page, and adds pages for more', async () => {
    expect(pagesOf((await read({ ...TWENTY_ITEMS, lines: TWENTY_ITEMS.lines?.slice(0, 12) })).source)).to.equal(1)
    expect(pagesOf((await read({ ...TWENTY_ITEMS, ...longNames() })).source)).to.be.within(2, 4)
  })

  it('keeps the total and its subtotals on the page of the last items', async () => {
    for (let items = 12; items <= 20; items++) {
      const lines = TWENTY_ITEMS.lines?.slice(0, items) ?? []
      const { text, source } = await read({ ...TWENTY_ITEMS, ...INVOICEABLE, lines })
      if (pagesOf(source) === 1) continue
      const second = text.slice(text.lastIndexOf(`Página 1 de ${pagesOf(source)}`) + 1)
      const isWhole = ['Subtotal', 'Total'].every((word) => second.includes(word))
      const isBefore = ['Subtotal', 'Total'].every((word) => !second.includes(word))
      expect(isWhole || isBefore, `${items} items`).to.equal(true)
      if (isWhole) expect(second, `${items} items`).to.include(lines.at(-1)?.name)
    }
  })

  it('has the same bytes for the same facts', async () => {
    for (const logo of [null, { type: 'image/png', bytes: PNG }]) {
      const [one, other] = [await receiptPdf(letterFacts(), logo), await receiptPdf(letterFacts(), logo)]
      expect(Buffer.compare(one, other)).to.equal(0)
    }
    const later = letterFacts({ payment: { ...letterFacts().payment, paidAt: '2026-11-21T17:33:00.000Z' } })
    expect(Buffer.compare(await receiptPdf(letterFacts(), null), await receiptPdf(later, null))).to.not.equal(0)
  })

  it('breaks words that are wider than the page', async () => {
    const { text } = await read(LONG_TEXTS)
    const title = LONG_TEXTS.title?.replaceAll(' ', '')
    expect(text.join('').replaceAll(' ', '')).to.include(title)
    for (const line of text) expect(line.length, line).to.be.below(90)
  })

  const spelled = [
    ['Dvořák', 'Dvořák'],
    ['Nguyễn Thị Hương', 'Nguyễn Thị Hương'],
    ['Γιώργος Παπαδόπουλος', 'Γιώργος Παπαδόπουλος'],
    ['Ёлка Україна', 'Ёлка Україна'],
    ['ﬁn №5 ½', 'ﬁn №5 ½'],
    ['漢字', '□□'],
    ['Flores 🎉', 'Flores'],
    ['Ana 👩‍👩‍👧 🇲🇽 1️⃣ 👍🏽 R.', 'Ana 1 R.'],
    ['a\u202eb\u0000c', 'a b c'],
    ['“€20” – œuvre…', '“€20” – œuvre…'],
    ['cafe\u0301', 'café'],
    ['(a) \\ <b> %', '(a) \\ <b> %'],
  ] as const
  for (const [text, expected] of spelled) {
    it(`shows ${JSON.stringify(text)} as ${expected}`, async () => {
      expect((await read({ customerName: text })).text).to.include(expected)
    })
  }

  it('is drawn whatever its texts contain, and no text becomes active content', async () => {
    for (const payload of PAYLOADS) {
      const { source } = await read(saying(payload))
      expect(source, payload).to.not.match(/\/(JS|JavaScript|URI|Launch|Action|OpenAction|AA)\b|\/Annots \[ *[^ \]]/)
    }
    // Every script in the font; fontkit cannot shape one of them.
    const scripts = 'Ñandú Ωμέγα Київ Հայ ქართ שלום سلام ߒߞߏ ລາວ ᐃᓄᒃ ᚑᚌᚐᚋ ⵣⴰⵎ ꓡꓲ हिन्दी ไทย 漢字'
    expect((await receiptPdf(letterFacts(saying(scripts)), null)).length).to.be.above(1000)
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 60 }), async (text) => {
        expect((await receiptPdf(letterFacts(saying(text)), null)).length).to.be.above(1000)
      }),
      { numRuns: 60 },
    )
  })

  it('shows a PNG or JPEG logo', async () => {
    for (const [type, bytes] of [
      ['image/png', PNG],
      ['image/jpeg', JPEG_LOGO],
    ] as const) {
      const { text, source } = await read({}, { type, bytes })
      expect(source, type).to.include('/Subtype /Image')
      expect(text, type).to.not.include('FL')
    }
  })

  for (const [what, [type, bytes]] of Object.entries(BROKEN)) {
    it(`has initials in place of ${what}`, async () => {
      const { text, source } = await read({}, { type, bytes })
      expect(source).to.not.include('/Subtype /Image')
      expect(text).to.include('FL')
    })
  }
})

async function read(
  changes: FactChanges = {},
  logo: Parameters<typeof receiptPdf>[1] = null,
): Promise<{ text: string[]; source: string }> {
  return readPdf(await receiptPdf(letterFacts(changes), logo))
}

const longNames = (): FactChanges => ({
  lines: TWENTY_ITEMS.lines?.map((line) => ({ ...line, name: `${line.name} ${'con todos sus detalles '.repeat(7)}` })),
})

const saying = (text: string): FactChanges => ({
  title: text,
  customerName: text,
  lines: [{ name: text, quantity: 2, amountCentavos: 435_000 }],
  merchant: { name: text, supportEmail: text },
})

function head(width: number, height: number, colours = 6): Buffer {
  const bytes = Buffer.alloc(13)
  bytes.writeUInt32BE(width, 0)
  bytes.writeUInt32BE(height, 4)
  bytes.set([8, colours], 8)
  return bytes
}
