import {
  isProviderError,
  ProviderRejectedError,
  ProviderUnavailableError,
  ProviderUnknownOutcomeError,
} from '@paylink/plugin-api'
import { acting, type Variant, type WrongVariant } from './wrong-variant.js'

/** A plugin that classifies one fault of a creation as another. */
const reading = (fault: string, otherwise: (message: string) => Error): Variant =>
  acting((right) => ({
    createCheckout: (input, ctx) =>
      right.createCheckout(input, ctx).catch((error: unknown) => {
        throw isProviderError(error) && error.fault === fault ? otherwise(error.message) : error
      }),
  }))

const rejected = (message: string) => new ProviderRejectedError(message)
const unavailable = (message: string) => new ProviderUnavailableError(message)
let tries = 0

export const WRONG_CREATING: WrongVariant[] = [
  [
    'reads a lost answer as a refusal',
    ['C42', 'C43', 'C44', 'C45', 'C46', 'C47', 'C48', 'C49', 'C50', 'C51'],
    reading('unknown', rejected),
  ],
  ['reads a lost answer as never sent', ['C43'], reading('unknown', unavailable)],
  [
    'reads a refused connection as unknown',
    ['C52'],
    reading('unavailable', (text) => new ProviderUnknownOutcomeError(text)),
  ],
  ['reads "too many requests" as a refusal', ['C53'], reading('unavailable', rejected)],
  [
    'ignores the idempotency key',
    ['C40', 'C41', 'C43'],
    acting((right) => ({
      createCheckout: (input, ctx) => right.createCheckout({ ...input, idempotencyKey: `try ${++tries}` }, ctx),
    })),
  ],
  [
    'omits the tax',
    ['C30', 'C91'],
    acting((right) => ({
      createCheckout: (input, ctx) => {
        const tax = input.items.reduce((sum, item) => sum + item.taxAmount, 0)
        return right.createCheckout({ ...input, total: { ...input.total, amount: input.total.amount - tax } }, ctx)
      },
    })),
  ],
  [
    'returns a relative redirectUrl',
    ['C30'],
    acting((right) => ({
      createCheckout: async (input, ctx) => ({
        ...(await right.createCheckout(input, ctx)),
        redirectUrl: '/checkout/1',
      }),
    })),
  ],
  [
    'ignores the requested expiry',
    ['C94'],
    acting((right) => ({
      createCheckout: (input, ctx) =>
        right.createCheckout({ ...input, expiresAt: new Date(ctx.now().getTime() + 3_600_000).toISOString() }, ctx),
    })),
  ],
  [
    'refuses long titles',
    ['C90'],
    acting((right) => ({
      createCheckout: async (input, ctx) => {
        if (input.title.length > 250) throw new ProviderRejectedError('title_too_long')
        return right.createCheckout(input, ctx)
      },
    })),
  ],
  [
    'refuses the minimum that it declares',
    ['C92'],
    acting((right) => ({
      createCheckout: async (input, ctx) => {
        if (input.total.amount <= 1000) throw new ProviderRejectedError('amount_too_small')
        return right.createCheckout(input, ctx)
      },
    })),
  ],
]
