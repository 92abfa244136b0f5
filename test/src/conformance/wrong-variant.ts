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
