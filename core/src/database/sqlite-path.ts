const SCHEME = 'sqlite:'

/** The file of a database address; null: the database is Postgres. */
export const sqlitePathOf = (databaseUrl: string): string | null =>
  databaseUrl.startsWith(SCHEME) ? databaseUrl.slice(SCHEME.length) : null
