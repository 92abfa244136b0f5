import { acting, asking, spokenAs, type Variant, type WrongVariant } from './wrong-variant.js'

const CODES = ['open', 'expired', 'canceled', 'paid']
const WORDS = ['pendiente', 'vencido', 'cancelado', 'aprobado']

/** A provider with another name for the status, and a plugin that returns `otherwise` for an unknown one. */
const telling = (field: string, words: readonly unknown[], otherwise: string): Variant =>
  spokenAs(
    ({ status, ...checkout }) => ({ ...checkout, [field]: words[CODES.indexOf(String(status))] }),
    ({ [field]: word, ...checkout }) => ({ ...checkout, status: CODES[words.indexOf(word)] ?? otherwise }),
  )

/** A provider whose checkouts hold a list of payments instead of a status. */
const listing = (statusOf: (payment: { result?: unknown } | undefined) => string): Variant =>
  spokenAs(
    ({ status, ...checkout }) => ({ ...checkout, payments: status === 'paid' ? [{ result: 'A1' }] : [] }),
    ({ payments, ...checkout }) => ({ ...checkout, status: statusOf((payments as { result: string }[])[0]) }),
  )

/** Correct, whatever the provider calls the status. */
export const RIGHT_READING: [title: string, variant: Variant][] = [
  ['a status by another name', telling('estado', WORDS, 'strange')],
  ['a status in numbers', telling('fase', [0, 1, 2, 3], 'strange')],
  ['a status that is true or false', telling('pagado', [false, null, undefined, true], 'strange')],
  ['payments in a list', listing((payment) => (!payment ? 'open' : payment.result === 'A1' ? 'paid' : 'strange'))],
]

export const WRONG_READING: WrongVariant[] = [
  ['takes an unknown word, in a field of any name, for a payment', ['C62'], telling('estado', WORDS, 'paid')],
  ['takes an unknown number for a payment', ['C62'], telling('fase', [0, 1, 2, 3], 'paid')],
  ['takes an unknown number for an end', ['C62'], telling('fase', [0, 1, 2, 3], 'expired')],
  ['takes any list item for a payment', ['C62'], listing((payment) => (payment ? 'paid' : 'open'))],
  [
    'recognizes a payment by its time alone',
    ['C62'],
    spokenAs(
      ({ status: _, ...checkout }) => checkout,
      (checkout) => ({ ...checkout, status: checkout['paid_at'] ? 'paid' : 'open' }),
    ),
  ],
  [
    'takes an unknown word for a payment',
    ['C62'],
    acting((right) => ({
      retrieve: async (ref, ctx) => {
        const state = await right.retrieve(ref, ctx)
        return state.status === 'unrecognized' ? { ...state, status: 'paid' } : state
      },
    })),
  ],
  [
    'echoes the id that it was called with',
    ['C63'],
    acting((right) => ({
      retrieve: async (ref, ctx) => ({ ...(await right.retrieve(ref, ctx)), paymentId: ref.paymentId }),
    })),
  ],
  [
    'returns the requested mode',
    ['C63'],
    acting((right) => ({
      retrieve: async (ref, ctx) => ({ ...(await right.retrieve(ref, ctx)), livemode: ctx.livemode }),
    })),
  ],
  [
    'returns another amount',
    ['C31'],
    acting((right) => ({
      retrieve: async (ref, ctx) => {
        const state = await right.retrieve(ref, ctx)
        return { ...state, amount: state.amount && { ...state.amount, amount: state.amount.amount / 100 } }
      },
    })),
  ],
  [
    'takes an unreadable answer for an expiry',
    ['C60', 'C61'],
    acting((right) => ({
      retrieve: ({ providerRef, paymentId }, ctx) =>
        right
          .retrieve({ providerRef, paymentId }, ctx)
          .catch(() => ({ providerRef, paymentId, status: 'expired' as const, livemode: false })),
    })),
  ],
  [
    'never reports a refund',
    ['C38', 'C39'],
    acting((right) => ({
      retrieve: async (ref, ctx) => {
        const state = await right.retrieve(ref, ctx)
        return { ...state, status: state.status === 'refunded' ? 'paid' : state.status, amountRefunded: undefined }
      },
    })),
  ],
  [
    'writes during a read',
    ['C64'],
    acting((right) => ({
      retrieve: async (ref, ctx) => {
        await right.registerWebhook!('https://merchant.example/hooks', ctx)
        return right.retrieve(ref, ctx)
      },
    })),
  ],
  [
    'returns null when the search failed',
    ['C66', 'C67'],
    acting((right) => ({ findByReference: (ref, ctx) => right.findByReference!(ref, ctx).catch(() => null) })),
  ],
  [
    'reads only the first page',
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
    'reports a closing without asking',
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
  [
    'lists only the first page of checkouts',
    ['C68'],
    acting((right) => ({
      listCheckouts: async (period, ctx) => ({ checkouts: (await right.listCheckouts!(period, ctx)).checkouts }),
    })),
  ],
  [
    'lists checkouts of before the period',
    ['C68'],
    acting((right) => ({
      listCheckouts: (period, ctx) => right.listCheckouts!({ ...period, from: '2020-01-01T00:00:00.000Z' }, ctx),
    })),
  ],
  [
    'lists checkouts without the installation they belong to',
    ['C68'],
    acting((right) => ({
      listCheckouts: async (period, ctx) => {
        const { checkouts, next } = await right.listCheckouts!(period, ctx)
        return { checkouts: checkouts.map(({ instanceId: _, ...checkout }) => checkout), next }
      },
    })),
  ],
  [
    'ends the list at a page that failed',
    ['C69'],
    acting((right) => ({
      listCheckouts: (period, ctx) => right.listCheckouts!(period, ctx).catch(() => ({ checkouts: [] })),
    })),
  ],
]
