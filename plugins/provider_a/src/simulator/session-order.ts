import type { Money, SimulatorContext } from '@paylink/plugin-api'
import { fitsOxxo, limitsOf } from '../limits.js'
import type { Caller } from './caller.js'
import { integerOf, listOf, objectOf, textOf, textsOf, type FormObject, type FormValue } from './form-body.js'
import { invalid } from './refusal.js'
import type { SessionOrder } from './session-facts.js'
import { unixNow } from './unix-now.js'

const KNOWN = new Set([
  'allowed_payment_method_types',
  'cancel_url',
  'client_reference_id',
  'customer_email',
  'expand',
  'expires_at',
  'line_items',
  'locale',
  'metadata',
  'mode',
  'payment_intent_data',
  'success_url',
])
const MAX_LINES = 100
const MIN_LIFE_SECONDS = 30 * 60
const MAX_LIFE_SECONDS = 24 * 3600

/** Checks the parameters of a new session as Stripe does. */
export function orderOf(params: FormObject, caller: Caller, sim: SimulatorContext): SessionOrder {
  const unknown = Object.keys(params).find((name) => !KNOWN.has(name))
  if (unknown !== undefined) {
    throw invalid(`Received unknown parameter: ${unknown}`, { param: unknown, code: 'parameter_unknown' })
  }
  if (params['mode'] !== 'payment') throw invalid('This sandbox knows `payment` mode only', { param: 'mode' })
  const createdAt = unixNow(sim)
  const { lines, currency } = linesOf(params['line_items'])
  const amount = amountOf(lines, currency)
  const intentData = objectOf(params['payment_intent_data'])
  return {
    id: caller.newId('cs_test_'),
    account: caller.id,
    createdAt,
    expiresAt: expiryOf(params['expires_at'], createdAt),
    amount,
    currency,
    lines,
    title: textOf(intentData['description']),
    reference: within(200, params['client_reference_id'], 'client_reference_id'),
    email: emailOf(params['customer_email']),
    locale: textOf(params['locale']),
    successUrl: addressOf(params['success_url'], 'success_url') ?? required('success_url'),
    cancelUrl: addressOf(params['cancel_url'], 'cancel_url'),
    metadata: textsOf(params['metadata']),
    intentMetadata: textsOf(intentData['metadata']),
    methods: methodsOf(params['allowed_payment_method_types'], { amount, currency: currency.toUpperCase() }),
  }
}

function linesOf(value: FormValue | undefined): Pick<SessionOrder, 'lines' | 'currency'> {
  const lines = listOf(value).map((entry, index) => lineOf(objectOf(entry), `line_items[${index}]`))
  if (lines.length === 0) return required('line_items')
  if (lines.length > MAX_LINES) throw invalid('A session has at most 100 line items', { param: 'line_items' })
  const currency = lines[0]!.currency
  if (lines.some((line) => line.currency !== currency)) {
    throw invalid('All line items must have the same currency', { param: 'line_items' })
  }
  return { lines, currency }
}

function lineOf(line: FormObject, param: string) {
  const price = objectOf(line['price_data'])
  const currency = textOf(price['currency']) ?? required(`${param}[price_data][currency]`)
  if (!/^[a-z]{3}$/.test(currency))
    throw invalid(`Invalid currency: ${currency}`, { param: `${param}[price_data][currency]` })
  const unitAmount =
    integerOf(price['unit_amount'], `${param}[price_data][unit_amount]`) ??
    required(`${param}[price_data][unit_amount]`)
  if (unitAmount < 0) throw invalid('Invalid non-negative integer', { param: `${param}[price_data][unit_amount]` })
  const quantity = integerOf(line['quantity'], `${param}[quantity]`) ?? required(`${param}[quantity]`)
  if (quantity < 1) throw invalid('Invalid positive integer', { param: `${param}[quantity]` })
  const name = textOf(objectOf(price['product_data'])['name']) ?? required(`${param}[price_data][product_data][name]`)
  return { name, quantity, unitAmount, currency }
}

function amountOf(lines: SessionOrder['lines'], currency: string): number {
  const amount = lines.reduce((sum, line) => sum + line.quantity * line.unitAmount, 0)
  const limits = limitsOf(currency.toUpperCase())
  if (!limits) throw invalid(`Invalid currency: ${currency}`, { param: 'line_items', code: 'currency_not_supported' })
  if (amount < limits.min) {
    throw invalid(`The Checkout Session's total amount due must add up to at least ${limits.min} ${currency}`, {
      code: 'amount_too_small',
    })
  }
  if (amount > limits.max) throw invalid('Amount must be no more than 999,999.99', { code: 'amount_too_large' })
  return amount
}

/** What fits the total, of what the request allows. */
function methodsOf(value: FormValue | undefined, total: Money): string[] {
  const fitting = fitsOxxo(total) ? ['card', 'oxxo'] : ['card']
  if (value === undefined) return fitting
  const allowed = listOf(value)
  return fitting.filter((method) => allowed.includes(method))
}

function expiryOf(value: FormValue | undefined, createdAt: number): number {
  const expiresAt = integerOf(value, 'expires_at') ?? createdAt + MAX_LIFE_SECONDS
  if (expiresAt < createdAt + MIN_LIFE_SECONDS) {
    throw invalid('The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.', {
      param: 'expires_at',
    })
  }
  if (expiresAt > createdAt + MAX_LIFE_SECONDS) {
    throw invalid('The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.', {
      param: 'expires_at',
    })
  }
  return expiresAt
}

function addressOf(value: FormValue | undefined, param: string): string | undefined {
  const text = textOf(value)
  if (text === undefined) return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw invalid('Not a valid URL', { param, code: 'url_invalid' })
  return text
}

function emailOf(value: FormValue | undefined): string | undefined {
  const email = within(800, value, 'customer_email')
  if (email !== undefined && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) {
    throw invalid(`Invalid email address: ${email}`, { param: 'customer_email', code: 'email_invalid' })
  }
  return email
}

function within(max: number, value: FormValue | undefined, param: string): string | undefined {
  const text = textOf(value)
  if (text !== undefined && text.length > max) throw invalid(`Invalid string: at most ${max} characters`, { param })
  return text
}

function required(param: string): never {
  throw invalid(`Missing required param: ${param}.`, { param, code: 'parameter_missing' })
}
