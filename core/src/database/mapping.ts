type Columns<Fields> = { readonly [Field in keyof Fields]-?: string }

/** SQLite returns booleans as numbers. */
type Stored<Value> = Value extends boolean ? boolean | number : Value

type Row<Fields, Names extends Columns<Fields>> = {
  [Field in keyof Fields as Names[Field]]: Stored<Fields[Field]>
}

type BooleanField<Fields> = { [Field in keyof Fields]: Fields[Field] extends boolean ? Field : never }[keyof Fields]

/** Converts the rows of a table: which column stores which field is said once. */
export class Mapping<Fields extends object, Names extends Columns<Fields>> {
  readonly columns: readonly Names[keyof Fields][]
  private readonly pairs: readonly (readonly [field: string, column: string])[]

  constructor(
    names: Names,
    private readonly booleans: readonly BooleanField<Fields>[],
  ) {
    this.pairs = Object.entries<string>(names)
    this.columns = this.pairs.map(([, column]) => column as Names[keyof Fields])
  }

  toFields(row: Row<Fields, Names>): Fields {
    const stored = row as Record<string, unknown>
    const fields: Record<PropertyKey, unknown> = {}
    for (const [field, column] of this.pairs) fields[field] = stored[column]
    for (const field of this.booleans) fields[field] = Boolean(fields[field])
    return fields as Fields
  }

  /** Of the given fields only; values without a column are left out. */
  toRow<Given extends Partial<Fields>>(given: Given): Row<Pick<Fields, keyof Given & keyof Fields>, Names> {
    const fields = given as Record<string, unknown>
    const named = this.pairs.filter(([field]) => field in fields)
    return Object.fromEntries(named.map(([field, column]) => [column, fields[field]])) as never
  }
}

/** The row that a mapping reads. */
export type RowOf<Of> = Of extends { toFields(row: infer Stored): unknown } ? Stored : never

/** `names`: the column of each field. */
export const mapping =
  <Fields extends object>() =>
  <const Names extends Columns<Fields>>(names: Names, booleans: readonly BooleanField<Fields>[] = []) =>
    new Mapping<Fields, Names>(names, booleans)
