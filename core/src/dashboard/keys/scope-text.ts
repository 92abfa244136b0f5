import type { PageLocale } from '../../kernel/choose-locale.js'
import type { ApiScope } from '../../kernel/principal.js'
import { keysWords } from './words.js'

const THINGS = ['links', 'payments', 'invoices'] as const
const OTHERS = ['email:send', 'connections:read'] as const

/** What a key can, in words: “Leer y crear enlaces, leer pagos y facturas”. */
export function scopeText(locale: PageLocale, scopes: readonly ApiScope[] | null): string {
  const words = keysWords(locale)
  if (scopes === null) return words.everything
  const can = (scope: ApiScope): boolean => scopes.includes(scope)
  const both = THINGS.filter((thing) => can(`${thing}:read`) && can(`${thing}:write`))
  const read = THINGS.filter((thing) => can(`${thing}:read`) && !can(`${thing}:write`))
  const written = THINGS.filter((thing) => !can(`${thing}:read`) && can(`${thing}:write`))
  const listed = new Intl.ListFormat(locale).format(read.map((thing) => words.things[thing]))
  const text = [
    ...both.map((thing) => words.both[thing]),
    ...(read.length > 0 ? [words.readOnly(listed)] : []),
    ...written.map((thing) => words.one[`${thing}:write`]),
    ...OTHERS.filter(can).map((scope) => words.one[scope]),
  ].join(', ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
