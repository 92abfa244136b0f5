import { type MethodType, PLUGIN_API_VERSION } from '../manifest.js'
import { isOrigin } from './config-values.js'
import {
  check,
  checkEach,
  type Faults,
  fieldsOf,
  isObject,
  isOneOf,
  isText,
  isWebAddress,
  isWords,
  TEXT,
  WEB_ADDRESS,
  WORDS,
} from './fault.js'

export const METHOD_TYPES: readonly MethodType[] = [
  'card',
  'wallet',
  'retail_cash',
  'spei_transfer',
  'bnpl',
  'bank_debit',
  'other',
]

/** The flags that core relies on. */
const FLAGS = ['idempotentCreate', 'findByReference', 'expireCheckout', 'simulator']
const WEBHOOKS = ['none', 'manual', 'auto']
/** Shown to merchants; if omitted, they count as "no". */
const OPTIONAL_FLAGS = ['listCheckouts', 'reportsCardFunding', 'installments', 'timedNotifications']
const OPTIONAL_CHOICES = ['refunds', 'disputes', 'payouts']
const REPORTED = ['none', 'reported']
const ADVISED = ['reportsCardFunding', 'installments', ...OPTIONAL_CHOICES]
const VERSION = /^\d+\.\d+\.\d+(-[\w.-]+)?(\+[\w.-]+)?$/
const MAX_MARKS = 6
const MAX_MARK_LENGTH = 20
const ID = /^[a-z][a-z0-9_]{1,31}$/
const MAX_LIFETIME_SECONDS = 366 * 86_400
/** Core stays a minute above the minimum and ten below the maximum, because clocks differ and requests take time. */
const LIFETIME_MARGIN_SECONDS = 11 * 60

export const isProviderId = (value: unknown): boolean =>
  typeof value === 'string' && ID.test(value) && value !== 'manual'

export const PROVIDER_ID = `${ID.source}, and not manual: it becomes a value of the API`

/** Faults of the plugin's identity. */
export function* namingFaults(manifest: unknown, ofKind = 'payment-provider'): Faults {
  const { apiVersion, kind, id, name, version, vendor, docsUrl, marks } = fieldsOf(manifest)
  yield* check('manifest', manifest, isObject(manifest), 'an object')
  yield* check('manifest.apiVersion', apiVersion, apiVersion === PLUGIN_API_VERSION, `the number ${PLUGIN_API_VERSION}`)
  yield* check('manifest.kind', kind, kind === ofKind, `'${ofKind}'`)
  yield* check('manifest.id', id, isProviderId(id), PROVIDER_ID)
  yield* check('manifest.name', name, isWords(name), WORDS)
  const isVersion = isText(version) && VERSION.test(version)
  yield* check('manifest.version', version, isVersion, 'a semantic version, like 1.0.0')
  if (vendor !== undefined) yield* check('manifest.vendor', vendor, isText(vendor), TEXT)
  if (docsUrl !== undefined) yield* check('manifest.docsUrl', docsUrl, isWebAddress(docsUrl), WEB_ADDRESS)
  if (marks !== undefined) yield* markFaults(marks)
}

function* markFaults(marks: unknown): Faults {
  yield* check('manifest.marks', marks, isObject(marks), 'an object of lists, by method')
  for (const [method, names] of Object.entries(fieldsOf(marks))) {
    const path = `manifest.marks.${method}`
    yield* check('manifest.marks', method, isOneOf(method, METHOD_TYPES), `keyed by ${METHOD_TYPES.join(', ')}`)
    const isShort = Array.isArray(names) && names.length <= MAX_MARKS
    if (!isShort) yield* check(path, names, false, `a list of at most ${MAX_MARKS} names`)
    else {
      yield* checkEach(path, names, (at, mark) =>
        check(
          at,
          mark,
          isText(mark) && mark.length <= MAX_MARK_LENGTH,
          `a name of at most ${MAX_MARK_LENGTH} characters`,
        ),
      )
    }
  }
}

/** Faults of the hosts it calls and the pages it sends payers to. */
export function* hostFaults(manifest: unknown): Faults {
  const { checkoutOrigins } = fieldsOf(manifest)
  yield* allowedHostFaults(manifest)
  yield* checkEach('manifest.checkoutOrigins', checkoutOrigins, (path, origin) =>
    check(path, origin, isSecureOrigin(origin), 'an https origin, like https://pay.example.com'),
  )
}

export function* allowedHostFaults(manifest: unknown): Faults {
  yield* checkEach('manifest.allowedHosts', fieldsOf(manifest)['allowedHosts'], (path, host) =>
    check(path, host, isHost(host), 'a bare host name, like api.example.com, with no scheme, path or wildcard'),
  )
}

/** The plugin loads, but its live mode cannot work. */
export function* hostAdvice(manifest: unknown): Faults {
  const { allowedHosts, checkoutOrigins } = fieldsOf(manifest)
  if (isEmpty(allowedHosts)) yield 'manifest.allowedHosts is empty: name the hosts of the live API.'
  if (isEmpty(checkoutOrigins)) {
    yield 'manifest.checkoutOrigins is empty: browsers would block the redirect to the checkout.'
  }
}

/** The plugin loads, but merchants are told too little. */
export function* capabilityAdvice(manifest: unknown): Faults {
  const declared = fieldsOf(fieldsOf(manifest)['capabilities'])
  for (const name of ADVISED.filter((one) => declared[one] === undefined)) {
    yield `manifest.capabilities.${name} is missing: declare it, or merchants are told that the provider lacks it.`
  }
}

export function* capabilityFaults(manifest: unknown): Faults {
  const path = 'manifest.capabilities'
  const { capabilities } = fieldsOf(manifest)
  if (!isObject(capabilities)) return yield* check(path, capabilities, false, 'an object')
  for (const name of FLAGS) yield* checkFlag(`${path}.${name}`, capabilities[name])
  const { webhooks, methods, delayedMethods, checkoutLifetime } = capabilities
  yield* check(`${path}.webhooks`, webhooks, isOneOf(webhooks, WEBHOOKS), `one of ${WEBHOOKS.join(', ')}`)
  const isDeclared = (name: string): boolean => capabilities[name] !== undefined
  for (const name of OPTIONAL_FLAGS.filter(isDeclared)) yield* checkFlag(`${path}.${name}`, capabilities[name])
  for (const name of OPTIONAL_CHOICES.filter(isDeclared)) {
    const value = capabilities[name]
    yield* check(`${path}.${name}`, value, isOneOf(value, REPORTED), `one of ${REPORTED.join(', ')}`)
  }
  yield* methodTypeFaults(path, methods, delayedMethods)
  yield* lifetimeFaults(`${path}.checkoutLifetime`, checkoutLifetime)
}

function* methodTypeFaults(path: string, methods: unknown, delayedMethods: unknown): Faults {
  const known = METHOD_TYPES.join(', ')
  yield* checkEach(`${path}.methods`, methods, (at, method) =>
    check(at, method, isOneOf(method, METHOD_TYPES), `one of ${known}`),
  )
  if (isEmpty(methods)) yield `${path}.methods is empty: it must name at least one of ${known}.`
  const listed: unknown[] = Array.isArray(methods) ? methods : []
  if (new Set(listed).size < listed.length) yield `${path}.methods lists a method twice.`
  yield* checkEach(`${path}.delayedMethods`, delayedMethods, (at, method) =>
    check(at, method, listed.includes(method), 'one of the methods'),
  )
}

function* lifetimeFaults(path: string, lifetime: unknown): Faults {
  const { minSeconds, maxSeconds } = fieldsOf(lifetime)
  const isWhole = (value: unknown): value is number =>
    Number.isInteger(value) && 0 < (value as number) && (value as number) <= MAX_LIFETIME_SECONDS
  const inSeconds = 'whole seconds, from 1 to a year'
  yield* check(`${path}.minSeconds`, minSeconds, isWhole(minSeconds), inSeconds)
  yield* check(`${path}.maxSeconds`, maxSeconds, isWhole(maxSeconds), inSeconds)
  if (!isWhole(minSeconds) || !isWhole(maxSeconds)) return
  const isWide = maxSeconds - minSeconds >= LIFETIME_MARGIN_SECONDS
  const margin = `at least ${LIFETIME_MARGIN_SECONDS} seconds above minSeconds, for clocks that differ and requests that are slow`
  yield* check(`${path}.maxSeconds`, maxSeconds, isWide, margin)
}

const checkFlag = (path: string, value: unknown): Faults =>
  check(path, value, typeof value === 'boolean', 'true or false')

const isEmpty = (value: unknown): boolean => Array.isArray(value) && value.length === 0

function isHost(value: unknown): boolean {
  if (!isText(value) || value.includes('*') || !URL.canParse(`https://${value}`)) return false
  return new URL(`https://${value}`).host === value
}

const isSecureOrigin = (value: unknown): boolean => isText(value) && value.startsWith('https://') && isOrigin(value)
