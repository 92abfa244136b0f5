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
  /** Of the server and its standbys; null: this user may not ask. */
  cluster: string | null
}

/** @throws OtherDatabaseError */
export async function assertSameDatabase(database: Connected, direct: Connected): Promise<void> {
  const [one, other] = await Promise.all([identityOf(database), identityOf(direct)])
  const isOtherServer = one.cluster !== null && other.cluster !== null && one.cluster !== other.cluster
  if (one.name !== other.name || isOtherServer) throw new OtherDatabaseError(one.name, other.name)
}

/** Where a managed Postgres withholds the function, asking for it would be an error, and the name has to do. */
async function identityOf({ reader }: Connected): Promise<Identity> {
  const mayAsk = "coalesce(has_function_privilege(to_regprocedure('pg_control_system()'), 'execute'), false)"
  const { rows } = await reader.raw<{ rows: [{ name: string; mayAsk: boolean }] }>(
    `select current_database() as name, ${mayAsk} as "mayAsk"`,
  )
  const [{ name, mayAsk: isAllowed }] = rows
  if (!isAllowed) return { name, cluster: null }
  const { rows: asked } = await reader.raw<{ rows: [{ cluster: string }] }>(
    'select system_identifier::text as cluster from pg_control_system()',
  )
  return { name, cluster: asked[0].cluster }
}
