import { connect } from '@paylink/core/database/connect'
import { INVENTORY, columnsOf } from '@paylink/core/privacy/inventory'
import { expect } from 'chai'
import { migratedDatabase } from '../support/databases.js'
import { ENGINES } from '../support/engines.js'

const COLUMNS = {
  sqlite: `select made.name as "table", info.name as "column", info.pk as position
           from sqlite_master made, pragma_table_info(made.name) info
           where made.type = 'table' and made.name not like 'sqlite_%'`,
  postgres: `select c.table_name as "table", c.column_name as "column", coalesce(k.ordinal_position, 0) as position
             from information_schema.columns c
             left join information_schema.table_constraints t
               on t.table_schema = c.table_schema and t.table_name = c.table_name and t.constraint_type = 'PRIMARY KEY'
             left join information_schema.key_column_usage k
               on k.constraint_name = t.constraint_name and k.table_schema = c.table_schema
               and k.table_name = c.table_name and k.column_name = c.column_name
             where c.table_schema = 'public'`,
}

interface Column {
  table: string
  column: string
  position: number
}

for (const engine of ENGINES) {
  describe(`the inventory of personal data, on ${engine} (R263)`, () => {
    let columns: Column[]
    before(async () => {
      const database = await migratedDatabase(engine)
      const connected = connect(database.url)
      const answer: any = await connected.reader.raw(COLUMNS[engine])
      columns = engine === 'postgres' ? answer.rows : answer
      await connected.close()
      await database.drop()
    })

    it('says of every column of the schema, and of no other, what it knows about a customer', () => {
      const listed = Object.entries(INVENTORY).flatMap(([table, entry]) =>
        columnsOf(entry).map(([column]) => `${table}.${column}`),
      )
      const stored = columns.map(({ table, column }) => `${table}.${column}`)
      expect(listed.toSorted()).to.deep.equal(stored.toSorted())
    })

    it('finds rows by the primary keys that their tables have', () => {
      for (const [table, { key }] of Object.entries(INVENTORY)) {
        if (key === undefined) continue
        const own = columns.filter((one) => one.table === table && Number(one.position) > 0)
        expect([...key].toSorted(), table).to.deep.equal(own.map(({ column }) => column).toSorted())
      }
    })

    it('gives a reason for everything that stays', () => {
      const silent = Object.entries(INVENTORY).filter(([, { kept, keeping }]) => (kept === undefined) !== !keeping)
      expect(silent).to.deep.equal([])
    })
  })
}
