import type { I18n, MethodType, Money } from '@paylink/plugin-api'
import type { PageLocale } from '../kernel/choose-locale.js'
import { methodsOf, payableMethods } from '../plugin-host/payable-methods.js'
import type { ProviderRegistry } from '../plugin-host/registry.js'

/** A button: where it leads, and what it is called after. */
export interface WayToPay {
  provider: string
  methods: MethodType[]
  /** Only where two buttons would read the same. */
  providerName: string | null
  /** Whose page comes next. */
  providerPage: string
  /** Names that payers recognize, of every method that the provider takes here. */
  marks: string[]
}

type Known = Pick<ProviderRegistry, 'plugin' | 'provider'>

/**
 * One way for each provider, in this order, with the methods by which the total can be paid. A method that several of
 * them take names one button only.
 */
export function waysToPay(registry: Known, providers: readonly string[], total: Money, locale: PageLocale): WayToPay[] {
  const taken = providers.map((provider) => ({ provider, methods: fittingMethods(registry, provider, total) }))
  return taken.map(({ provider, methods }) => {
    const named = methods.filter((method) => namesake(taken, method) === provider)
    return {
      provider,
      methods: named.length > 0 ? named : methods,
      providerName: named.length > 0 ? null : nameOf(registry, provider, locale),
      ...recognized(registry, provider, methods, locale),
    }
  })
}

/** The way of a checkout that is open already, whether or not it is still offered. */
export function wayOf(registry: Known, provider: string, total: Money, locale: PageLocale): WayToPay {
  const methods = fittingMethods(registry, provider, total)
  return { provider, methods, providerName: null, ...recognized(registry, provider, methods, locale) }
}

function recognized(
  registry: Known,
  provider: string,
  methods: readonly MethodType[],
  locale: PageLocale,
): Pick<WayToPay, 'providerPage' | 'marks'> {
  const marks = registry.plugin(provider)?.manifest.marks ?? {}
  return {
    providerPage: nameOf(registry, provider, locale),
    marks: methods.flatMap((method) => marks[method] ?? []),
  }
}

/** Cards are what the first is called after; whatever else, the last: so every button has words of its own. */
function namesake(
  taken: readonly { provider: string; methods: MethodType[] }[],
  method: MethodType,
): string | undefined {
  const takers = taken.filter(({ methods }) => methods.includes(method))
  return (method === 'card' ? takers.at(0) : takers.at(-1))?.provider
}

/** A checkout that is open may be of a plugin that is gone, or that no longer takes such a total: it has all its methods. */
function fittingMethods(registry: Known, provider: string, total: Money): MethodType[] {
  const fitting = payableMethods(registry, provider, total)
  return fitting.length > 0 ? fitting : methodsOf(registry, provider)
}

function nameOf(registry: Known, provider: string, locale: PageLocale): string {
  const name: I18n = registry.plugin(provider)?.manifest.name ?? provider
  return typeof name === 'string' ? name : locale === 'en' ? name.en : name.es
}
