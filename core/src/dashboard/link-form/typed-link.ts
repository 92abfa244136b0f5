import type { PaymentLinkView } from '../../payment-links/payment-link.view.js'
import type { FormFields } from '../read-form.js'
import { localDay, localHour } from '../../kernel/local-day.js'
import { pesosText } from './pesos.js'
import { entriesOf, readEntry, type TypedEntry } from './typed-metadata.js'

export const EXPIRIES = ['none', 'today', '3', '7', 'pick'] as const
export type Expiry = (typeof EXPIRIES)[number]

export interface TypedItem {
  name: string
  quantity: string
  /** In pesos. */
  unitPrice: string
  tax: string
  satProductCode: string
  satUnitCode: string
}

/** The form of a link as it was typed. */
export interface TypedLink {
  title: string
  /** Several items, each with its own name; else title and amount are the only one. */
  isSplit: boolean
  items: readonly TypedItem[]
  currency: string
  customerName: string
  customerEmail: string
  expiry: Expiry
  /** Of `pick`: `2026-11-26` and `20:00` in the account's time zone. */
  expiresOn: string
  expiresTime: string
  /** Providers that are connected, in their usual order. */
  connected: readonly string[]
  /** The same, in the order that was chosen. */
  order: readonly string[]
  /** Those that are offered. */
  chosen: readonly string[]
  invoiceable: boolean
  description: string
  metadata: readonly TypedEntry[]
}

export const MAX_ITEMS = 20
export const MAX_METADATA = 50

/** The codes that most lines of the issuer have. */
export interface UsualCodes {
  productCode: string
  unitCode: string
}

export const emptyItem = ({ productCode, unitCode }: UsualCodes): TypedItem => ({
  ...{ name: '', quantity: '1', unitPrice: '', tax: 'iva_included' },
  satProductCode: productCode,
  satUnitCode: unitCode,
})

/** @param providers those that are connected, in their order */
export const emptyLink = (providers: readonly string[], codes: UsualCodes): TypedLink => ({
  ...{ title: '', isSplit: false, items: [emptyItem(codes)], currency: '', customerName: '', customerEmail: '' },
  ...{ expiry: 'none', expiresOn: '', expiresTime: '', description: '', metadata: [] },
  connected: providers,
  order: providers,
  chosen: providers,
  invoiceable: false,
})

/** What was posted. Fields of the API that the form does not have, such as `expiresAt`, are taken as well. */
export function readTypedLink(fields: FormFields, providers: readonly string[]): TypedLink {
  const text = (name: string): string => fields[name] ?? ''
  const posted = indexes(fields, 'order').map((index) => text(`order[${index}]`))
  const chosen = indexes(fields, 'providers').map((index) => text(`providers[${index}]`))
  const order = posted.length > 0 ? posted : chosen
  const expiry = EXPIRIES.find((known) => known === fields['expiry'])
  return {
    title: text('title'),
    isSplit: text('split') === '1' || 'items[0].name' in fields,
    items: atLeastOne(indexes(fields, 'items').slice(0, MAX_ITEMS + 1)).map((index) => readItem(fields, index)),
    currency: text('currency'),
    customerName: text('customerName'),
    customerEmail: text('customerEmail'),
    expiry: expiry ?? (text('expiresAt') === '' ? 'none' : 'pick'),
    expiresOn: text('expiresOn') || text('expiresAt'),
    expiresTime: text('expiresTime'),
    connected: providers,
    order: [...order, ...providers.filter((provider) => !order.includes(provider))],
    chosen,
    invoiceable: ['on', '1', 'true'].includes(text('invoiceable')),
    description: text('description'),
    metadata: indexes(fields, 'metadata')
      .slice(0, MAX_METADATA + 1)
      .map((index) => readEntry(fields, index)),
  }
}

/** A link that exists, to be edited or duplicated. */
export function typedFrom(link: PaymentLinkView, providers: readonly string[], timeZone: string): TypedLink {
  const [first] = link.items
  const isSingle = link.items.length === 1 && first?.quantity === 1 && first.name === link.title
  const at = link.expiresAt === null ? null : new Date(link.expiresAt)
  return {
    title: link.title,
    isSplit: !isSingle || first.tax !== 'iva_included' || first.satProductCode !== undefined,
    items: link.items.map(({ name, quantity, unitPriceCentavos, tax, satProductCode, satUnitCode }) => ({
      name,
      quantity: String(quantity),
      unitPrice: pesosText(unitPriceCentavos),
      tax: tax ?? 'iva_included',
      satProductCode: satProductCode ?? '',
      satUnitCode: satUnitCode ?? '',
    })),
    currency: link.currency,
    customerName: link.customerName ?? '',
    customerEmail: link.customerEmail ?? '',
    expiry: at ? 'pick' : 'none',
    expiresOn: at ? localDay(at, timeZone) : '',
    expiresTime: at ? localHour(at, timeZone) : '',
    connected: providers,
    order: [...link.providers, ...providers.filter((provider) => !link.providers.includes(provider))],
    chosen: link.providers.length > 0 ? link.providers : providers,
    invoiceable: link.invoiceable,
    description: link.description ?? '',
    metadata: entriesOf(link.metadata),
  }
}

function readItem(fields: FormFields, index: number): TypedItem {
  const text = (name: string): string => fields[`items[${index}].${name}`] ?? ''
  const centavos = text('unitPriceCentavos')
  return {
    name: text('name'),
    quantity: text('quantity') || '1',
    unitPrice: /^\d{1,12}$/.test(centavos) ? pesosText(Number(centavos)) : text('unitPrice') || centavos,
    tax: text('tax') || 'iva_included',
    satProductCode: text('satProductCode'),
    satUnitCode: text('satUnitCode'),
  }
}

/** Of a list: `items[0].name` and `items[2].name` give 0 and 2. */
function indexes(fields: FormFields, list: string): number[] {
  const found = Object.keys(fields).flatMap((name) => {
    const [, of, index = ''] = /^(\w+)\[(\d{1,3})\]/.exec(name) ?? []
    return of === list ? [Number(index)] : []
  })
  return [...new Set(found)].sort((one, other) => one - other)
}

const atLeastOne = (found: number[]): number[] => (found.length > 0 ? found : [0])
