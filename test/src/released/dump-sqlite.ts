import Database from 'better-sqlite3'
import { type Dump, LEFT_OUT } from './dump.js'

type Sqlite = Database.Database

const at = (url: string): string => url.slice('sqlite:'.length)

/** The schema and the rows as SQL, in an order that depends on nothing else. A trigger must not see the rows come. */
export function dumpSqlite(url: string): Dump {
  const file = new Database(at(url), { readonly: true })
  try {
    const parts = (type: string): { name: string; sql: string }[] =>
      file
        .prepare<[string], { name: string; sql: string }>(
          `select name, sql from sqlite_master where type = ? and sql is not null and name not like 'sqlite_%' order by name`,
        )
        .all(type)
    const tables = parts('table')
    const statements = (found: { sql: string }[]): string => found.map(({ sql }) => `${sql};\n`).join('')
    const rows = tables.flatMap(({ name }) => (LEFT_OUT.has(name) ? [] : insertsOf(file, name)))
    const after = statements([...parts('index'), ...parts('trigger')])
    return { before: statements(tables), rows: rows.join(''), after }
  } finally {
    file.close()
  }
}

function insertsOf(file: Sqlite, table: string): string[] {
  const columns = file
    .prepare<[], { name: string; pk: number }>(`select name, pk from pragma_table_info('${table}')`)
    .all()
  const names = columns.map(({ name }) => name)
  const keys = columns.filter(({ pk }) => pk > 0).map(({ name }) => `"${name}"`)
  const quoted = names.map((name) => `quote("${name}") as "${name}"`).join(', ')
  return file
    .prepare<[], Record<string, string>>(`select ${quoted} from "${table}" order by ${keys.join(', ')}`)
    .all()
    .map((row) => `insert into ${table} (${names.join(', ')}) values (${names.map((name) => row[name]).join(', ')});\n`)
}

/** Into a database that does not exist yet. */
export function loadSqlite(url: string, sql: string): void {
  const file = new Database(at(url))
  try {
    file.pragma('foreign_keys = OFF')
    file.pragma('journal_mode = WAL')
    file.exec(`begin;\n${sql}commit;`)
  } finally {
    file.close()
  }
}
