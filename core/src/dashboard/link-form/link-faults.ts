import type { PageLocale } from '../../kernel/choose-locale.js'
import type { Problem } from '../../kernel/problem.js'
import { TotalOutOfBoundsProblem } from '../../payment-links/total-out-of-bounds.js'
import type { FormFault } from '../../web/form.js'
import { formatMoney } from '../../web/format-money.js'
import { type LinkFault, toLinkFault } from './link-request.js'
import type { TypedLink } from './typed-link.js'
import { type LinkFaultWords, linkFormWords } from './words.js'

type Named = {
  [Name in keyof LinkFaultWords]: LinkFaultWords[Name] extends string ? Name : never
}[keyof LinkFaultWords]

/** By the last part of the field's name. */
const BY_FIELD: Record<string, Named> = {
  title: 'title',
  name: 'itemName',
  quantity: 'quantity',
  unitPrice: 'price',
  tax: 'tax',
  satProductCode: 'satProductCode',
  satUnitCode: 'satUnitCode',
  items: 'items',
  customerName: 'customerName',
  customerEmail: 'customerEmail',
  expiresOn: 'expiryMalformed',
  providers: 'providers',
  invoiceable: 'invoiceable',
  currency: 'currency',
  description: 'description',
  key: 'metadataKey',
  value: 'metadataValue',
  metadata: 'metadata',
}

const BY_CODE: Record<string, Named> = {
  'unitPrice missing': 'priceMissing',
  'unitPrice malformed': 'priceMalformed',
  'expiresOn missing': 'expiryMissing',
  'expiresOn past': 'expiryPast',
  'expiresOn invalid': 'expiryPast',
  'key repeated': 'metadataRepeated',
}

/** The faults of the form alone, in words; one for each field. */
export function faultsShown(locale: PageLocale, faults: readonly LinkFault[]): FormFault[] {
  const shown = new Map<string, FormFault>()
  for (const { name, code } of faults) {
    if (shown.has(name)) continue
    const field = /(\w+)$/.exec(name)?.[1] ?? name
    const key = BY_CODE[`${field} ${code}`] ?? BY_FIELD[field] ?? 'other'
    shown.set(name, { name, text: linkFormWords(locale).faults[key] })
  }
  return [...shown.values()]
}

/** Of a request that was refused; undefined: the problem is not about a field. */
export function faultsOfRefusal(
  locale: PageLocale,
  problem: Problem,
  typed: TypedLink,
  currency: string,
): FormFault[] | undefined {
  const words = linkFormWords(locale).faults
  if (problem instanceof TotalOutOfBoundsProblem) {
    const name = typed.isSplit ? 'items' : 'items[0].unitPrice'
    const amount = (centavos: number): string => {
      const { figure, code } = formatMoney(locale, centavos, currency)
      return `${figure} ${code}`
    }
    const { min, max } = problem.limits
    const { totalCentavos } = problem
    const isBetween = totalCentavos >= min && totalCentavos <= max
    const text = totalCentavos < min ? words.tooLittle(amount(min)) : words.tooMuch(amount(max))
    return [{ name, text: isBetween ? words.items : text }]
  }
  if (problem.code === 'no_active_connection') return [{ name: 'providers', text: words.noConnection }]
  if (problem.code !== 'validation_error' || !problem.errors) return undefined
  return faultsShown(
    locale,
    problem.errors.map((fault) => toLinkFault(fault, typed)),
  )
}
