/** What we use of Knex's own dialect, which its types leave out. */
declare module 'knex/lib/dialects/better-sqlite3/index.js' {
  interface DialectTransaction {
    begin(connection: unknown): Promise<void>
    query(connection: unknown, sql: string): Promise<void>
  }

  interface PreparedStatement {
    reader: boolean
    all(...bindings: unknown[]): unknown[]
    run(...bindings: unknown[]): { lastInsertRowid: number; changes: number }
  }

  interface DialectQuery {
    sql: string
    bindings?: unknown[]
    response?: unknown
    context?: unknown
  }

  export default class Client_BetterSQLite3 {
    constructor(config: unknown)
    readonly config: unknown
    _driver(): unknown
    transaction(...args: unknown[]): DialectTransaction
    _query(connection: unknown, query: DialectQuery): Promise<DialectQuery>
    _formatBindings(bindings: unknown[] | undefined): unknown[]
  }
}

declare module 'knex/lib/dialects/postgres/execution/pg-transaction.js' {
  export default class Transaction_PG {
    constructor(client: unknown, ...args: unknown[])
    readonly isolationLevel: string | undefined
    readonly readOnly: boolean | undefined
    begin(connection: unknown): Promise<void>
    query(connection: unknown, sql: string): Promise<void>
  }
}

declare module 'knex/lib/dialects/postgres/index.js' {
  export interface DialectQuery {
    sql: string
    bindings?: unknown[]
    response?: unknown
  }

  export default class Client_PG {
    constructor(config: unknown)
    readonly config: unknown
    readonly connectionSettings: object
    readonly pool: { acquire(): { promise: Promise<unknown> } } | undefined
    transaction(...args: unknown[]): unknown
    _query(connection: unknown, query: DialectQuery): Promise<DialectQuery>
    _acquireOnlyConnection(): Promise<unknown>
    acquireConnection(): Promise<unknown>
    validateConnection(connection: unknown): boolean
    destroyRawConnection(connection: unknown): Promise<void>
  }
}
