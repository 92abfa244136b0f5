import type { DatabaseConnection } from './database-connection.js'

/** `PAYLINK_DATABASE_URL` and `PAYLINK_DATABASE_DIRECT_URL` lead to different databases. */
export class OtherDatabaseError extends Error {
  constructor(url: string, direct: string) {
    const names = url === direct ? `databases named ${url} on different servers` : `the databases ${url} and ${direct}`
    super(`PAYLINK_DATABASE_URL and PAYLINK_DATABASE_DIRECT_URL lead to ${names}: set both to the same one.`)
    this.name = 'OtherDatabaseError'
  }
}

type Connected = Pick<DatabaseConnection, 'reader'>

interface Identity {
  name: string
  /** Of the server and its standbys. */
  cluster: string
}

/** @throws OtherDatabaseError */
export async function assertSameDatabase(database: Connected, direct: Connected): Promise<void> {
  const [one, other] = await Promise.all([identityOf(database), identityOf(direct)])
  if (one.name !== other.name || one.cluster !== other.cluster) throw new OtherDatabaseError(one.name, other.name)
}

async function identityOf({ reader }: Connected): Promise<Identity> {
  const { rows } = await reader.raw<{ rows: [Identity] }>(
    'select current_database() as name, (select system_identifier::text from pg_control_system()) as cluster',
  )
  return rows[0]
}
