import type { PaymentProvider } from '../provider.js'
import { type Faults, fieldsOf, isObject, shown } from './fault.js'
import { METHOD_TYPES } from './manifest-rules.js'

export type ProviderMethod = keyof PaymentProvider

const NEEDED_METHODS = ['limits', 'checkConnection', 'createCheckout', 'retrieve', 'verifyWebhook'] as const
const OTHER_METHODS = ['findByReference', 'expireCheckout', 'registerWebhook', 'unregisterWebhook'] as const
/** None of them is a currency that a merchant could ask for. */
const NO_CURRENCIES = ['ZZZ', 'XTS', 'mxn', '', 'MX', '__proto__', 'constructor', 'toString']
/** What an integer column holds. */
const MOST_AMOUNT = 2_147_483_647

/** Which of its methods a provider has. */
export const methodsOf = (provider: Partial<PaymentProvider>): ProviderMethod[] =>
  [...NEEDED_METHODS, ...OTHER_METHODS].filter((name) => typeof provider[name] === 'function')

/** The capabilities, the methods and the simulator agree, and are enough to be safe. */
export function* agreementFaults(manifest: unknown, methods: readonly ProviderMethod[], hasSimulator: boolean): Faults {
  const capabilities = fieldsOf(fieldsOf(manifest)['capabilities'])
  for (const name of NEEDED_METHODS) if (!methods.includes(name)) yield `It has no method ${name}.`
  if (!capabilities['idempotentCreate'] && !capabilities['findByReference']) {
    yield 'Without capabilities.idempotentCreate there must be findByReference, or a lost answer could never be cleared up.'
  }
  for (const name of ['findByReference', 'expireCheckout'] as const) {
    const has = methods.includes(name)
    if (capabilities[name] === has) continue
    yield `capabilities.${name} is ${shown(capabilities[name])}, and the method is ${has ? '' : 'not '}there: they must agree.`
  }
  if ((capabilities['webhooks'] === 'auto') !== methods.includes('registerWebhook')) {
    yield "capabilities.webhooks must be 'auto' if, and only if, there is a method registerWebhook."
  }
  if (capabilities['simulator'] !== hasSimulator) {
    yield `capabilities.simulator is ${shown(capabilities['simulator'])}, and the simulator is ${hasSimulator ? '' : 'not '}there: they must agree.`
  }
}

/**
 * What is wrong with what `limits` answers for these currencies, and for others that are none; null: nothing. Asks.
 *
 * @param methods those of the manifest
 */
export function faultOfLimits(
  provider: Pick<PaymentProvider, 'limits'>,
  currencies: readonly string[],
  methods: unknown = METHOD_TYPES,
): string | null {
  for (const currency of [...currencies, ...NO_CURRENCIES]) {
    const fault = limitFault(provider, currency, Array.isArray(methods) ? methods : [])
    if (fault !== null) return `limits('${currency}') ${fault}`
  }
  return null
}

function limitFault(
  provider: Pick<PaymentProvider, 'limits'>,
  currency: string,
  methods: readonly unknown[],
): string | null {
  let said: unknown
  let again: unknown
  try {
    said = provider.limits(currency)
    again = provider.limits(currency)
  } catch (error) {
    return `threw ${String(error)}: it must be null where the currency is not offered.`
  }
  if (said instanceof Promise) {
    for (const promise of [said, again]) Promise.resolve(promise).catch(() => undefined)
    return 'is a promise: it must answer at once, because link creation asks it.'
  }
  if (JSON.stringify(said) !== JSON.stringify(again)) return 'gives different answers.'
  if (said === null) return null
  if (NO_CURRENCIES.includes(currency)) return `is ${shown(said)}: it must be null, for that is no currency.`
  if (!isBounds(said)) return `is ${shown(said)}: it must be null, or ${BOUNDS}.`
  const { methods: byMethod } = said as { methods?: unknown }
  return byMethod === undefined ? null : methodFault(said, byMethod, methods)
}

interface Bounds {
  min: number
  max: number
}

/** Each method is one of the manifest, and what it takes is within what the currency takes. */
function methodFault(total: Bounds, byMethod: unknown, methods: readonly unknown[]): string | null {
  if (!isObject(byMethod) || Object.keys(byMethod).length === 0) {
    return `has methods ${shown(byMethod)}: they must be left out, or name the bounds of at least one.`
  }
  for (const [method, bounds] of Object.entries(byMethod)) {
    if (!methods.includes(method)) return `has methods.${method}: it must be one of manifest.capabilities.methods.`
    if (!isBounds(bounds)) return `has methods.${method} ${shown(bounds)}: it must be ${BOUNDS}.`
    if (bounds.min < total.min || bounds.max > total.max) {
      return `has methods.${method} ${shown(bounds)}: it must be within { min: ${total.min}, max: ${total.max} }.`
    }
  }
  return null
}

const BOUNDS = `{ min, max } in whole minor units, 0 < min ≤ max ≤ ${MOST_AMOUNT}`

function isBounds(value: unknown): value is Bounds {
  const { min, max } = fieldsOf(value)
  return isObject(value) && isAmount(min) && isAmount(max) && min <= max
}

const isAmount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && 0 < value && value <= MOST_AMOUNT
