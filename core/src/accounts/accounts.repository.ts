import type { Generation } from '../database/generation.js'
import { GenerationCache } from '../database/generation.js'
import type { Reader, Tx } from '../database/engine.js'
import { type AccountSettings, settingsOf } from './account-settings.js'
import type { Account, Locale } from './account.js'
import type { Logo } from './logo.js'

interface Row {
  id: string
  name: string
  verified_at: string | null
  suspended_at: string | null
  subscription: Account['subscription']
  brand_color: string | null
  brand_logo_type: string | null
  support_email: string | null
  support_phone: string | null
  locale: Locale
  time_zone: string
  mail_reminder_hours: number | null
  mail_receipts: boolean | number
  mail_opens: boolean | number
  alerts_to: string | null
  invoice_days_after_month: number
  created_at: string
}

const COLUMNS = [
  'id',
  'name',
  'verified_at',
  'suspended_at',
  'subscription',
  'brand_color',
  'brand_logo_type',
  'support_email',
  'support_phone',
  'locale',
  'time_zone',
  'mail_reminder_hours',
  'mail_receipts',
  'mail_opens',
  'alerts_to',
  'invoice_days_after_month',
  'created_at',
] as const

const SETTING_COLUMNS: Record<keyof AccountSettings, keyof Row> = {
  name: 'name',
  verifiedAt: 'verified_at',
  suspendedAt: 'suspended_at',
  subscription: 'subscription',
  color: 'brand_color',
  supportEmail: 'support_email',
  supportPhone: 'support_phone',
  locale: 'locale',
  timeZone: 'time_zone',
  reminderHours: 'mail_reminder_hours',
  receipts: 'mail_receipts',
  opens: 'mail_opens',
  alertsTo: 'alerts_to',
  invoiceDaysAfterMonth: 'invoice_days_after_month',
}

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
        .first(...COLUMNS)
      return row && toAccount(row)
    })
  }

  async list(): Promise<Account[]> {
    const rows = await this.reader<Row>('accounts')
      .select(...COLUMNS)
      .orderBy(['created_at', 'id'])
    return rows.map(toAccount)
  }

  async insert(tx: Tx, account: Account): Promise<void> {
    const columns = columnsOf(settingsOf(account))
    await tx('accounts').insert({ id: account.id, created_at: account.createdAt, ...columns })
  }

  /** Not for key update: payments and other rows that refer to the account can still be written. */
  async lock(tx: Tx, id: string): Promise<Account | undefined> {
    const row = await tx<Row>('accounts')
      .where({ id })
      .forNoKeyUpdate()
      .first(...COLUMNS)
    return row && toAccount(row)
  }

  /** Changes only the given settings. */
  async update(tx: Tx, id: string, settings: Partial<AccountSettings>, logo: Logo | null = null): Promise<Account> {
    const picture = logo && { brand_logo: Buffer.from(logo.bytes), brand_logo_type: logo.type }
    const [row] = await tx<Row>('accounts')
      .where({ id })
      .update({ ...columnsOf(settings), ...picture })
      .returning(COLUMNS)
    if (!row) throw new Error(`there is no account ${id}`)
    await this.generation.bump(tx)
    return toAccount(row)
  }

  async logo(id: string): Promise<Logo | undefined> {
    const row = await this.reader<{ id: string; brand_logo: Uint8Array | null; brand_logo_type: string | null }>(
      'accounts',
    )
      .where({ id })
      .first('brand_logo', 'brand_logo_type')
    return row?.brand_logo && row.brand_logo_type ? { type: row.brand_logo_type, bytes: row.brand_logo } : undefined
  }
}

function toAccount(row: Row): Account {
  return {
    id: row.id,
    name: row.name,
    verifiedAt: row.verified_at,
    suspendedAt: row.suspended_at,
    subscription: row.subscription,
    brand: {
      color: row.brand_color,
      logoType: row.brand_logo_type,
      supportEmail: row.support_email,
      supportPhone: row.support_phone,
      locale: row.locale,
      timeZone: row.time_zone,
    },
    mail: {
      reminderHours: row.mail_reminder_hours,
      receipts: Boolean(row.mail_receipts),
      opens: Boolean(row.mail_opens),
      alertsTo: row.alerts_to,
    },
    invoiceDaysAfterMonth: row.invoice_days_after_month,
    createdAt: row.created_at,
  }
}

const columnsOf = (settings: Partial<AccountSettings>): Partial<Row> =>
  Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [SETTING_COLUMNS[name as keyof AccountSettings], value]),
  )
