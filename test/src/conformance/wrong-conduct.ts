import { ProviderUnknownOutcomeError } from '@paylink/plugin-api'
import { acting, asking, type Variant, type WrongVariant } from './wrong-variant.js'

const signedAt = (headers: Record<string, string>) =>
  Number(/t=(\d+)/.exec(headers['acme-signature'] ?? '')?.[1]) * 1000
const byHand: Variant = (plugin) => ({
  ...plugin,
  manifest: { ...plugin.manifest, capabilities: { ...plugin.manifest.capabilities, webhooks: 'manual' } },
})
const believed = (rawBody: Uint8Array) => {
  const event = JSON.parse(new TextDecoder().decode(rawBody)) as { id: string; type: string; checkout?: { id: string } }
  return { eventId: event.id, eventType: event.type, subjects: [{ providerRef: event.checkout?.id }] }
}
let repeats = 0

/** Its merchants enter our address in the provider's dashboard. */
export const MANUAL: Variant = (plugin) =>
  acting(() => ({ registerWebhook: undefined, unregisterWebhook: undefined }))(byHand(plugin))

/** A plugin that logs its key in another encoding. */
const logging = (written: (key: string) => unknown): Variant =>
  acting((right) => ({
    checkConnection: (ctx) => {
      ctx.log.info('asking', { header: written(String(ctx.config['apiKey'])) })
      return right.checkConnection(ctx)
    },
  }))

export const WRONG_CONDUCT: WrongVariant[] = [
  ['logs a Basic header', ['C97'], logging((key) => `Basic ${Buffer.from(`merchant:${key}`).toString('base64')}`)],
  ['logs a key in base64url', ['C97'], logging((key) => `key-${Buffer.from(`é${key}`).toString('base64url')}`)],
  ['logs a key in hex', ['C97'], logging((key) => Buffer.from(key).toString('hex'))],
  ['logs bytes', ['C97'], logging((key) => Buffer.from(key))],
  [
    'logs an address',
    ['C97'],
    logging((key) => `?next=${encodeURIComponent(encodeURIComponent(`k=${key}&é`)).replaceAll('_', '%5F')}`),
  ],
  [
    'accepts any notification when the merchant registers the address',
    ['C89'],
    (plugin) => acting(() => ({ verifyWebhook: async ({ rawBody }) => believed(rawBody) }))(MANUAL(plugin)),
  ],
  [
    'accepts any notification',
    ['C81', 'C82', 'C83', 'C84', 'C89'],
    acting(() => ({ verifyWebhook: async ({ rawBody }) => believed(rawBody) })),
  ],
  [
    'verifies the signature over its own serialization of the body',
    ['C81'],
    acting((right) => ({
      verifyWebhook: async (webhook, ctx) => {
        const text = new TextDecoder().decode(webhook.rawBody)
        const rawBody = new TextEncoder().encode(text === '' ? '' : JSON.stringify(JSON.parse(text)))
        return right.verifyWebhook({ ...webhook, rawBody }, ctx)
      },
    })),
  ],
  [
    'accepts stale notifications',
    ['C84'],
    acting((right) => ({
      verifyWebhook: (webhook, ctx) =>
        right.verifyWebhook({ ...webhook, receivedAt: new Date(signedAt(webhook.headers) || 0).toISOString() }, ctx),
    })),
  ],
  [
    'gives a repeated notification another id',
    ['C85'],
    acting((right) => ({
      verifyWebhook: async (webhook, ctx) => ({
        ...(await right.verifyWebhook(webhook, ctx)),
        eventId: `evt_${++repeats}`,
      }),
    })),
  ],
  [
    'refuses a checkout that it has not stored',
    ['C87'],
    acting((right) => ({
      createCheckout: async (input, ctx) => {
        const handle = await right.createCheckout(input, ctx)
        await ctx.store.set(handle.providerRef, input.paymentId)
        return handle
      },
      verifyWebhook: async (webhook, ctx) => {
        const hint = await right.verifyWebhook(webhook, ctx)
        if ((await ctx.store.get(hint.subjects[0]!.providerRef!)) === null) throw new Error('unknown checkout')
        return hint
      },
    })),
  ],
  [
    'retries after its deadline',
    ['C95'],
    acting((right) => ({
      createCheckout: (input, ctx) => right.createCheckout(input, ctx).catch(() => right.createCheckout(input, ctx)),
    })),
  ],
  ['never answers', ['C95'], acting(() => ({ retrieve: () => new Promise(() => undefined) }))],
  [
    'uses a client of its own',
    ['C96'],
    acting((right) => ({
      checkConnection: (ctx) =>
        right.checkConnection(
          asking(ctx, async ({ method, url, headers }) => {
            const answer = await fetch(url, { method, headers })
            return { status: answer.status, headers: {}, body: new Uint8Array(await answer.arrayBuffer()) }
          }),
        ),
    })),
  ],
  [
    'logs its settings',
    ['C97'],
    acting((right) => ({
      checkConnection: (ctx) => {
        ctx.log.info('checking', { settings: ctx.config })
        return right.checkConnection(ctx)
      },
    })),
  ],
  [
    'throws an error that holds the request',
    ['C97'],
    acting((right) => ({
      createCheckout: (input, ctx) =>
        right.createCheckout(input, ctx).catch((cause: unknown) => {
          throw new ProviderUnknownOutcomeError('lost', {
            cause: { cause, authorization: `Bearer ${String(ctx.config['apiKey'])}` },
          })
        }),
    })),
  ],
  [
    'logs the customer’s address',
    ['C97'],
    acting((right) => ({
      createCheckout: (input, ctx) => {
        ctx.log.info(`a checkout for ${input.customer.email}`)
        return right.createCheckout(input, ctx)
      },
    })),
  ],
]
