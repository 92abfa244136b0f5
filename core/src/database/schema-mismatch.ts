/** The schema is older or newer than this version requires. */
export class SchemaMismatchError extends Error {
  constructor(
    readonly pending: string[],
    readonly unknown: string[],
  ) {
    super(
      unknown.length > 0
        ? `The database is ahead of this version (${unknown.join(', ')}). Start the version that made it, or a newer one.`
        : `The database is behind this version (${pending.join(', ')}).`,
    )
    this.name = 'SchemaMismatchError'
  }
}
