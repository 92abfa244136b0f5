import type { AmountLimits, MethodType, Money } from '@paylink/plugin-api'
import type { Plugins } from './registry.js'

export const isWithin = ({ min, max }: AmountLimits, amount: number): boolean => amount >= min && amount <= max

/** The methods of a provider by which a total can be paid, in the order of its manifest. Empty if it does not take the total. */
export function payableMethods(plugins: Plugins, provider: string, { amount, currency }: Money): MethodType[] {
  const limits = plugins.provider('payment-provider', provider)?.limits(currency)
  if (!limits || !isWithin(limits, amount)) return []
  const { methods } = limits
  const known = methodTypesOf(plugins, provider)
  if (methods === undefined) return known
  return known.filter((method) => {
    const bounds = methods[method]
    return bounds !== undefined && isWithin(bounds, amount)
  })
}

/** All methods of a provider, whatever the total. */
export function methodTypesOf(plugins: Plugins, provider: string): MethodType[] {
  const methods = plugins.plugin('payment-provider', provider)?.manifest.capabilities.methods ?? []
  return methods.length > 0 ? [...new Set(methods)] : ['other']
}

/** The amount limits of a provider in a currency, one entry for each method where methods have limits of their own. */
export function boundsOf(plugins: Plugins, provider: string, currency: string) {
  const limits = plugins.provider('payment-provider', provider)?.limits(currency)
  if (!limits) return []
  return Object.values<AmountLimits>(limits.methods ?? { all: limits })
}
