import type { FieldFault } from '../../kernel/problem.js'
import { fromLocalTime, toLocalTime } from '../../kernel/zoned-time.js'
import { parsePesos } from './pesos.js'
import type { TypedItem, TypedLink } from './typed-link.js'
import { toMetadata } from './typed-metadata.js'

/** `name`: of the field in the form. */
export interface LinkFault {
  name: string
  /** `invalid`: refused by the contract or the use case. */
  code: 'missing' | 'malformed' | 'past' | 'repeated' | 'invalid'
}

/** A request for the API's operation, and what the form alone can see is wrong with it. */
export interface LinkRequest {
  body: Record<string, unknown>
  faults: LinkFault[]
}

/** The body of `create_payment_link`. */
export function toCreateRequest(typed: TypedLink, timeZone: string, now: Date): LinkRequest {
  const items = typed.items.map((item, index) => toItem(typed, item, index))
  const shared = toUpdateRequest(typed, timeZone, now)
  const { title, ...rest } = shared.body
  const given = Object.entries(rest).filter(([, value]) => value !== null)
  const body = {
    title,
    ...Object.fromEntries(given),
    items: items.map((item) => item.body),
    ...(typed.currency !== '' && { currency: typed.currency }),
  }
  return { body, faults: [...shared.faults, ...items.flatMap((item) => item.faults)] }
}

/** The body of `update_payment_link`: all that can still be changed, null where it was emptied. */
export function toUpdateRequest(typed: TypedLink, timeZone: string, now: Date): LinkRequest {
  const { title, customerName, customerEmail, description, invoiceable } = typed
  const orNull = (text: string): string | null => text.trim() || null
  const expiry = toExpiry(typed, timeZone, now)
  const metadata = toMetadata(typed.metadata)
  const { connected, chosen } = typed
  const isEvery = connected.length === chosen.length && connected.every((provider, index) => chosen[index] === provider)
  return {
    body: {
      title: title.trim(),
      description: orNull(description),
      customerName: orNull(customerName),
      customerEmail: orNull(customerEmail),
      expiresAt: expiry.expiresAt,
      metadata: metadata.entries,
      // Every provider in its usual order is what an empty list means, also for those connected later.
      providers: isEvery ? [] : chosen,
      invoiceable,
    },
    faults: [
      ...(title.trim() === '' ? [{ name: 'title', code: 'missing' } as const] : []),
      ...expiry.faults,
      ...metadata.faults,
    ],
  }
}

function toItem({ title, isSplit }: TypedLink, item: TypedItem, index: number): LinkRequest {
  const at = (field: string): string => `items[${index}].${field}`
  const price = parsePesos(item.unitPrice)
  const faults: LinkFault[] = []
  if (isSplit && item.name.trim() === '') faults.push({ name: at('name'), code: 'missing' })
  if (price === undefined) {
    faults.push({ name: at('unitPrice'), code: item.unitPrice.trim() === '' ? 'missing' : 'malformed' })
  }
  if (!/^\d{1,3}$/.test(item.quantity.trim())) faults.push({ name: at('quantity'), code: 'malformed' })
  return {
    faults,
    body: {
      name: (isSplit ? item.name : title).trim(),
      quantity: Number(item.quantity),
      unitPriceCentavos: price ?? 0,
      tax: item.tax,
      ...codeOf('satProductCode', item.satProductCode),
      ...codeOf('satUnitCode', item.satUnitCode),
    },
  }
}

/** Suggestions are chosen with their description: `90101800 · Banquetes`. */
function codeOf(name: string, text: string): Record<string, string> {
  const [code = ''] = text.trim().toUpperCase().split(/[\s·]/, 1)
  return code === '' ? {} : { [name]: code }
}

function toExpiry(typed: TypedLink, timeZone: string, now: Date): { expiresAt: string | null; faults: LinkFault[] } {
  const { expiry, expiresOn, expiresTime } = typed
  if (expiry === 'none') return { expiresAt: null, faults: [] }
  const at = expiry === 'pick' ? pickedTime(timeZone, expiresOn, expiresTime) : endOfDay(timeZone, now, expiry)
  if (at === null) {
    const isEmpty = expiresOn === ''
    return { expiresAt: null, faults: [{ name: 'expiresOn', code: isEmpty ? 'missing' : 'malformed' }] }
  }
  return { expiresAt: at.toISOString(), faults: at <= now ? [{ name: 'expiresOn', code: 'past' }] : [] }
}

/** The last minute of today, or of the day in so many days. */
function endOfDay(timeZone: string, now: Date, expiry: 'today' | '3' | '7'): Date {
  const { year, month, day } = toLocalTime(timeZone, now)
  return fromLocalTime(timeZone, { year, month, day: day + (Number(expiry) || 0), hour: 23, minute: 59 })
}

/** A day and an hour as they were typed, in the account's time zone; null: not understood. */
export function pickedTime(timeZone: string, date: string, time: string): Date | null {
  const complete = Date.parse(date)
  if (/T.*(Z|[+-]\d\d:\d\d)$/i.test(date)) return Number.isNaN(complete) ? null : new Date(complete)
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(date.trim()) ?? isoOf(date) ?? []
  const [, hour, minute] = /^(\d\d):(\d\d)$/.exec(time.trim() || '23:59') ?? []
  if (day === undefined || minute === undefined) return null
  const local = {
    year: Number(year),
    month: Number(month),
    day: Number(day),
    hour: Number(hour),
    minute: Number(minute),
  }
  const at = fromLocalTime(timeZone, local)
  // A day that does not exist, such as 30 February, carries over to another.
  return toLocalTime(timeZone, at).day === local.day && local.hour < 24 && local.minute < 60 ? at : null
}

/** `26/11/2026`, as it is written where a browser has no calendar. */
function isoOf(date: string): [string, string, string, string] | null {
  const [, day, month, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(date.trim()) ?? []
  return day && month && year ? [date, year, month, day] : null
}

/** The field of the form that a fault of the API's body belongs to. */
export function toLinkFault({ path }: FieldFault, { metadata, isSplit }: TypedLink): LinkFault {
  const code = 'invalid'
  // A single item has the name of the link.
  if (path === 'items[0].name' && !isSplit) return { name: 'title', code }
  if (path === 'expiresAt') return { name: 'expiresOn', code }
  if (path.startsWith('providers')) return { name: 'providers', code }
  const key = /^metadata\.(.*)$/s.exec(path)?.[1]
  const index = metadata.findIndex((entry) => entry.key.trim() === key)
  if (key !== undefined && index >= 0) return { name: `metadata[${index}].value`, code }
  return { name: path.replace('unitPriceCentavos', 'unitPrice'), code }
}
