/**
 * What a column has to do with the merchant's customers.
 *
 * - `plain`: nothing by itself. Ids, amounts, times, states, and what belongs to the merchant or their team.
 * - `secret`: a token, or what only a worker needs. No export contains it.
 * - `cleared`: about a customer; erasing sets it to null.
 * - `emptied`: the same for JSON that may not be null; erasing leaves an empty object.
 * - `redacted`: text or JSON that may name a customer; erasing replaces what names them.
 * - `kept`: about a customer, and stays, for the reason that its table gives.
 */
export type Treatment = 'plain' | 'secret' | 'cleared' | 'emptied' | 'redacted' | 'kept'

export type Row = Readonly<Record<string, unknown>>

interface Keeping {
  /** For the operator, and for the customer whom they answer. */
  reason: string
  /** Null: no day can be named. */
  until(row: Row): string | null
  /** Left out: every row. */
  applies?(row: Row): boolean
}

/** Every column of a table by its treatment, names separated by spaces. A test compares them with the schema. */
export interface TableEntry extends Partial<Record<Treatment, string>> {
  /** Columns of the primary key. Left out where no row is looked up for a customer. */
  key?: readonly string[]
  /** Rows that erasing deletes. `email`: the customer's, in lower case. */
  isDeleted?(row: Row, email: string): boolean
  /** Its rows are about others as well: only the words that name the customer are replaced. */
  isShared?: boolean
  keeping?: Keeping
}
