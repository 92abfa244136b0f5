import { invalid } from './refusal.js'

/** A value of a form-encoded request: text, or a list or object in bracket notation. */
export type FormValue = string | FormObject
export interface FormObject {
  [key: string]: FormValue
}

const MAX_FIELDS = 2000

/** `a[b][0][c]=1` → `{ a: { b: { 0: { c: '1' } } } }`, in objects without a prototype. */
export function parseForm(encoded: URLSearchParams): FormObject {
  const root = emptyObject()
  const entries = [...encoded]
  if (entries.length > MAX_FIELDS) throw invalid('Too many parameters')
  for (const [name, value] of entries) assign(root, pathOf(name), value)
  return root
}

/** The items of a list that was sent as `{ 0: …, 1: … }` or with `[]`, in order. */
export function listOf(value: FormValue | undefined): FormValue[] {
  return value === undefined || typeof value === 'string' ? [] : Object.values(value)
}

export function objectOf(value: FormValue | undefined): FormObject {
  return value === undefined || typeof value === 'string' ? emptyObject() : value
}

export function textOf(value: FormValue | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

export function integerOf(value: FormValue | undefined, param: string): number | undefined {
  const text = textOf(value)
  if (text === undefined) return undefined
  if (!/^-?\d{1,15}$/.test(text))
    throw invalid(`Invalid integer: ${text}`, { param, code: 'parameter_invalid_integer' })
  return Number(text)
}

/** The text values of an object such as metadata. */
export function textsOf(value: FormValue | undefined): Record<string, string> {
  return Object.fromEntries(
    Object.entries(objectOf(value)).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  )
}

function assign(root: FormObject, path: string[], value: string): void {
  let place = root
  for (const key of path.slice(0, -1)) {
    const found = place[key] ?? (place[key] = emptyObject())
    if (typeof found === 'string') throw invalid(`Invalid parameter: ${path.join('.')}`)
    place = found
  }
  const last = path.at(-1)!
  place[last === '' ? String(Object.keys(place).length) : last] = value
}

function pathOf(name: string): string[] {
  const [head = '', ...rest] = name.split('[')
  if (rest.some((part) => !part.endsWith(']')) || rest.length > 8) throw invalid(`Invalid parameter name: ${name}`)
  return [head, ...rest.map((part) => part.slice(0, -1))]
}

function emptyObject(): FormObject {
  return Object.create(null) as FormObject
}
