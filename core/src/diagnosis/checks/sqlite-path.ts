import type { Settings } from '@paylink/config'

/** Of the database file; null: the database is Postgres. */
export const sqlitePath = ({ databaseUrl }: Pick<Settings, 'databaseUrl'>): string | null =>
  databaseUrl.startsWith('sqlite:') ? databaseUrl.slice('sqlite:'.length) : null
