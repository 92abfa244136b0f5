import { Columns, type RowOf } from '../database/columns.js'
import type { Reader, Tx } from '../database/engine.js'
import type { Generation } from '../database/generation.js'
import { type ActiveUser, isActive, type User } from './user.js'

const USER = Columns.of<User>({
  id: 'text',
  accountId: 'text',
  email: 'text',
  emailKey: 'text',
  name: 'text',
  role: 'text',
  locale: 'text',
  password: 'text',
  passwordChangedAt: 'timestamptz',
  createdAt: 'timestamptz',
  disabledAt: 'timestamptz',
})

type Row = RowOf<User>

export class Users {
  constructor(
    private readonly reader: Reader,
    private readonly generation: Generation,
  ) {}

  async findByEmail(emailKey: string, on: Reader = this.reader): Promise<ActiveUser | undefined> {
    const row = await on<Row>('users')
      .where({ email_key: emailKey })
      .first(...USER.names)
    return activeOf(row)
  }

  /** Removed ones are not found. */
  async find(id: string): Promise<ActiveUser | undefined> {
    const row = await this.reader<Row>('users')
      .where({ id })
      .first(...USER.names)
    return activeOf(row)
  }

  /** Who is in the account, in the order they joined. */
  async list(accountId: string, on: Reader = this.reader): Promise<ActiveUser[]> {
    const rows = await on<Row>('users')
      .where({ account_id: accountId })
      .whereNull('disabled_at')
      .orderBy(['created_at', 'id'])
      .select(...USER.names)
    return rows.map((row) => USER.fromRow(row)).filter(isActive)
  }

  /** Does the account require a second factor? Asked for each time: what was switched on holds at once. */
  async needSecondFactor(accountId: string, on: Reader = this.reader): Promise<boolean> {
    const row = await on<{ id: string; requires_second_factor: boolean | number }>('accounts')
      .where({ id: accountId })
      .first('requires_second_factor')
    return Boolean(row?.requires_second_factor)
  }

  /** Of everyone who is or was in the account. */
  async names(accountId: string): Promise<Pick<User, 'id' | 'name'>[]> {
    return this.reader<Row>('users').where({ account_id: accountId }).select('id', 'name')
  }

  /** Was the installation set up: does it have an owner? */
  async hasOwner(on: Reader = this.reader): Promise<boolean> {
    return (await on<Row>('users').where({ role: 'owner' }).whereNull('disabled_at').first('id')) !== undefined
  }

  /** Locked until the end of the transaction, so that what depends on it is still so when it is stored. */
  async lock(tx: Tx, id: string): Promise<ActiveUser | undefined> {
    const row = await tx<Row>('users')
      .where({ id })
      .forUpdate()
      .first(...USER.names)
    return activeOf(row)
  }

  async insert(tx: Tx, user: User): Promise<void> {
    await tx('users').insert(USER.toRow(user))
  }

  async update(
    tx: Tx,
    id: string,
    changes: Partial<
      Pick<User, 'role' | 'email' | 'password' | 'passwordChangedAt' | 'emailKey' | 'disabledAt' | 'name' | 'locale'>
    >,
  ): Promise<void> {
    await tx('users').where({ id }).update(USER.toRow(changes))
    // What a person connected is worth nothing any more once they lose the role or leave.
    if (changes.role !== undefined || changes.disabledAt !== undefined) await this.generation.bump(tx)
  }
}

function activeOf(row: Row | undefined): ActiveUser | undefined {
  const user = row && USER.fromRow(row)
  return isActive(user) ? user : undefined
}
