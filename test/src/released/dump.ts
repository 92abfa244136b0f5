/** A database as SQL. */
export interface Dump {
  /** The part of the schema that the rows need. */
  before: string
  rows: string
  /** The rest of it. */
  after: string
}

/** Tables whose rows are left out. */
export const LEFT_OUT: ReadonlySet<string> = new Set([
  // They say where and when a release was recorded.
  'workers',
  'access_lines',
  // What simulators remember, a private key among it.
  'plugin_entries',
  // Derived from others.
  'search_terms',
])
