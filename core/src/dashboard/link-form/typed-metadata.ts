import type { Metadata } from '../../contract/fields.js'
import type { FormFields } from '../read-form.js'

/** An entry of a link's metadata. The API has numbers, true and false beside texts; a form has texts alone. */
export interface TypedEntry {
  key: string
  value: string
  /** Of a link that exists: its value as JSON. It is kept as long as the text is not changed. */
  original?: string
}

export const entriesOf = (metadata: Metadata): TypedEntry[] =>
  Object.entries(metadata).map(([key, value]) => {
    const entry = { key, value: String(value) }
    return entry.value.trim() === value ? entry : { ...entry, original: JSON.stringify(value) }
  })

export function readEntry(fields: FormFields, index: number): TypedEntry {
  const { [`metadata[${index}].key`]: key = '', [`metadata[${index}].value`]: value = '' } = fields
  const original = fields[`metadata[${index}].original`]
  return { key, value, ...(original && { original }) }
}

export interface EntryFault {
  /** Of the field in the form. */
  name: string
  code: 'missing' | 'repeated'
}

/** @returns `entries`: null where none is left */
export function toMetadata(typed: readonly TypedEntry[]): { entries: Metadata | null; faults: EntryFault[] } {
  const faults: EntryFault[] = []
  const entries = new Map<string, Metadata[string]>()
  typed.forEach((entry, index) => {
    const key = entry.key.trim()
    if (key === '' && entry.value.trim() === '') return
    const name = `metadata[${index}].key`
    if (key === '') faults.push({ name, code: 'missing' })
    else if (entries.has(key)) faults.push({ name, code: 'repeated' })
    else entries.set(key, valueOf(entry))
  })
  return { entries: entries.size > 0 ? Object.fromEntries(entries) : null, faults }
}

function valueOf({ value, original }: TypedEntry): Metadata[string] {
  const text = value.trim()
  const before = original === undefined ? undefined : parsed(original)
  const isSame = ['string', 'number', 'boolean'].includes(typeof before) && String(before).trim() === text
  return isSame ? (before as Metadata[string]) : text
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    // Not as this form was sent.
    return undefined
  }
}
