import type { Reader } from '../database/engine.js'
import { Statement } from '../database/statement.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import { type AccessLine, isAuthenticated } from './access-line.js'

interface Row extends Omit<AccessLine, 'accountId' | 'keyId' | 'livemode'> {
  account_id: string | null
  key_id: string | null
  livemode: boolean | number | null
  of_caller: boolean | number
}

const TYPES: Record<keyof Row, string> = {
  id: 'text',
  at: 'timestamptz',
  method: 'text',
  path: 'text',
  status: 'integer',
  ms: 'integer',
  of_caller: 'boolean',
  account_id: 'text',
  key_id: 'text',
  livemode: 'boolean',
  problem: 'text',
  refusal: 'text',
  client: 'text',
  protocol: 'text',
}
const COLUMNS = Object.keys(TYPES)

// All lines are one JSON value: with a placeholder per field, each number of lines would need its own statement.
const INSERT = new Statement(
  `insert into access_lines (${COLUMNS.join()})
   select ${COLUMNS.map((name) => `value ->> '${name}'`).join()} from json_each(?) where true
   on conflict (id) do nothing`,
  `insert into access_lines (${COLUMNS.join()})
   select ${COLUMNS.join()} from jsonb_to_recordset(?::jsonb)
     as line (${Object.entries(TYPES)
       .map((entry) => entry.join(' '))
       .join()})
   on conflict (id) do nothing`,
)

const MAX_DELETED_AT_ONCE = 1000

export class AccessLines {
  constructor(
    private readonly reader: Reader,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Lines that are already stored stay as they are. */
  async insert(lines: readonly AccessLine[]): Promise<void> {
    const rows = JSON.stringify(lines.map(toRow))
    await this.unitOfWork.runSingle((on) => INSERT.rows(on, [rows]))
  }

  async find(id: string): Promise<AccessLine | undefined> {
    const row = await this.reader<Row>('access_lines').where({ id }).first()
    return row && toLine(row)
  }

  /** The newest id beyond the `maxKept` newest lines; null: there are no more than that. */
  async newestBeyond(ofCaller: boolean, maxKept: number): Promise<string | null> {
    const lines = this.reader<Row>('access_lines').where({ of_caller: ofCaller })
    const row = await lines.orderBy('id', 'desc').offset(maxKept).first('id')
    return row?.id ?? null
  }

  /** Deletes a batch of the lines up to `id`, oldest first. Returns whether there may be more. */
  async deleteUpTo(ofCaller: boolean, id: string): Promise<boolean> {
    const deleted = await this.unitOfWork.runSingle((on) => {
      const lines = on<Row>('access_lines').where({ of_caller: ofCaller }).where('id', '<=', id)
      return on('access_lines').whereIn('id', lines.orderBy('id').limit(MAX_DELETED_AT_ONCE).select('id')).delete()
    })
    return deleted === MAX_DELETED_AT_ONCE
  }
}

function toRow(line: AccessLine): Row {
  const { accountId, keyId, ...rest } = line
  return { ...rest, account_id: accountId, key_id: keyId, of_caller: isAuthenticated(line) }
}

function toLine({ account_id, key_id, livemode, of_caller: _ofCaller, ...rest }: Row): AccessLine {
  return { ...rest, accountId: account_id, keyId: key_id, livemode: livemode === null ? null : Boolean(livemode) }
}
