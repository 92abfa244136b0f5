import {
  type AmountLimits,
  type CheckoutHandle,
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
  type WebhookHint,
  WebhookSignatureError,
} from '@paylink/plugin-api'
import { METHOD_TYPES } from '@paylink/plugin-api/rules'
import {
  address,
  Fields,
  flag,
  listOf,
  MalformedAnswerError,
  moment,
  oneOf,
  reference,
  text,
  whole,
  words,
} from './fields.js'
import type { InstalledSimulator } from './installed-plugin.js'
import { PluginCrashedError } from './plugin-crashed-error.js'

const MAX_SUBJECTS = 100
const MAX_SETTINGS = 50
const MAX_STORES = 20

/**
 * The same provider with every answer checked against the contract: core sees the declared types or a
 * MalformedAnswerError, which counts like any other unexpected error of the plugin.
 */
export function withCheckedAnswers(provider: PaymentProvider): PaymentProvider {
  const find = provider.findByReference?.bind(provider)
  const expire = provider.expireCheckout?.bind(provider)
  const register = provider.registerWebhook?.bind(provider)
  const unregister = provider.unregisterWebhook?.bind(provider)
  return {
    limits: (currency) => limitsOf(provider, currency),
    checkConnection: async (ctx) => toReport(await provider.checkConnection(ctx)),
    createCheckout: async (input, ctx) => toHandle(await provider.createCheckout(input, ctx), usesHttp(ctx)),
    retrieve: async (ref, ctx) => toState(await provider.retrieve(ref, ctx), usesHttp(ctx)),
    verifyWebhook: (webhook, ctx) => trusted(async () => toHint(await provider.verifyWebhook(webhook, ctx))),
    ...(find && {
      findByReference: async (ref, ctx) => {
        const found: unknown = await find(ref, ctx)
        return found === null ? null : toState(found, usesHttp(ctx))
      },
    }),
    ...(expire && { expireCheckout: async (ref, ctx) => toExpireResult(await expire(ref, ctx), usesHttp(ctx)) }),
    ...(register && {
      registerWebhook: async (url, ctx) => {
        const fields = new Fields(await register(url, ctx), 'the registration')
        return { id: fields.get('id', reference), config: fields.maybeInside('config', toConfig) }
      },
    }),
    ...(unregister && { unregisterWebhook: async (id, ctx) => void (await unregister(id, ctx)) }),
  }
}

/** The same for a simulator. */
export function withCheckedPages(simulator: InstalledSimulator): InstalledSimulator {
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
  const listed = fields.inside('methods')
  const methods: [MethodType, AmountLimits][] = METHOD_TYPES.filter((method) => listed.has(method)).flatMap(
    (method) => {
      const within = toBounds(listed.inside(method))
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
export async function trusted<Hint>(read: () => Promise<Hint>): Promise<Hint> {
  try {
    return await read()
  } catch (cause) {
    const isClassified = isProviderError(cause) || isWebhookSignatureError(cause) || cause instanceof PluginCrashedError
    throw isClassified ? cause : new WebhookSignatureError('malformed', { cause })
  }
}

function toHint(value: unknown): WebhookHint {
  const fields = new Fields(value, 'the notification')
  return {
    eventId: fields.get('eventId', reference),
    eventType: fields.get('eventType', text),
    subjects: fields.each('subjects', MAX_SUBJECTS, (subject) => ({
      providerRef: subject.maybe('providerRef', text),
      paymentId: subject.maybe('paymentId', text),
    })),
  }
}

function toReport(value: unknown): ConnectionReport {
  const fields = new Fields(value, 'the report')
  return {
    ok: fields.get('ok', flag),
    livemode: fields.get('livemode', flag),
    externalAccountId: fields.maybe('externalAccountId', text),
    displayName: fields.maybe('displayName', words),
    problem: fields.maybe('problem', words),
  }
}

function toHandle(value: unknown, allowsHttp: boolean): CheckoutHandle {
  const fields = new Fields(value, 'the checkout')
  return {
    providerRef: fields.get('providerRef', reference),
    redirectUrl: fields.get('redirectUrl', address(allowsHttp)),
    expiresAt: fields.get('expiresAt', moment),
    ...(fields.has('state') && { state: readState(fields.inside('state'), allowsHttp) }),
  }
}

const toState = (value: unknown, allowsHttp: boolean): ProviderState =>
  readState(new Fields(value, 'the state'), allowsHttp)

function readState(fields: Fields, allowsHttp: boolean): ProviderState {
  const state = {
    providerRef: fields.get('providerRef', reference),
    paymentId: fields.maybe('paymentId', text),
    status: fields.get('status', STATUS),
    livemode: fields.get('livemode', flag),
    amount: fields.maybeInside('amount', readMoney),
    amountRefunded: fields.maybe('amountRefunded', whole),
    paidAt: fields.maybe('paidAt', moment),
    method: fields.maybeInside('method', readMethod),
    voucher: fields.maybeInside('voucher', (voucher) => ({
      reference: voucher.get('reference', reference),
      method: voucher.maybe('method', oneOf(...METHOD_TYPES)),
      bank: voucher.maybe('bank', words),
      beneficiary: voucher.maybe('beneficiary', words),
      stores: voucher.maybe('stores', listOf(words, MAX_STORES)),
      instructionsUrl: voucher.maybe('instructionsUrl', address(allowsHttp)),
      expiresAt: voucher.maybe('expiresAt', moment),
    })),
    expiresAt: fields.maybe('expiresAt', moment),
    redirectUrl: fields.maybe('redirectUrl', address(allowsHttp)),
    failure: fields.maybeInside('failure', (failure) => ({
      code: failure.get('code', text),
      message: failure.get('message', words),
    })),
    dispute: fields.maybeInside('dispute', (dispute) => ({
      status: dispute.get('status', oneOf('open', 'won', 'lost')),
      amount: dispute.maybeInside('amount', readMoney),
      dueAt: dispute.maybe('dueAt', moment),
      url: dispute.maybe('url', address(allowsHttp)),
    })),
    dashboardUrl: fields.maybe('dashboardUrl', address(allowsHttp)),
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
    card: method.maybeInside('card', (card) => ({
      funding: card.get('funding', oneOf('credit', 'debit', 'prepaid', 'unknown')),
      brand: card.maybe('brand', text),
      last4: card.maybe('last4', text),
    })),
  }
}

function toExpireResult(value: unknown, allowsHttp: boolean): ExpireResult {
  const fields = new Fields(value, 'the result')
  const outcome = fields.get('outcome', oneOf('expired', 'already_closed', 'already_paid', 'refused'))
  if (outcome === 'refused') return { outcome, reason: fields.get('reason', words) }
  if (outcome === 'already_paid') return { outcome, state: readState(fields.inside('state'), allowsHttp) }
  return { outcome, state: fields.maybeInside('state', (state) => readState(state, allowsHttp)) }
}

function toConfig(fields: Fields): ConfigValues {
  const names = fields.names()
  if (names.length > MAX_SETTINGS) throw new MalformedAnswerError('it returned too many settings')
  const setting = (value: unknown): string | number | boolean | undefined =>
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : undefined
  return Object.fromEntries(names.map((name) => [name, fields.maybe(name, setting)]))
}

const HEADER_NAME = /^[A-Za-z0-9-]+$/
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/

function toResponse(value: unknown): SimulatorResponse {
  const fields = new Fields(value, 'the page')
  const status = fields.get('status', whole)
  if (status < 200 || status > 599) throw new MalformedAnswerError('the page.status is not an HTTP status')
  const headers = fields.maybeInside('headers', (given) => {
    const names = given.names().filter((name) => HEADER_NAME.test(name))
    return Object.fromEntries(names.map((name) => [name, given.get(name, headerValue)]))
  })
  const body = fields.maybe('body', (content) =>
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
