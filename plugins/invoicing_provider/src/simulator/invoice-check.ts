import { amountsOf, micros, type Line } from './amounts.js'
import { decimalOf, type JsonObject, listOf, objectOf, oneOf, textOf } from './json-body.js'
import { invalid } from './refusal.js'
import { PAYMENT_FORMS, REGIMES, USES } from './sat-tables.js'

export interface StampRequest {
  paymentForm: string
  use: string
  currency: string
  /** Pesos per unit of the currency. */
  exchange: string
  externalId?: string
  idempotencyKey?: string
  receiver: { name: string; rfc: string; regime: string; zip: string }
  lines: Line[]
}

const RFC = /^[A-Z&Ñ]{3,4}\d{2}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])[A-Z\d]{2}[\dA]$/u
/** No Mexican postal code starts with 00. */
const ZIP = /^(?!00)\d{5}$/
const RATES = new Set(['0', '0.08', '0.16'])

/** @throws Refusal with the path that Facturapi would refuse */
export function parseStampRequest(body: JsonObject): StampRequest {
  if (body['type'] !== undefined && body['type'] !== 'I') throw invalid('type', 'not_allowed', 'is not simulated')
  if (body['payment_method'] !== undefined && body['payment_method'] !== 'PUE') {
    throw invalid('payment_method', 'not_allowed', 'is not simulated')
  }
  const customer = objectOf(body['customer'], 'customer')
  const address = objectOf(customer['address'], 'customer.address')
  const asked: StampRequest = {
    receiver: {
      name: textOf(customer['legal_name'], 'customer.legal_name', { max: 300 }),
      rfc: textOf(customer['tax_id'], 'customer.tax_id', { pattern: RFC }),
      regime: oneOf(customer['tax_system'], 'customer.tax_system', REGIMES),
      zip: textOf(address['zip'], 'customer.address.zip', { pattern: ZIP }),
    },
    use: oneOf(body['use'] ?? 'G01', 'use', USES),
    paymentForm: oneOf(body['payment_form'], 'payment_form', PAYMENT_FORMS),
    currency: textOf(body['currency'] ?? 'MXN', 'currency', { pattern: /^[A-Z]{3}$/ }),
    exchange: positive(body['exchange'] ?? 1, 'exchange'),
    externalId: optionalText(body['external_id'], 'external_id'),
    idempotencyKey: optionalText(body['idempotency_key'], 'idempotency_key'),
    lines: listOf(body['items'], 'items').map((item, index) => lineOf(item, `items[${index}]`)),
  }
  if (amountsOf(asked.lines).total <= 0n) throw invalid('items', 'too_small', 'must come to more than 0')
  return asked
}

function lineOf(item: unknown, path: string): Line {
  const { quantity = 1, product: given, discount } = objectOf(item, path)
  if (discount !== undefined && discount !== 0) throw invalid(`${path}.discount`, 'not_allowed', 'is not simulated')
  const product = objectOf(given, `${path}.product`)
  if (product['tax_included'] !== false) {
    throw invalid(`${path}.product.tax_included`, 'not_allowed', 'is simulated as false only')
  }
  if ((product['taxability'] ?? '02') !== '02') {
    throw invalid(`${path}.product.taxability`, 'not_allowed', 'is simulated as 02 only')
  }
  return {
    description: textOf(product['description'], `${path}.product.description`, { max: 1000 }),
    productKey: textOf(product['product_key'], `${path}.product.product_key`, { pattern: /^\d{8}$/ }),
    unitKey: textOf(product['unit_key'] ?? 'H87', `${path}.product.unit_key`, { pattern: /^[A-Z\d]{1,3}$/ }),
    quantity: positive(quantity, `${path}.quantity`),
    price: positive(product['price'], `${path}.product.price`),
    tax: taxOf(product['taxes'], `${path}.product.taxes`),
  }
}

function taxOf(given: unknown, path: string): Line['tax'] {
  if (given === undefined || given === null) return { rate: '0.16' }
  const [first, ...more] = listOf(given, path)
  if (more.length > 0) throw invalid(path, 'not_allowed', 'is simulated with one tax only')
  const tax = objectOf(first, `${path}[0]`)
  if ((tax['type'] ?? 'IVA') !== 'IVA' || tax['withholding'] === true) {
    throw invalid(`${path}[0].type`, 'not_allowed', 'is simulated as transferred IVA only')
  }
  const rate = decimalOf(tax['rate'], `${path}[0].rate`)
  if (tax['factor'] === 'Exento') return 'exempt'
  if ((tax['factor'] ?? 'Tasa') !== 'Tasa' || !RATES.has(rate)) {
    throw invalid(`${path}[0].rate`, 'invalid_value', 'must be one of [0, 0.08, 0.16]')
  }
  const base = tax['base'] === undefined ? {} : { base: positive(tax['base'], `${path}[0].base`) }
  return { rate, ...base }
}

function positive(value: unknown, path: string): string {
  const decimal = decimalOf(value, path)
  if (micros(decimal) <= 0n) throw invalid(path, 'too_small', 'must be greater than 0')
  return decimal
}

function optionalText(value: unknown, path: string): string | undefined {
  return value === undefined || value === null || value === '' ? undefined : textOf(value, path, { pattern: /./u })
}
