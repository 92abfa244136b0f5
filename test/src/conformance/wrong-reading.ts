import { acting, asking, spokenAs, type Variant, type WrongVariant } from './wrong-variant.js'

const CODES = ['open', 'expired', 'canceled', 'paid']
const WORDS = ['pendiente', 'vencido', 'cancelado', 'aprobado']

/** A provider that calls a status something else, and a plugin that has `otherwise` for what it does not know. */
const telling = (field: string, words: readonly unknown[], otherwise: string): Variant =>
  spokenAs(
    ({ status, ...checkout }) => ({ ...checkout, [field]: words[CODES.indexOf(String(status))] }),
    ({ [field]: word, ...checkout }) => ({ ...checkout, status: CODES[words.indexOf(word)] ?? otherwise }),
  )

/** A provider whose checkouts hold a list of payments, and no status of their own. */
const listing = (statusOf: (payment: { result?: unknown } | undefined) => string): Variant =>
  spokenAs(
    ({ status, ...checkout }) => ({ ...checkout, payments: status === 'paid' ? [{ result: 'A1' }] : [] }),
    ({ payments, ...checkout }) => ({ ...checkout, status: statusOf((payments as { result: string }[])[0]) }),
  )

/** Right, however the provider calls it. */
export const RIGHT_READING: [title: string, variant: Variant][] = [
  ['a status by another name', telling('estado', WORDS, 'strange')],
  ['a status in numbers', telling('fase', [0, 1, 2, 3], 'strange')],
  ['a status that is true or false', telling('pagado', [false, null, undefined, true], 'strange')],
  ['payments in a list', listing((payment) => (!payment ? 'open' : payment.result === 'A1' ? 'paid' : 'strange'))],
]

export const WRONG_READING: WrongVariant[] = [
  ['takes a word it does not know, in a field of any name, for a payment', ['C62'], telling('estado', WORDS, 'paid')],
  ['takes a number it does not know for a payment', ['C62'], telling('fase', [0, 1, 2, 3], 'paid')],
  ['takes a number it does not know for an end', ['C62'], telling('fase', [0, 1, 2, 3], 'expired')],
  ['takes whatever is in a list for a payment', ['C62'], listing((payment) => (payment ? 'paid' : 'open'))],
  [
    'tells a payment by its moment alone',
    ['C62'],
    spokenAs(
      ({ status: _, ...checkout }) => checkout,
      (checkout) => ({ ...checkout, status: checkout['paid_at'] ? 'paid' : 'open' }),
    ),
  ],
  [
    'takes a word it does not know for a payment',
    ['C62'],
    acting((right) => ({
      retrieve: async (ref, ctx) => {
        const state = await right.retrieve(ref, ctx)
        return state.status === 'unrecognized' ? { ...state, status: 'paid' } : state
      },
    })),
  ],
  [
    'tells core what core asked with',
    ['C63'],
    acting((right) => ({
      retrieve: async (ref, ctx) => ({ ...(await right.retrieve(ref, ctx)), paymentId: ref.paymentId }),
    })),
  ],
  [
    'believes core about the mode',
    ['C63'],
    acting((right) => ({
      retrieve: async (ref, ctx) => ({ ...(await right.retrieve(ref, ctx)), livemode: ctx.livemode }),
    })),
  ],
  [
    'tells another amount',
    ['C31'],
    acting((right) => ({
      retrieve: async (ref, ctx) => {
        const state = await right.retrieve(ref, ctx)
        return { ...state, amount: state.amount && { ...state.amount, amount: state.amount.amount / 100 } }
      },
    })),
  ],
  [
    'takes what it cannot read for an expiry',
    ['C60', 'C61'],
    acting((right) => ({
      retrieve: ({ providerRef, paymentId }, ctx) =>
        right
          .retrieve({ providerRef, paymentId }, ctx)
          .catch(() => ({ providerRef, paymentId, status: 'expired' as const, livemode: false })),
    })),
  ],
  [
    'never tells of a refund',
    ['C38', 'C39'],
    acting((right) => ({
      retrieve: async (ref, ctx) => {
        const state = await right.retrieve(ref, ctx)
        return { ...state, status: state.status === 'refunded' ? 'paid' : state.status, amountRefunded: undefined }
      },
    })),
  ],
  [
    'writes while it reads',
    ['C64'],
    acting((right) => ({
      retrieve: async (ref, ctx) => {
        await right.registerWebhook!('https://merchant.example/hooks', ctx)
        return right.retrieve(ref, ctx)
      },
    })),
  ],
  [
    'says "not there" when it could not look',
    ['C66', 'C67'],
    acting((right) => ({ findByReference: (ref, ctx) => right.findByReference!(ref, ctx).catch(() => null) })),
  ],
  [
    'looks at the first page only',
    ['C66'],
    acting((right) => ({
      findByReference: (ref, ctx) =>
        right.findByReference!(
          ref,
          asking(ctx, async (request) => {
            if (!/cursor=\w/.test(request.url)) return ctx.http.request(request)
            return { status: 200, headers: {}, body: new TextEncoder().encode('{"data":[],"next":""}') }
          }),
        ),
    })),
  ],
  [
    'says closed without looking',
    ['C70', 'C71', 'C75'],
    acting(() => ({ expireCheckout: async () => ({ outcome: 'expired' as const }) })),
  ],
  [
    'takes a lost answer for a closing',
    ['C74'],
    acting((right) => ({
      expireCheckout: (ref, ctx) => right.expireCheckout!(ref, ctx).catch(() => ({ outcome: 'expired' as const })),
    })),
  ],
]
