const USER_ID = 65_534

/** Options of `spawn` for servers that refuse to run as root, such as Postgres and PgBouncer. */
export const UNPRIVILEGED: { uid?: number; gid?: number } =
  process.getuid?.() === 0 ? { uid: USER_ID, gid: USER_ID } : {}
