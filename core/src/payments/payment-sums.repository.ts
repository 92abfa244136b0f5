import type { Accounts } from '../accounts/accounts.repository.js'
import { DaySums } from '../accounts/day-sums.js'
import type { Reader, Tx } from '../database/engine.js'
import { Statement } from '../database/statement.js'
import { localDay } from '../kernel/local-day.js'
import type { Scope } from '../kernel/principal.js'
import type { Movement } from './money-movement.js'

/** What was received and refunded through one provider in one currency. */
export interface Sums {
  provider: string
  currency: string
  receivedCentavos: number
  receivedCount: number
  refundedCentavos: number
  refundedCount: number
  /** What the provider kept. */
  feeCentavos: number
  /** Of how many payments it told its fee. */
  feeCount: number
}

export interface SumsOfDay extends Sums {
  /** In the account's time zone, as `2026-11-20`. */
  day: string
}

interface SumRow {
  provider: string
  currency: string
  received_centavos: number | string
  received_count: number | string
  refunded_centavos: number | string
  refunded_count: number | string
  fee_centavos: number | string
  fee_count: number | string
}

interface KeyedRow extends SumRow {
  account_id: string
  livemode: boolean | number
  created_by: string
  /** Of the quarter-hour sums: when the quarter of an hour starts. */
  starts_at?: string
  day?: string
}

const COUNTED = [
  'received_centavos',
  'received_count',
  'refunded_centavos',
  'refunded_count',
  'fee_centavos',
  'fee_count',
] as const
/** `created_by` of the sums over all links. */
const EVERYONE = ''
const QUARTER_MS = 15 * 60_000
const CHUNK = 100

const SUMS = `provider, currency, ${COUNTED.join(', ')}`
const MINE = 'account_id = ? and livemode = ? and created_by = ?'
const DAYS = new Statement<SumRow & { day: string }>(
  `select day, ${SUMS} from day_sums where ${MINE} and day between ? and ? order by day, provider, currency`,
)
const QUARTERS = new Statement<SumRow>(
  `select ${SUMS} from quarter_hour_sums where ${MINE} and starts_at >= ? and starts_at < ?`,
)

/**
 * Sums kept in the transaction of the payment: by quarter of an hour, which every time zone's days consist of, and by day
 * in the account's zone, which a page reads. Two payments at once add up: each adds to the row, and waits for the other's
 * commit only if both are of one account, provider, currency and day.
 */
export class PaymentSums extends DaySums {
  constructor(
    private readonly reader: Reader,
    private readonly accounts: Accounts,
  ) {
    super()
  }

  /** Always in the same order: the account, quarters, days; each in the order of time. */
  async add(tx: Tx, scope: Scope, createdBy: string | null, movements: readonly Movement[]): Promise<void> {
    if (movements.length === 0) return
    const counted = movements.map((movement) => ({ at: movement.at, change: toChange(movement) }))
    const timeZone = await this.accounts.holdTimeZone(tx, scope.accountId)
    const quarters: KeyedRow[] = []
    const days: KeyedRow[] = []
    for (const owner of createdBy?.startsWith('user:') ? [EVERYONE, createdBy] : [EVERYONE]) {
      for (const { at, change } of counted) {
        const row = { account_id: scope.accountId, livemode: scope.livemode, created_by: owner, ...change }
        quarters.push({ ...row, starts_at: quarterOf(at) })
        days.push({ ...row, day: localDay(new Date(at), timeZone) })
      }
    }
    await addTo(tx, 'quarter_hour_sums', 'starts_at', quarters)
    await addTo(tx, 'day_sums', 'day', days)
  }

  /** Both ends included. `createdBy`: of the links of one user. */
  async days(scope: Scope, from: string, to: string, createdBy = EVERYONE): Promise<SumsOfDay[]> {
    const rows = await DAYS.rows(this.reader, [scope.accountId, scope.livemode, createdBy, from, to])
    return rows.map((row) => ({ day: row.day, ...toSums(row) }))
  }

  /** From one moment to another, to a quarter of an hour. */
  async between(scope: Scope, from: Date, to: Date, createdBy = EVERYONE): Promise<Sums[]> {
    const values = [
      scope.accountId,
      scope.livemode,
      createdBy,
      quarterOf(from.toISOString()),
      quarterOf(to.toISOString()),
    ]
    return (await QUARTERS.rows(this.reader, values)).map(toSums)
  }

  async moveToZone(tx: Tx, accountId: string, timeZone: string): Promise<void> {
    await tx('day_sums').where({ account_id: accountId }).delete()
    const quarters = await tx<KeyedRow>('quarter_hour_sums').where({ account_id: accountId })
    const days = quarters.map(({ starts_at, ...row }) => ({
      ...row,
      day: localDay(new Date(starts_at ?? 0), timeZone),
    }))
    await addTo(tx, 'day_sums', 'day', days)
  }
}

type Counted = Pick<KeyedRow, 'provider' | 'currency' | (typeof COUNTED)[number]>

const RECEIVED = { payment: 1, cancellation: -1, refund: 0, fee: 0 }

/** Gross: what was refunded, and what the provider kept, is counted apart. */
function toChange({ kind, provider, currency, grossCentavos, feeCentavos, feesTold }: Movement): Counted {
  const isRefund = kind === 'refund'
  return {
    provider,
    currency,
    received_centavos: isRefund ? 0 : grossCentavos,
    received_count: RECEIVED[kind],
    refunded_centavos: isRefund ? -grossCentavos : 0,
    refunded_count: isRefund ? 1 : 0,
    fee_centavos: -feeCentavos,
    fee_count: feesTold,
  }
}

const quarterOf = (at: string): string => new Date(Math.floor(Date.parse(at) / QUARTER_MS) * QUARTER_MS).toISOString()

async function addTo(tx: Tx, table: string, period: 'starts_at' | 'day', rows: KeyedRow[]): Promise<void> {
  const merged = [...mergeAlike(rows, period).values()]
  const keys = ['account_id', 'livemode', 'created_by', period, 'provider', 'currency']
  const sums = Object.fromEntries(COUNTED.map((name) => [name, tx.raw(`${table}.${name} + excluded.${name}`)]))
  for (let at = 0; at < merged.length; at += CHUNK) {
    await tx(table)
      .insert(merged.slice(at, at + CHUNK))
      .onConflict(keys)
      .merge(sums)
  }
}

/** In the order of their keys; a statement may not touch a row twice. */
function mergeAlike(rows: KeyedRow[], period: 'starts_at' | 'day'): Map<string, KeyedRow> {
  const byKey = new Map<string, KeyedRow>()
  const keyOf = (row: KeyedRow): string =>
    [row[period], row.livemode, row.created_by, row.provider, row.currency].join(' ')
  for (const row of rows) {
    const key = keyOf(row)
    const before = byKey.get(key)
    if (!before) byKey.set(key, { ...row })
    else for (const name of COUNTED) before[name] = Number(before[name]) + Number(row[name])
  }
  return new Map([...byKey].sort(([one], [other]) => (one < other ? -1 : 1)))
}

const toSums = (row: SumRow): Sums => ({
  provider: row.provider,
  currency: row.currency,
  receivedCentavos: Number(row.received_centavos),
  receivedCount: Number(row.received_count),
  refundedCentavos: Number(row.refunded_centavos),
  refundedCount: Number(row.refunded_count),
  feeCentavos: Number(row.fee_centavos),
  feeCount: Number(row.fee_count),
})
