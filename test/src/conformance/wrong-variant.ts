import type { PaymentProvider, PaymentProviderPlugin, PluginContext } from '@paylink/plugin-api'

/** A mistake that an author could make, and the cases that must notice it. */
export type WrongVariant = [title: string, cases: string[], spoil: Variant]
export type Variant = (plugin: PaymentProviderPlugin) => PaymentProviderPlugin

/** The plugin with some methods written differently. */
export const acting =
  (change: (right: PaymentProvider) => Partial<PaymentProvider>): Variant =>
  (plugin) => ({
    ...plugin,
    create: () => {
      const right = plugin.create()
      return Object.assign(Object.create(right) as PaymentProvider, change(right))
    },
  })

/** The same call, whose requests go another way. */
export const asking = (ctx: PluginContext, request: PluginContext['http']['request']): PluginContext => ({
  ...ctx,
  http: { request },
})

type Json = Record<string, unknown>

/**
 * The plugin for a provider whose checkouts are written differently: `write` is how the provider has them, `read` how
 * the plugin understands that.
 */
export const spokenAs =
  (write: (checkout: Json) => Json, read: (written: Json) => Json): Variant =>
  (plugin) => {
    const simulator = plugin.simulator!
    const changed = (body: string | Uint8Array | undefined, change: (json: Json) => Json): string => {
      const json = JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body)) as Json
      return JSON.stringify('reference' in json ? change(json) : json)
    }
    return acting((right) => ({
      retrieve: (ref, ctx) =>
        right.retrieve(
          ref,
          asking(ctx, async (request) => {
            const answer = await ctx.http.request(request)
            return { ...answer, body: new TextEncoder().encode(changed(answer.body, read)) }
          }),
        ),
    }))({
      ...plugin,
      simulator: {
        ...simulator,
        api: async (request, sim) => {
          const answer = await simulator.api(request, sim)
          return request.method === 'GET' ? { ...answer, body: changed(answer.body, write) } : answer
        },
      },
    })
  }
