import { Columns, type RowOf } from '../database/columns.js'
import type { Reader, Tx } from '../database/engine.js'
import type { BaseUrl } from '../kernel/named.js'
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

/** A row of `instance`: passkeys work at no other host. */
const HOST = 'passkey_host'

export class Passkeys {
  constructor(
    private readonly reader: Reader,
    private readonly baseUrl: BaseUrl,
  ) {}

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
    await tx('instance')
      .insert({ key: HOST, value: new URL(this.baseUrl).hostname })
      .onConflict('key')
      .merge()
  }

  /** The host that the latest passkey was made for; null: unknown, or there is none. */
  async latestHost(): Promise<string | null> {
    const row = await this.reader<{ key: string; value: string }>('instance').where({ key: HOST }).first('value')
    return row?.value ?? null
  }

  /** Of everyone. */
  async count(): Promise<number> {
    const row = await this.reader('passkeys').count({ count: '*' }).first<{ count: number | string }>()
    return Number(row?.count ?? 0)
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
