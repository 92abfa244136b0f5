/** The schema is older or newer than this version requires. */
export class SchemaMismatchError extends Error {
  constructor(
    readonly pending: string[],
    readonly unknown: string[],
    isEmpty = false,
  ) {
    const behind = isEmpty ? 'The database is empty.' : `The database is behind this version (${pending.join(', ')}).`
    super(
      unknown.length > 0
        ? `The database is ahead of this version (${unknown.join(', ')}). Start the version that made it, or a newer one.`
        : behind,
    )
    this.name = 'SchemaMismatchError'
  }
}
