/** A value as both engines return it: booleans as 0 and 1, times as ISO 8601 text. */
export type CellValue = string | number | null | Uint8Array

/** A value as Postgres returns it. */
export const cellOf = (value: CellValue | boolean): CellValue => (typeof value === 'boolean' ? Number(value) : value)

/**
 * A row as one line of JSON: an array of its values in the order of `TableShape.columns`, bytes as `{"base64":"…"}`. The
 * same on both engines, so that lines of one can be compared with lines of the other.
 */
export function toLine(values: readonly CellValue[]): string {
  return JSON.stringify(values.map((value) => (value instanceof Uint8Array ? { base64: toBase64(value) } : value)))
}

export function fromLine(line: string): CellValue[] {
  const values = JSON.parse(line) as (Exclude<CellValue, Uint8Array> | { base64: string })[]
  return values.map((value) =>
    typeof value === 'object' && value !== null ? Buffer.from(value.base64, 'base64') : value,
  )
}

const toBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')
