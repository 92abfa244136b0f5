import type { PaymentProvider } from '../provider.js'
import { type Faults, fieldsOf, isObject, shown } from './fault.js'
import { METHOD_TYPES } from './manifest-rules.js'

export type ProviderMethod = keyof PaymentProvider

const REQUIRED_METHODS = ['limits', 'checkConnection', 'createCheckout', 'retrieve', 'verifyWebhook'] as const
const OPTIONAL_METHODS = [
  ...(['findByReference', 'listCheckouts', 'expireCheckout'] as const),
  ...(['registerWebhook', 'unregisterWebhook'] as const),
] as const
/** Texts that are not currencies. */
const NOT_CURRENCIES = ['ZZZ', 'XTS', 'mxn', '', 'MX', '__proto__', 'constructor', 'toString']
/** The largest value of an integer column. */
const MAX_AMOUNT = 2_147_483_647

export const methodsOf = (provider: Partial<PaymentProvider>): ProviderMethod[] =>
  [...REQUIRED_METHODS, ...OPTIONAL_METHODS].filter((name) => typeof provider[name] === 'function')

/** The capabilities must agree with the methods and the simulator, and suffice to be safe. */
export function* agreementFaults(manifest: unknown, methods: readonly string[], hasSimulator: boolean): Faults {
  const capabilities = fieldsOf(fieldsOf(manifest)['capabilities'])
  for (const name of REQUIRED_METHODS) if (!methods.includes(name)) yield `It has no method ${name}.`
  if (!capabilities['idempotentCreate'] && !capabilities['findByReference']) {
    yield 'Without capabilities.idempotentCreate there must be findByReference, or an unknown outcome could never be resolved.'
  }
  for (const name of ['findByReference', 'listCheckouts', 'expireCheckout'] as const) {
    const has = methods.includes(name)
    if ((capabilities[name] ?? (name === 'listCheckouts' ? false : undefined)) === has) continue
    yield `capabilities.${name} is ${shown(capabilities[name])}, but the method is ${has ? 'implemented' : 'missing'}: they must agree.`
  }
  if ((capabilities['webhooks'] === 'auto') !== methods.includes('registerWebhook')) {
    yield "capabilities.webhooks must be 'auto' if, and only if, registerWebhook is implemented."
  }
  if (capabilities['simulator'] !== hasSimulator) {
    yield `capabilities.simulator is ${shown(capabilities['simulator'])}, but ${hasSimulator ? 'a simulator is implemented' : 'the simulator is missing'}: they must agree.`
  }
}

/**
 * Calls `limits` for these currencies and for some that do not exist. Returns what is wrong with its answers, or null.
 *
 * @param methods the methods of the manifest
 */
export function faultOfLimits(
  provider: Pick<PaymentProvider, 'limits'>,
  currencies: readonly string[],
  methods: unknown = METHOD_TYPES,
): string | null {
  for (const currency of [...currencies, ...NOT_CURRENCIES]) {
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
  let first: unknown
  let second: unknown
  try {
    first = provider.limits(currency)
    second = provider.limits(currency)
  } catch (error) {
    return `threw ${String(error)}: it must be null where the currency is not offered.`
  }
  if (first instanceof Promise) {
    for (const promise of [first, second]) Promise.resolve(promise).catch(() => undefined)
    return 'is a promise: it must be synchronous, because it is called when a link is created.'
  }
  if (JSON.stringify(first) !== JSON.stringify(second)) return 'gives different answers to the same call.'
  if (first === null) return null
  if (NOT_CURRENCIES.includes(currency)) return `is ${shown(first)}: it must be null, because that is not a currency.`
  if (!isBounds(first)) return `is ${shown(first)}: it must be null, or ${BOUNDS}.`
  const { methods: byMethod } = first as { methods?: unknown }
  return byMethod === undefined ? null : methodFault(first, byMethod, methods)
}

interface Bounds {
  min: number
  max: number
}

/** Each method must be one of the manifest, with limits inside those of the currency. */
function methodFault(total: Bounds, byMethod: unknown, methods: readonly unknown[]): string | null {
  if (!isObject(byMethod) || Object.keys(byMethod).length === 0) {
    return `has methods ${shown(byMethod)}: omit them, or give the limits of at least one.`
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

const BOUNDS = `{ min, max } in whole minor units, 0 < min ≤ max ≤ ${MAX_AMOUNT}`

function isBounds(value: unknown): value is Bounds {
  const { min, max } = fieldsOf(value)
  return isObject(value) && isAmount(min) && isAmount(max) && min <= max
}

const isAmount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && 0 < value && value <= MAX_AMOUNT
