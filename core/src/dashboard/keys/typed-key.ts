import { isApprovable } from '../../accounts/controls.js'
import type { NewKey } from '../../accounts/new-key.js'
import { DAY_MS, iso, later } from '../../kernel/clock.js'
import { addDays, startOfDay } from '../../kernel/local-day.js'
import { API_SCOPES, type ApiScope, type Controls } from '../../kernel/principal.js'
import type { Problem } from '../../kernel/problem.js'
import { isTimestamp } from '../../kernel/timestamps.js'
import type { FormFault } from '../../web/form.js'
import { textIn } from '../list-address.js'
import type { Visit } from '../visit.js'
import { parsePesos } from '../link-form/pesos.js'
import { KEYS } from './key-parts.js'
import { askField, controlFaults, type ControlName, readTypedControls, valuesOfControls } from './typed-controls.js'
import type { KeysWords } from './words.js'

export const EXPIRIES = ['never', '30', '90', '365', 'date'] as const

type Name = 'name' | 'scopes' | 'rateLimit' | 'expires' | 'day' | ControlName

/** The fields of the form, with what is chosen beforehand. A name has its own box for each scope: see `scopeField`. */
export const typedValues = ({ fields, request }: Pick<Visit, 'fields' | 'request'>): Record<string, string> => ({
  can: 'all',
  expires: 'never',
  ...(Object.keys(fields).length === 0 ? suggestedIn(request.query) : fields),
})

/** What an address suggests for a new key. */
interface SuggestedKey {
  scopes: readonly ApiScope[]
  rateLimit: number
  expires: (typeof EXPIRIES)[number]
  controls?: Controls
}

/** The address of the form of a limited key, below the base: what it may do is chosen beforehand and can be changed. */
export function suggestedAddress({ scopes, rateLimit, expires, controls }: SuggestedKey): string {
  const query = { scopes: scopes.join(' '), rateLimit: String(rateLimit), expires }
  return `${KEYS}/new?${new URLSearchParams({ ...query, ...(controls && queryOf(controls)) })}`
}

function queryOf(controls: Controls): Record<string, string> {
  const { linkLimit, dailyLimit } = valuesOfControls(controls)
  return { linkLimit, dailyLimit, ask: controls.askFirst.join(' ') }
}

/** Whatever is not understood suggests nothing. */
function suggestedIn(query: Visit['request']['query']): Record<string, string> {
  const known = API_SCOPES.filter((scope) => textIn(query, 'scopes').split(' ').includes(scope))
  const rateLimit = textIn(query, 'rateLimit')
  const expires = EXPIRIES.find((expiry) => expiry === query['expires'])
  const money = (['linkLimit', 'dailyLimit'] as const).filter((name) => parsePesos(textIn(query, name)) !== undefined)
  const asks = textIn(query, 'ask').split(' ').filter(isApprovable)
  return {
    ...(known.length > 0 && { can: 'some' }),
    ...Object.fromEntries(known.map((scope) => [scopeField(scope), 'on'])),
    ...(/^\d{1,7}$/.test(rateLimit) && { rateLimit }),
    ...(expires && { expires }),
    ...Object.fromEntries(money.map((name) => [name, textIn(query, name)])),
    ...Object.fromEntries(asks.map((operation) => [askField(operation), 'on'])),
  }
}

export const scopeField = (scope: string): string => `scope.${scope}`

/** What was typed, as the use case takes it; what is wrong before it is asked. */
export function readTypedKey(visit: Visit, words: KeysWords): { input: NewKey } | { faults: FormFault<Name>[] } {
  const typed = typedValues(visit)
  const day = typed['day'] ?? ''
  const expiry = typed['expires'] ?? ''
  if (!(EXPIRIES as readonly string[]).includes(expiry)) {
    return { faults: [{ name: 'expires', text: words.new.faults.expires }] }
  }
  const expiresAt = expiry === 'date' ? endOfDay(visit, day) : afterDays(visit, expiry)
  if (expiresAt === undefined) return { faults: [{ name: 'day', text: words.new.faults.day }] }
  const rate = (typed['rateLimit'] ?? '').trim()
  return {
    input: {
      name: (typed['name'] ?? '').trim(),
      scopes: typed['can'] === 'all' ? null : API_SCOPES.filter((scope) => typed[scopeField(scope)] === 'on'),
      rateLimit: rate === '' ? null : /^\d{1,9}$/.test(rate) ? Number(rate) : NaN,
      expiresAt,
      controls: readTypedControls(typed),
    },
  }
}

/** The faults of a refused key, at the fields of the form. */
export function faultsOf(problem: Problem, visit: Visit, words: KeysWords): FormFault<Name>[] {
  const { faults } = words.new
  const { errors = [] } = problem
  const others = errors.flatMap(({ path }): FormFault<Name>[] => {
    if (path === 'name' || path === 'scopes' || path === 'rateLimit') return [{ name: path, text: faults[path] }]
    if (path !== 'expiresAt') return []
    return typedValues(visit)['expires'] === 'date'
      ? [{ name: 'day', text: faults.day }]
      : [{ name: 'expires', text: faults.expires }]
  })
  return [...others, ...controlFaults(problem, words)]
}

/** Null: never. */
const afterDays = ({ now }: Visit, expiry: string): string | null =>
  expiry === 'never' ? null : iso(later(now, Number(expiry) * DAY_MS))

/** The last moment of a day in the account's zone; undefined: not a day. */
function endOfDay({ account }: Visit, day: string): string | undefined {
  if (!/^20\d\d-/.test(day) || !isTimestamp(`${day}T00:00:00Z`)) return undefined
  return iso(later(startOfDay(addDays(day, 1), account.brand.timeZone), -1))
}
