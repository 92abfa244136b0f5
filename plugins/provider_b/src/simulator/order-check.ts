import type { Money, SimulatorContext } from '@paylink/plugin-api'
import { allowedMethods, limitsOf } from '../limits.js'
import { integerOf, listOf, objectOf, textOf, type JsonObject } from './json-body.js'
import type { Placed } from './order-facts.js'
import { orderIdAt } from './order-objects.js'
import { invalid } from './refusal.js'
import { unixNow } from './unix-now.js'

const MIN_LIFE_SECONDS = 5 * 60
const MAX_LIFE_SECONDS = 365 * 86_400
const METHODS = ['card', 'cash', 'bank_transfer']

/** Validates the body of a new order as Conekta does. */
export function validateOrder(body: JsonObject, account: string, sim: SimulatorContext): Placed {
  const createdAt = unixNow(sim)
  const currency = textOf(body['currency'], 'currency', { min: 3, max: 3 })
  const lines = linesOf(body['line_items'])
  const taxes = taxesOf(body['tax_lines'])
  const amount = amountOf(lines, taxes, currency)
  const checkout = objectOf(body['checkout'], 'checkout')
  if (checkout['type'] !== 'HostedPayment') {
    throw invalid('checkout.type', 'inclusion', 'This sandbox knows HostedPayment only.')
  }
  return {
    id: orderIdAt(sim.randomId(24)),
    account,
    createdAt,
    expiresAt: expiryOf(checkout['expires_at'], createdAt),
    amount,
    currency,
    title: textOf(checkout['name'], 'checkout.name', { min: 3 }),
    lines,
    taxes,
    methods: methodsOf(checkout['allowed_payment_methods'], { amount, currency }),
    customer: customerOf(body['customer_info']),
    successUrl: addressOf(checkout['success_url'], 'checkout.success_url'),
    failureUrl: addressOf(checkout['failure_url'], 'checkout.failure_url'),
    metadata: metadataOf(body['metadata']),
  }
}

function linesOf(value: unknown): Placed['lines'] {
  const lines = listOf(value, 'line_items').map((entry, index) => {
    const param = `line_items[${index}]`
    const line = objectOf(entry, param)
    return {
      name: textOf(line['name'], `${param}.name`, { min: 3 }),
      quantity: integerOf(line['quantity'], `${param}.quantity`, { min: 1 }),
      unitPrice: integerOf(line['unit_price'], `${param}.unit_price`),
    }
  })
  if (lines.length === 0) throw invalid('line_items', 'missing', 'At least one line item is required.')
  return lines
}

function taxesOf(value: unknown): Placed['taxes'] {
  return listOf(value, 'tax_lines').map((entry, index) => {
    const param = `tax_lines[${index}]`
    const tax = objectOf(entry, param)
    return {
      description: textOf(tax['description'], `${param}.description`, { min: 3 }),
      amount: integerOf(tax['amount'], `${param}.amount`),
    }
  })
}

function amountOf(lines: Placed['lines'], taxes: Placed['taxes'], currency: string): number {
  const ofLines = lines.reduce((sum, { quantity, unitPrice }) => sum + quantity * unitPrice, 0)
  const amount = taxes.reduce((sum, tax) => sum + tax.amount, ofLines)
  const limits = limitsOf(currency)
  if (!limits) throw invalid('currency', 'inclusion', `The currency ${currency} is not accepted.`)
  if (amount < limits.min) throw invalid('amount', 'minimum', `The amount must be at least ${limits.min} centavos.`)
  if (amount > limits.max) throw invalid('amount', 'maximum', `The amount must be at most ${limits.max} centavos.`)
  return amount
}

function expiryOf(value: unknown, createdAt: number): number {
  const expiresAt = integerOf(value, 'checkout.expires_at', { max: Number.MAX_SAFE_INTEGER })
  if (expiresAt < createdAt + MIN_LIFE_SECONDS || expiresAt > createdAt + MAX_LIFE_SECONDS) {
    throw invalid('checkout.expires_at', 'range', 'The expiry must be from 5 minutes to 365 days from now.')
  }
  return expiresAt
}

/** The requested methods that accept the amount: Conekta's page shows no others. */
function methodsOf(value: unknown, total: Money): string[] {
  const methods = listOf(value, 'checkout.allowed_payment_methods').filter((method) => typeof method === 'string')
  if (methods.length === 0 || methods.some((method) => !METHODS.includes(method))) {
    throw invalid('checkout.allowed_payment_methods', 'inclusion', `The sandbox takes ${METHODS.join(', ')}.`)
  }
  return allowedMethods(total).filter((method) => methods.includes(method))
}

function customerOf(value: unknown): Placed['customer'] {
  const customer = objectOf(value, 'customer_info')
  const email = textOf(customer['email'], 'customer_info.email')
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) {
    throw invalid('customer_info.email', 'format', 'The email is not valid.')
  }
  const phone = textOf(customer['phone'], 'customer_info.phone')
  if (!/^\+?\d{10,15}$/.test(phone)) throw invalid('customer_info.phone', 'format', 'The phone is not valid.')
  return { name: textOf(customer['name'], 'customer_info.name', { min: 3 }), email, phone }
}

function addressOf(value: unknown, param: string): string {
  const text = textOf(value, param, { max: 2000 })
  const protocol = URL.parse(text)?.protocol
  if (protocol !== 'http:' && protocol !== 'https:') throw invalid(param, 'format', 'The URL is not valid.')
  return text
}

function metadataOf(value: unknown): Placed['metadata'] {
  const entries = Object.entries(objectOf(value ?? {}, 'metadata'))
  if (entries.length > 100) throw invalid('metadata', 'too_long', 'At most 100 elements.')
  const kept: Placed['metadata'] = {}
  for (const [key, element] of entries) {
    if (typeof element === 'number' || typeof element === 'boolean') kept[key] = element
    else kept[key] = textOf(element, 'metadata', { min: 0 })
  }
  return kept
}
