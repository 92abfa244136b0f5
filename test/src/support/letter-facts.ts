import type {
  InvoiceFacts,
  LetterFrame,
  LinkLetterFacts,
  ReceiptFacts,
  RequestFacts,
} from '@paylink/core/letters/letter'

export type AnyFacts = RequestFacts & ReceiptFacts & InvoiceFacts

export const PAY_URL = 'https://pay.example.com/p/3mQ8xKjTz9WnLrVb2cYdPh?t=9sG4kXw2LqNf7ZtR'
export const UNSUBSCRIBE_URL = 'https://pay.example.com/unsubscribe/5vBt8NyQm3KxWz'
export const PIXEL_URL = 'https://pay.example.com/opened/5vBt8NyQm3KxWz.gif'

const MERCHANT: LetterFrame['merchant'] = {
  name: 'Flores Lupita',
  color: null,
  logoType: null,
  supportEmail: 'hola@flores.example',
  supportPhone: '+52 55 1234 5678',
  locale: 'es-MX',
  timeZone: 'America/Mexico_City',
}

/** 10 × $350 and $250, and the IVA on top: $4,350. */
const ADDED: Pick<LinkLetterFacts, 'lines' | 'addedIvaCentavos' | 'includesIva' | 'amountCentavos'> = {
  lines: [
    { name: 'Centro de mesa', quantity: 10, amountCentavos: 350_000 },
    { name: 'Montaje', quantity: 1, amountCentavos: 25_000 },
  ],
  addedIvaCentavos: 60_000,
  includesIva: false,
  amountCentavos: 435_000,
}

/** Everything that any letter is made of. */
export function letterFacts({ merchant, ...changes }: FactChanges = {}): AnyFacts {
  return {
    locale: 'es-MX',
    now: new Date('2026-11-21T18:00:00.000Z'),
    livemode: true,
    hasLogo: false,
    unsubscribeUrl: UNSUBSCRIBE_URL,
    pixelUrl: null,
    title: 'Anticipo arreglo floral, boda 14 dic',
    description: 'Incluye montaje en el salón.\nCualquier duda, escríbenos antes de pagar.',
    currency: 'MXN',
    customerName: 'Ana',
    url: PAY_URL,
    expiresAt: '2026-12-13T00:00:00.000Z',
    payment: {
      id: 'pay_01kby3j7mzedvswq4v9t6x2h8r',
      paidAt: '2026-11-21T17:32:00.000Z',
      method: 'card',
      isManual: false,
      amountRefundedCentavos: 0,
    },
    invoicing: null,
    invoice: {
      uuid: '5E2D6AFF-2DD7-43D1-83D3-14C1ACA396D9',
      rfc: 'CACX7605101P8',
      name: 'XOCHILT CASAS CHAVEZ',
      stampedAt: '2026-11-21T18:00:00.000Z',
    },
    ...ADDED,
    ...changes,
    merchant: { ...MERCHANT, ...merchant },
  }
}

export type FactChanges = Partial<Omit<AnyFacts, 'merchant'>> & { merchant?: Partial<LetterFrame['merchant']> }

export const INVOICE_URL = 'https://pay.example.com/p/3mQ8xKjTz9WnLrVb2cYdPh/invoice'

/** Of a link whose customer may ask for the invoice. */
export const INVOICEABLE: Pick<AnyFacts, 'invoicing'> = {
  invoicing: { url: INVOICE_URL, deadline: new Date('2026-12-04T06:00:00.000Z') },
}

/** As many as a link can have. */
export const TWENTY_ITEMS: FactChanges = {
  lines: Array.from({ length: 20 }, (_, index) => ({
    name: `Arreglo de rosas y follaje número ${index + 1}`,
    quantity: index + 1,
    amountCentavos: 45_000 * (index + 1),
  })),
  addedIvaCentavos: 1_512_000,
  amountCentavos: 10_962_000,
}

/** As long as each may be. */
export const LONG_TEXTS: FactChanges = {
  title: `Reparación ${'desoxirribonucleico'.repeat(9)} y nada más`,
  description: `${'x'.repeat(300)} ${'Con todo y cada uno de sus detalles. '.repeat(40)}`,
  customerName: `María ${'Guadalupe'.repeat(18)}`,
  lines: [{ name: `Pieza${'z'.repeat(195)}`, quantity: 999, amountCentavos: 2_147_483_647 }],
  addedIvaCentavos: 0,
  includesIva: true,
  amountCentavos: 2_147_483_647,
  invoice: {
    uuid: '5E2D6AFF-2DD7-43D1-83D3-14C1ACA396D9',
    rfc: 'EKU9003173C9',
    name: `ESCUELA ${'INTERNACIONAL '.repeat(12)}${'DE'.repeat(62)}`,
    stampedAt: '2026-11-21T18:00:00.000Z',
  },
  merchant: {
    name: `Comercializadora ${'Interoceánica'.repeat(12)} S.A. de C.V.`,
    supportEmail: `${'a'.repeat(64)}@${'b'.repeat(60)}.example`,
  },
}
