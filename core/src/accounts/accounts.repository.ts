import { type Generation, GenerationCache } from '../database/generation.js'
import type { Reader, Tx } from '../database/engine.js'
import { Columns, type RowOf } from '../database/columns.js'
import { Statement } from '../database/statement.js'
import { type AccountSettings, settingsOf } from './account-settings.js'
import type { Account } from './account.js'
import type { Logo } from './logo.js'

type Fields = AccountSettings & Pick<Account, 'id' | 'createdAt'> & Pick<Account['brand'], 'logoType'>

const RENAMED = {
  color: 'brand_color',
  logoType: 'brand_logo_type',
  reminderHours: 'mail_reminder_hours',
  receipts: 'mail_receipts',
  opens: 'mail_opens',
} as const

const ACCOUNT = Columns.of<Fields, typeof RENAMED>(
  {
    id: 'text',
    name: 'text',
    verifiedAt: 'timestamptz',
    suspendedAt: 'timestamptz',
    subscription: 'text',
    color: 'text',
    logoType: 'text',
    supportEmail: 'text',
    supportPhone: 'text',
    locale: 'text',
    timeZone: 'text',
    reminderHours: 'int',
    receipts: 'boolean',
    opens: 'boolean',
    alertsTo: 'text',
    sheetTo: 'text',
    sheetSince: 'timestamptz',
    invoiceDaysAfterMonth: 'int',
    requiresSecondFactor: 'boolean',
    createdAt: 'timestamptz',
  },
  RENAMED,
)

type Row = RowOf<Fields, typeof RENAMED>

const TIME_ZONE = 'select time_zone from accounts where id = ?'
const HOLD_TIME_ZONE = new Statement<{ time_zone: string }>(TIME_ZONE, `${TIME_ZONE} for share`)

export class Accounts {
  private readonly remembered: GenerationCache<Account>

  constructor(
    private readonly reader: Reader,
    private readonly generation: Generation,
  ) {
    this.remembered = new GenerationCache(generation)
  }

  /** `on`: the current transaction, if any. A transaction that holds locks must not wait for a second connection. */
  find(id: string, on: Reader = this.reader): Promise<Account | undefined> {
    return this.remembered.get(id, async () => {
      const row = await on<Row>('accounts')
        .where({ id })
        .first(...ACCOUNT.names)
      return row && toAccount(row)
    })
  }

  async list(on: Reader = this.reader): Promise<Account[]> {
    const rows = await on<Row>('accounts')
      .select(...ACCOUNT.names)
      .orderBy(['created_at', 'id'])
    return rows.map(toAccount)
  }

  async insert(tx: Tx, account: Account): Promise<void> {
    const { id, createdAt } = account
    await tx('accounts').insert(ACCOUNT.toRow({ id, createdAt, ...settingsOf(account) }))
  }

  /** Not for key update: payments and other rows that refer to the account can still be written. */
  async lock(tx: Tx, id: string): Promise<Account | undefined> {
    const row = await tx<Row>('accounts')
      .where({ id })
      .forNoKeyUpdate()
      .first(...ACCOUNT.names)
    return row && toAccount(row)
  }

  /** The time zone, which does not change until the transaction ends. */
  async holdTimeZone(tx: Tx, id: string): Promise<string> {
    const [row] = await HOLD_TIME_ZONE.rows(tx, [id])
    if (!row) throw new Error(`there is no account ${id}`)
    return row.time_zone
  }

  /** Changes only the given settings. `logo`: null removes it. */
  async update(tx: Tx, id: string, settings: Partial<AccountSettings>, logo?: Logo | null): Promise<Account> {
    const picture = logo !== undefined && {
      brand_logo: logo && Buffer.from(logo.bytes),
      brand_logo_type: logo?.type ?? null,
    }
    const [row] = await tx<Row>('accounts')
      .where({ id })
      .update({ ...ACCOUNT.toRow(settings), ...picture })
      .returning(ACCOUNT.names)
    if (!row) throw new Error(`there is no account ${id}`)
    await this.generation.bump(tx)
    return toAccount(row)
  }

  async logo(id: string, on: Reader = this.reader): Promise<Logo | undefined> {
    const row = await on<{ id: string; brand_logo: Uint8Array | null; brand_logo_type: string | null }>('accounts')
      .where({ id })
      .first('brand_logo', 'brand_logo_type')
    return row?.brand_logo && row.brand_logo_type ? { type: row.brand_logo_type, bytes: row.brand_logo } : undefined
  }
}

function toAccount(row: Row): Account {
  const { color, logoType, supportEmail, supportPhone, locale, timeZone, ...others } = ACCOUNT.fromRow(row)
  const { reminderHours, receipts, opens, alertsTo, sheetTo, sheetSince, ...account } = others
  return {
    ...account,
    brand: { color, logoType, supportEmail, supportPhone, locale, timeZone },
    mail: { reminderHours, receipts, opens, alertsTo, sheetTo, sheetSince },
  }
}
