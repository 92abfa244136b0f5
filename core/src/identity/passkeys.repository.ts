import { Columns, type RowOf } from '../database/columns.js'
import type { Reader, Tx } from '../database/engine.js'
import type { Passkey } from './passkey.js'

const PASSKEY = Columns.of<Passkey>({
  id: 'text',
  userId: 'text',
  accountId: 'text',
  publicKey: 'text',
  counter: 'int',
  transports: 'json',
  name: 'text',
  createdAt: 'timestamptz',
  lastUsedAt: 'timestamptz',
})

type Row = RowOf<Passkey>

export class Passkeys {
  constructor(private readonly reader: Reader) {}

  async find(id: string): Promise<Passkey | undefined> {
    const row = await this.reader<Row>('passkeys')
      .where({ id })
      .first(...PASSKEY.names)
    return row && toPasskey(row)
  }

  async listOf(userId: string, on: Reader = this.reader): Promise<Passkey[]> {
    const rows = await on<Row>('passkeys')
      .where({ user_id: userId })
      .orderBy(['created_at', 'id'])
      .select(...PASSKEY.names)
    return rows.map(toPasskey)
  }

  /** Whose passkeys they are, of everyone in the account. */
  async ownersIn(accountId: string): Promise<Set<string>> {
    return new Set(await this.reader<Row>('passkeys').where({ account_id: accountId }).pluck<string[]>('user_id'))
  }

  async insert(tx: Tx, passkey: Passkey): Promise<void> {
    await tx('passkeys').insert(PASSKEY.toRow(passkey))
  }

  /** False: it was used meanwhile, or removed. */
  async recordUse(tx: Tx, { id, counter }: Passkey, newCounter: number, at: string): Promise<boolean> {
    const used = await tx<Row>('passkeys').where({ id, counter }).update({ counter: newCounter, last_used_at: at })
    return used > 0
  }

  async rename(tx: Tx, userId: string, id: string, name: string): Promise<boolean> {
    return (await tx<Row>('passkeys').where({ id, user_id: userId }).update({ name })) > 0
  }

  async remove(tx: Tx, userId: string, id: string): Promise<boolean> {
    return (await tx<Row>('passkeys').where({ id, user_id: userId }).delete()) > 0
  }

  async removeAllOf(tx: Tx, userId: string): Promise<void> {
    await tx<Row>('passkeys').where({ user_id: userId }).delete()
  }
}

/** The driver returns a bigint of Postgres as text. */
const toPasskey = (row: Row): Passkey => ({ ...PASSKEY.fromRow(row), counter: Number(row.counter) })
