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

/** What core goes by. */
const FLAGS = ['idempotentCreate', 'findByReference', 'expireCheckout', 'simulator']
const WEBHOOKS = ['none', 'manual', 'auto']
/** What merchants are told of: left out, it counts as no. */
const TOLD_FLAGS = ['reportsCardFunding', 'installments', 'timedNotifications']
const TOLD_CHOICES = ['refunds', 'disputes', 'payouts']
const REPORTED = ['none', 'reported']
const TOLD = ['reportsCardFunding', 'installments', ...TOLD_CHOICES]
const VERSION = /^\d+\.\d+\.\d+(-[\w.-]+)?(\+[\w.-]+)?$/
const MAX_MARKS = 6
const MAX_MARK_LENGTH = 20
const ID = /^[a-z][a-z0-9_]{1,31}$/
const LONGEST_LIFE_SECONDS = 366 * 86_400
/** Core stays a minute above the minimum and ten below the maximum: clocks differ, and requests take their time. */
const LIFE_MARGIN_SECONDS = 11 * 60

export const isProviderId = (value: unknown): boolean =>
  typeof value === 'string' && ID.test(value) && value !== 'manual'

export const PROVIDER_ID = `${ID.source}, and not manual: it becomes a value of the API`

/** Who the plugin is. */
export function* namingFaults(manifest: unknown): Faults {
  const { apiVersion, kind, id, name, version, vendor, docsUrl, marks } = fieldsOf(manifest)
  yield* check('manifest', manifest, isObject(manifest), 'an object')
  yield* check('manifest.apiVersion', apiVersion, apiVersion === PLUGIN_API_VERSION, `the number ${PLUGIN_API_VERSION}`)
  yield* check('manifest.kind', kind, kind === 'payment-provider', "'payment-provider'")
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

/** Whom it calls, and where it sends payers. */
export function* hostFaults(manifest: unknown): Faults {
  const { allowedHosts, checkoutOrigins } = fieldsOf(manifest)
  yield* checkEach('manifest.allowedHosts', allowedHosts, (path, host) =>
    check(path, host, isHost(host), 'a bare host name, like api.example.com, with no scheme, path or wildcard'),
  )
  yield* checkEach('manifest.checkoutOrigins', checkoutOrigins, (path, origin) =>
    check(path, origin, isSecureOrigin(origin), 'an https origin, like https://pay.example.com'),
  )
}

/** What loads all the same, and serves nobody. */
export function* hostAdvice(manifest: unknown): Faults {
  const { allowedHosts, checkoutOrigins } = fieldsOf(manifest)
  if (isEmpty(allowedHosts)) yield 'manifest.allowedHosts is empty: it must name the hosts of the live API.'
  if (isEmpty(checkoutOrigins)) {
    yield 'manifest.checkoutOrigins is empty: browsers would block the redirect to the checkout.'
  }
}

/** What loads all the same, and leaves merchants in the dark. */
export function* capabilityAdvice(manifest: unknown): Faults {
  const told = fieldsOf(fieldsOf(manifest)['capabilities'])
  for (const name of TOLD.filter((one) => told[one] === undefined)) {
    yield `manifest.capabilities.${name} is missing: say what the provider does, or merchants are told that it does not.`
  }
}

/** What it can do, complete and in order. */
export function* capabilityFaults(manifest: unknown): Faults {
  const path = 'manifest.capabilities'
  const { capabilities } = fieldsOf(manifest)
  if (!isObject(capabilities)) return yield* check(path, capabilities, false, 'an object')
  for (const name of FLAGS) yield* checkFlag(`${path}.${name}`, capabilities[name])
  const { webhooks, methods, delayedMethods, checkoutLifetime } = capabilities
  yield* check(`${path}.webhooks`, webhooks, isOneOf(webhooks, WEBHOOKS), `one of ${WEBHOOKS.join(', ')}`)
  const isSaid = (name: string): boolean => capabilities[name] !== undefined
  for (const name of TOLD_FLAGS.filter(isSaid)) yield* checkFlag(`${path}.${name}`, capabilities[name])
  for (const name of TOLD_CHOICES.filter(isSaid)) {
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
  if (new Set(listed).size < listed.length) yield `${path}.methods names one twice.`
  yield* checkEach(`${path}.delayedMethods`, delayedMethods, (at, method) =>
    check(at, method, listed.includes(method), 'one of the methods'),
  )
}

function* lifetimeFaults(path: string, lifetime: unknown): Faults {
  const { minSeconds, maxSeconds } = fieldsOf(lifetime)
  const isWhole = (value: unknown): value is number =>
    Number.isInteger(value) && 0 < (value as number) && (value as number) <= LONGEST_LIFE_SECONDS
  const inSeconds = 'whole seconds, from 1 to a year'
  yield* check(`${path}.minSeconds`, minSeconds, isWhole(minSeconds), inSeconds)
  yield* check(`${path}.maxSeconds`, maxSeconds, isWhole(maxSeconds), inSeconds)
  if (!isWhole(minSeconds) || !isWhole(maxSeconds)) return
  const isWide = maxSeconds - minSeconds >= LIFE_MARGIN_SECONDS
  const least = `at least ${LIFE_MARGIN_SECONDS} seconds above minSeconds, for clocks that differ and requests that are slow`
  yield* check(`${path}.maxSeconds`, maxSeconds, isWide, least)
}

const checkFlag = (path: string, value: unknown): Faults =>
  check(path, value, typeof value === 'boolean', 'true or false')

const isEmpty = (value: unknown): boolean => Array.isArray(value) && value.length === 0

function isHost(value: unknown): boolean {
  if (!isText(value) || value.includes('*') || !URL.canParse(`https://${value}`)) return false
  return new URL(`https://${value}`).host === value
}

const isSecureOrigin = (value: unknown): boolean => isText(value) && value.startsWith('https://') && isOrigin(value)
