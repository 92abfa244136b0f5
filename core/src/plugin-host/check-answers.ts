import {
  type AmountLimits,
  type CheckoutHandle,
  type CheckoutPage,
  type ConfigValues,
  type ConnectionReport,
  type CurrencyLimits,
  type ExpireResult,
  isProviderError,
  isWebhookSignatureError,
  type MethodType,
  type Money,
  type PaymentProvider,
  type PluginContext,
  type ProviderState,
  type SimulatorResponse,
  WebhookSignatureError,
} from '@paylink/plugin-api'
import { METHOD_TYPES } from '@paylink/plugin-api/rules'
import {
  webUrl,
  Fields,
  flag,
  listOf,
  MalformedAnswerError,
  timestamp,
  oneOf,
  reference,
  text,
  integer,
  displayText,
} from './fields.js'
import type { InstalledSimulator } from './installed-plugin.js'
import { PluginCrashedError } from './plugin-crashed-error.js'

const MAX_SUBJECTS = 100
const MAX_LISTED = 200
const MAX_SETTINGS = 50
const MAX_STORES = 20

/**
 * The same provider with every answer checked against the contract: core sees the declared types or a
 * MalformedAnswerError, which counts like any other unexpected error of the plugin.
 */
export function withCheckedAnswers(provider: PaymentProvider): PaymentProvider {
  const find = provider.findByReference?.bind(provider)
  const list = provider.listCheckouts?.bind(provider)
  const expire = provider.expireCheckout?.bind(provider)
  const register = provider.registerWebhook?.bind(provider)
  const unregister = provider.unregisterWebhook?.bind(provider)
  return {
    limits: (currency) => limitsOf(provider, currency),
    checkConnection: async (ctx) => toReport(await provider.checkConnection(ctx)),
    createCheckout: async (input, ctx) => toHandle(await provider.createCheckout(input, ctx), usesHttp(ctx)),
    retrieve: async (ref, ctx) => toState(await provider.retrieve(ref, ctx), usesHttp(ctx)),
    verifyWebhook: (webhook, ctx) => readHint('paymentId', () => provider.verifyWebhook(webhook, ctx)),
    ...(find && {
      findByReference: async (ref, ctx) => {
        const found: unknown = await find(ref, ctx)
        return found === null ? null : toState(found, usesHttp(ctx))
      },
    }),
    ...(list && { listCheckouts: async (period, ctx) => toPage(await list(period, ctx)) }),
    ...(expire && { expireCheckout: async (ref, ctx) => toExpireResult(await expire(ref, ctx), usesHttp(ctx)) }),
    ...(register && { registerWebhook: async (url, ctx) => toRegistration(await register(url, ctx)) }),
    ...(unregister && { unregisterWebhook: async (id, ctx) => void (await unregister(id, ctx)) }),
  }
}

/** The same for a simulator. */
export function withCheckedSimulator(simulator: InstalledSimulator): InstalledSimulator {
  return {
    config: async (at) => toConfig(new Fields(await simulator.config(at), 'the settings')),
    api: async (request, sim) => toResponse(await simulator.api(request, sim)),
    page: async (request, sim) => toResponse(await simulator.page(request, sim)),
  }
}

/** A currency with malformed limits is not offered. */
function limitsOf(provider: PaymentProvider, currency: string): CurrencyLimits | null {
  try {
    return toLimits(provider.limits(currency))
  } catch {
    return null
  }
}

export function toLimits(value: unknown): CurrencyLimits | null {
  if (value === null) return null
  const fields = new Fields(value, 'the limits')
  const bounds = toBounds(fields)
  if (bounds === null || !fields.has('methods')) return bounds
  const listed = fields.nested('methods')
  const methods: [MethodType, AmountLimits][] = METHOD_TYPES.filter((method) => listed.has(method)).flatMap(
    (method) => {
      const within = toBounds(listed.nested(method))
      return within === null ? [] : [[method, within]]
    },
  )
  return { ...bounds, methods: Object.fromEntries(methods) }
}

function toBounds(fields: Fields): AmountLimits | null {
  const [min, max] = [fields.get('min', amount), fields.get('max', amount)]
  return min <= max ? { min, max } : null
}

/** Anyone may post anything to a notification address: one that the plugin cannot read is untrusted, not a plugin failure. */
export async function readHint(ourId: 'paymentId' | 'invoiceId', read: () => Promise<unknown>) {
  try {
    const fields = new Fields(await read(), 'the notification')
    return {
      eventId: fields.get('eventId', reference),
      eventType: fields.get('eventType', text),
      subjects: fields.list('subjects', MAX_SUBJECTS, (subject) => ({
        providerRef: subject.optional('providerRef', text),
        [ourId]: subject.optional(ourId, text),
      })),
    }
  } catch (cause) {
    const isClassified = isProviderError(cause) || isWebhookSignatureError(cause) || cause instanceof PluginCrashedError
    throw isClassified ? cause : new WebhookSignatureError('malformed', { cause })
  }
}

export function toRegistration(value: unknown): { id: string; config?: ConfigValues } {
  const fields = new Fields(value, 'the registration')
  return { id: fields.get('id', reference), config: fields.optionalNested('config', toConfig) }
}

export function toReport(value: unknown): ConnectionReport {
  const fields = new Fields(value, 'the report')
  return {
    ok: fields.get('ok', flag),
    livemode: fields.get('livemode', flag),
    externalAccountId: fields.optional('externalAccountId', text),
    displayName: fields.optional('displayName', displayText),
    problem: fields.optional('problem', displayText),
  }
}

function toPage(value: unknown): CheckoutPage {
  const fields = new Fields(value, 'the page')
  return {
    checkouts: fields.list('checkouts', MAX_LISTED, (listed) => ({
      providerRef: listed.get('providerRef', reference),
      paymentId: listed.get('paymentId', text),
      linkId: listed.optional('linkId', text),
      instanceId: listed.optional('instanceId', text),
      createdAt: listed.get('createdAt', timestamp),
    })),
    next: fields.optional('next', text),
  }
}

function toHandle(value: unknown, allowsHttp: boolean): CheckoutHandle {
  const fields = new Fields(value, 'the checkout')
  return {
    providerRef: fields.get('providerRef', reference),
    redirectUrl: fields.get('redirectUrl', webUrl(allowsHttp)),
    expiresAt: fields.get('expiresAt', timestamp),
    ...(fields.has('state') && { state: readState(fields.nested('state'), allowsHttp) }),
  }
}

const toState = (value: unknown, allowsHttp: boolean): ProviderState =>
  readState(new Fields(value, 'the state'), allowsHttp)

function readState(fields: Fields, allowsHttp: boolean): ProviderState {
  const state = {
    providerRef: fields.get('providerRef', reference),
    paymentId: fields.optional('paymentId', text),
    status: fields.get('status', STATUS),
    livemode: fields.get('livemode', flag),
    amount: fields.optionalNested('amount', readMoney),
    amountRefunded: fields.optional('amountRefunded', integer),
    fee: fields.optionalNested('fee', readMoney),
    paidAt: fields.optional('paidAt', timestamp),
    method: fields.optionalNested('method', readMethod),
    voucher: fields.optionalNested('voucher', (voucher) => ({
      reference: voucher.get('reference', reference),
      method: voucher.optional('method', oneOf(...METHOD_TYPES)),
      bank: voucher.optional('bank', displayText),
      beneficiary: voucher.optional('beneficiary', displayText),
      stores: voucher.optional('stores', listOf(displayText, MAX_STORES)),
      instructionsUrl: voucher.optional('instructionsUrl', webUrl(allowsHttp)),
      expiresAt: voucher.optional('expiresAt', timestamp),
    })),
    expiresAt: fields.optional('expiresAt', timestamp),
    redirectUrl: fields.optional('redirectUrl', webUrl(allowsHttp)),
    failure: fields.optionalNested('failure', (failure) => ({
      code: failure.get('code', text),
      message: failure.get('message', displayText),
    })),
    dispute: fields.optionalNested('dispute', (dispute) => ({
      status: dispute.get('status', oneOf('open', 'won', 'lost')),
      amount: dispute.optionalNested('amount', readMoney),
      dueAt: dispute.optional('dueAt', timestamp),
      url: dispute.optional('url', webUrl(allowsHttp)),
    })),
    dashboardUrl: fields.optional('dashboardUrl', webUrl(allowsHttp)),
  }
  return withoutUndefined(state)
}

const STATUS = oneOf('open', 'processing', 'paid', 'failed', 'canceled', 'expired', 'refunded', 'unrecognized')

/** May exceed any total of ours, so that a wrong amount is compared and reviewed instead of refused. */
const amount = (value: unknown): number | undefined =>
  Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : undefined

const readMoney = (money: Fields): Money => ({
  amount: money.get('amount', amount),
  currency: money.get('currency', text),
})

function readMethod(method: Fields): NonNullable<ProviderState['method']> {
  return {
    type: method.get('type', oneOf(...METHOD_TYPES)),
    raw: method.get('raw', text),
    card: method.optionalNested('card', (card) => ({
      funding: card.get('funding', oneOf('credit', 'debit', 'prepaid', 'unknown')),
      brand: card.optional('brand', text),
      last4: card.optional('last4', text),
    })),
    trackingKey: method.optional('trackingKey', text),
  }
}

function toExpireResult(value: unknown, allowsHttp: boolean): ExpireResult {
  const fields = new Fields(value, 'the result')
  const outcome = fields.get('outcome', oneOf('expired', 'already_closed', 'already_paid', 'refused'))
  if (outcome === 'refused') return { outcome, reason: fields.get('reason', displayText) }
  if (outcome === 'already_paid') return { outcome, state: readState(fields.nested('state'), allowsHttp) }
  return { outcome, state: fields.optionalNested('state', (state) => readState(state, allowsHttp)) }
}

export function toConfig(fields: Fields): ConfigValues {
  const names = fields.names()
  if (names.length > MAX_SETTINGS) throw new MalformedAnswerError('it returned too many settings')
  const setting = (value: unknown): string | number | boolean | undefined =>
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : undefined
  return Object.fromEntries(names.map((name) => [name, fields.optional(name, setting)]))
}

const HEADER_NAME = /^[A-Za-z0-9-]+$/
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/

function toResponse(value: unknown): SimulatorResponse {
  const fields = new Fields(value, 'the page')
  const status = fields.get('status', integer)
  if (status < 200 || status > 599) throw new MalformedAnswerError('the page.status is not an HTTP status')
  const headers = fields.optionalNested('headers', (given) => {
    const names = given.names().filter((name) => HEADER_NAME.test(name))
    return Object.fromEntries(names.map((name) => [name, given.get(name, headerValue)]))
  })
  const body = fields.optional('body', (content) =>
    typeof content === 'string' || content instanceof Uint8Array ? content : undefined,
  )
  return { status, headers, body }
}

const headerValue = (value: unknown): string | undefined =>
  typeof value === 'string' && HEADER_VALUE.test(value) ? value : undefined

const usesHttp = ({ config }: PluginContext): boolean => String(config['apiBase']).startsWith('http://')

/** Omits undefined fields, so that spreading the result over another object overwrites nothing. */
const withoutUndefined = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as T
