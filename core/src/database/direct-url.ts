export interface DatabaseUrls {
  databaseUrl: string
  /** Past the connection pooler that `databaseUrl` leads to; null: there is none, or one that keeps sessions. */
  databaseDirectUrl: string | null
}

/** For what needs a session of its own: LISTEN, locks of a session, settings of one, and statements that take long. */
export const directUrlOf = ({ databaseUrl, databaseDirectUrl }: DatabaseUrls): string =>
  databaseDirectUrl ?? databaseUrl
