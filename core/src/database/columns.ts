import type { Engine } from './engine.js'

type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : Name

/** The columns that are not named like their field. */
type Names<T> = { readonly [Field in keyof T & string]?: string }

type ColumnOf<Field extends string, Renamed> = Field extends keyof Renamed ? Renamed[Field] & string : SnakeCase<Field>

/** SQLite has no booleans; what is not a single value is stored as JSON. */
type Stored<Value> = Value extends boolean ? boolean | number : Value extends object ? string : Value

/** A row as the database returns it: a column for each field, by default the field's name in snake case. */
export type RowOf<T, Renamed = unknown> = {
  [Field in keyof T & string as ColumnOf<Field, Renamed>]: Stored<T[Field]>
}

type TypeOf<Value> = [Value] extends [boolean]
  ? 'boolean'
  : [Value] extends [object | null]
    ? 'json'
    : [Value] extends [number | null]
      ? 'int'
      : 'text' | 'timestamptz'

/** The type of each field's column on Postgres. Fails to compile when a field is missing. */
type ColumnTypes<T> = { [Field in keyof T & string]-?: TypeOf<T[Field]> }

interface Column {
  field: string
  name: string
  type: string
}

const toSnakeCase = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The columns of a table whose rows are the fields of `T`. */
export class Columns<T extends object, const Renamed = Record<never, never>> {
  /** Named columns: on Postgres a prepared `select *` fails once another version has added a column. */
  readonly names: (keyof RowOf<T, Renamed> & string)[]

  private constructor(private readonly columns: readonly Column[]) {
    this.names = columns.map(({ name }) => name as keyof RowOf<T, Renamed> & string)
  }

  static of<T extends object, const Renamed extends Names<T> = Record<never, never>>(
    types: ColumnTypes<T>,
    ...[renamed]: Record<never, never> extends Renamed ? [] : [Renamed]
  ): Columns<T, Renamed> {
    const names: Record<string, string | undefined> = { ...renamed }
    return new Columns(
      Object.entries<string>(types).map(([field, type]) => ({ field, name: names[field] ?? toSnakeCase(field), type })),
    )
  }

  /** Of these fields alone: reading a row takes as long as it has columns. */
  only<Field extends keyof T & string>(...fields: readonly Field[]): Columns<Pick<T, Field>, Renamed> {
    return new Columns(this.columns.filter(({ field }) => (fields as readonly string[]).includes(field)))
  }

  fromRow(row: RowOf<T, Renamed>): T {
    const stored = row as Record<string, unknown>
    const value: Record<string, unknown> = {}
    for (const { field, name, type } of this.columns) value[field] = toField(stored[name], type)
    return value as T
  }

  /** Of the given fields only. */
  toRow<Given extends Partial<T>>(given: Given): RowOf<Pick<T, keyof Given & keyof T>, Renamed> {
    const fields = given as Record<string, unknown>
    const row: Record<string, unknown> = {}
    for (const { field, name, type } of this.columns) if (field in fields) row[name] = toStored(fields[field], type)
    return row as RowOf<Pick<T, keyof Given & keyof T>, Renamed>
  }

  /** The statement that inserts a row, with `values` as its values; `from` may make it conditional. */
  insert(table: string, engine: Engine, from = ''): string {
    // Postgres takes a bare placeholder in a `select` for text.
    const placeholder = ({ type }: Column): string =>
      engine === 'postgres' ? `?::${type === 'json' ? 'text' : type}` : '?'
    return `insert into ${table} (${this.names.join(', ')}) select ${this.columns.map(placeholder).join(', ')} ${from}`
  }

  values(value: T): unknown[] {
    const fields = value as Record<string, unknown>
    return this.columns.map(({ field, type }) => toStored(fields[field], type))
  }
}

function toField(stored: unknown, type: string): unknown {
  if (type === 'boolean') return Boolean(stored)
  return type === 'json' && typeof stored === 'string' ? JSON.parse(stored) : stored
}

const toStored = (value: unknown, type: string): unknown =>
  type === 'json' && value !== null ? JSON.stringify(value) : value
