import type { MethodType, Money } from '@paylink/plugin-api'
import type { PageLocale } from '../kernel/choose-locale.js'
import { methodTypesOf, payableMethods } from '../plugin-host/payable-methods.js'
import { providerName } from '../plugin-host/provider-name.js'
import type { Plugins } from '../plugin-host/registry.js'

/** A button: its provider, and the methods in its label. */
export interface WayToPay {
  provider: string
  methods: MethodType[]
  /** Only if two buttons would have the same label. */
  providerName: string | null
  /** Name of the provider whose page comes next. */
  providerPage: string
  /** Names that payers recognize (card brands, stores), of every method that the provider accepts here. */
  marks: string[]
}

/**
 * One way for each provider, in this order, with the methods that accept the total. A method that several providers
 * accept appears on one button only.
 */
export function waysToPay(
  registry: Plugins,
  providers: readonly string[],
  total: Money,
  locale: PageLocale,
): WayToPay[] {
  const all = providers.map((provider) => ({ provider, methods: fittingMethods(registry, provider, total) }))
  return all.map(({ provider, methods }) => {
    const labels = methods.filter((method) => labelledBy(all, method) === provider)
    return {
      provider,
      methods: labels.length > 0 ? labels : methods,
      providerName: labels.length > 0 ? null : providerName(registry, provider, locale),
      ...payerFacing(registry, provider, methods, locale),
    }
  })
}

/** The way of an open checkout, whether or not it is still offered. */
export function wayOf(registry: Plugins, provider: string, total: Money, locale: PageLocale): WayToPay {
  const methods = fittingMethods(registry, provider, total)
  return { provider, methods, providerName: null, ...payerFacing(registry, provider, methods, locale) }
}

function payerFacing(
  registry: Plugins,
  provider: string,
  methods: readonly MethodType[],
  locale: PageLocale,
): Pick<WayToPay, 'providerPage' | 'marks'> {
  const marks = registry.plugin('payment-provider', provider)?.manifest.marks ?? {}
  return {
    providerPage: providerName(registry, provider, locale),
    marks: methods.flatMap((method) => marks[method] ?? []),
  }
}

/** Cards go to the first provider, any other method to the last, so that every button has its own label. */
function labelledBy(
  all: readonly { provider: string; methods: MethodType[] }[],
  method: MethodType,
): string | undefined {
  const accepting = all.filter(({ methods }) => methods.includes(method))
  return (method === 'card' ? accepting.at(0) : accepting.at(-1))?.provider
}

/** The plugin of an open checkout may be gone, or no longer accept the total: then all its methods count. */
function fittingMethods(registry: Plugins, provider: string, total: Money): MethodType[] {
  const fitting = payableMethods(registry, provider, total)
  return fitting.length > 0 ? fitting : methodTypesOf(registry, provider)
}
