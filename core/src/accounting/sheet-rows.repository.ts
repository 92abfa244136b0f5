import type { Reader } from '../database/engine.js'
import { Statement } from '../database/statement.js'
import type { InvoiceStatus } from '../invoicing/invoice.js'
import type { Scope } from '../kernel/principal.js'
import { folioOf } from '../payments/folio.js'
import { trackingKeyOf } from '../payments/method-detail.js'
import type { SheetPeriod, SheetRow } from './sheet-row.js'

/** How many rows are read at once: few, so that they are garbage before V8 takes them for what lasts and lets the heap grow. */
export const BATCH = 64

/** Where reading goes on: after this row. */
export interface SheetPosition {
  at: string
  paymentId: string
  position: number
}

interface Row {
  kind: SheetRow['kind']
  moved_at: string
  recorded_at: string
  currency: string
  gross_centavos: number | string
  base_centavos: number | string
  iva_centavos: number | string
  exempt_centavos: number | string
  fee_centavos: number | string
  provider: string
  provider_ref: string
  method: SheetRow['method']
  method_detail: string | null
  payment_id: string
  position: number
  link_id: string
  title: string
  customer_name: string | null
  customer_email: string | null
}

interface BalanceRow {
  gross: number | string
  fee: number | string
  kept_gross: number | string
  kept_fee: number | string
}

const UNTIL = 'm.account_id = ? and m.livemode = ? and m.currency = ? and m.moved_at < ? and m.recorded_at <= ?'
const OF_PERIOD = `${UNTIL} and m.moved_at >= ?`
const COLUMNS = `select m.kind, m.moved_at, m.recorded_at, m.currency, m.gross_centavos, m.base_centavos, m.iva_centavos,
    m.exempt_centavos, m.fee_centavos, m.provider, m.payment_id, m.position, p.provider_ref, p.method, p.method_detail,
    p.link_id, p.customer_name, p.customer_email, l.title
  from money_movements m join payments p on p.id = m.payment_id join payment_links l on l.id = p.link_id`
const ROWS = `${COLUMNS} where ${OF_PERIOD}`
const OLDEST_FIRST = 'order by m.moved_at, m.payment_id, m.position'
const NEWEST_FIRST = 'order by m.moved_at desc, m.payment_id desc, m.position desc'

const FIRST = new Statement<Row>(`${ROWS} ${OLDEST_FIRST} limit ${BATCH}`)
/** Without the start of the period, from which SQLite would read again and again instead of from the position. */
const NEXT = new Statement<Row>(
  `${COLUMNS} where ${UNTIL} and (m.moved_at, m.payment_id, m.position) > (?, ?, ?) ${OLDEST_FIRST} limit ${BATCH}`,
)
/** How many rows a page shows. */
export const SHOWN = 20
const LATEST = new Statement<Row>(`${ROWS} ${NEWEST_FIRST} limit ${SHOWN + 1}`)

/** One statement, so that both are of one moment: a payment between two would look like a difference. */
const BALANCE = new Statement<BalanceRow>(
  `select movements.gross, movements.fee, kept.gross as kept_gross, kept.fee as kept_fee
   from (select coalesce(sum(gross_centavos), 0) as gross, coalesce(sum(fee_centavos), 0) as fee from money_movements
       where account_id = ? and livemode = ? and currency = ? and moved_at >= ? and moved_at < ?) as movements,
     (select coalesce(sum(received_centavos - refunded_centavos), 0) as gross, coalesce(sum(-fee_centavos), 0) as fee
       from day_sums
       where account_id = ? and livemode = ? and created_by = '' and currency = ? and day between ? and ?) as kept`,
)

const STAMPED = 'join invoices i on i.payment_id = asked.value where i.uuid is not null order by i.created_at'
/**
 * By payment alone: with account and mode, which a payment shares with its invoices, SQLite reads all of the account's. As one
 * value: with a placeholder for each, every number of them would be a statement that stays prepared.
 */
const INVOICES = new Statement<{ payment_id: string; uuid: string; status: InvoiceStatus }>(
  `select i.payment_id, i.uuid, i.status from json_each(?) as asked cross ${STAMPED}`,
  `select i.payment_id, i.uuid, i.status from json_array_elements_text(?::json) as asked (value) ${STAMPED}`,
)

/** Reads the ledger of a month with what belongs to each movement. */
export class SheetRows {
  constructor(private readonly reader: Reader) {}

  /** Oldest first; fewer than `BATCH`: there are no more. */
  async batch(
    scope: Scope,
    period: SheetPeriod,
    after?: SheetPosition,
  ): Promise<{ rows: SheetRow[]; last: SheetPosition | undefined }> {
    const found = after
      ? await NEXT.rows(this.reader, [...untilOf(scope, period), after.at, after.paymentId, after.position])
      : await FIRST.rows(this.reader, valuesOf(scope, period))
    const last = found.length < BATCH ? undefined : found.at(-1)
    return {
      rows: await this.withInvoices(found),
      last: last && { at: last.moved_at, paymentId: last.payment_id, position: last.position },
    }
  }

  /** The last `SHOWN` rows, in the order of the sheet; `isWhole`: there are no others. */
  async latest(scope: Scope, period: SheetPeriod): Promise<{ rows: SheetRow[]; isWhole: boolean }> {
    const found = await LATEST.rows(this.reader, valuesOf(scope, period))
    const rows = await this.withInvoices(found.slice(0, SHOWN).reverse())
    return { rows, isWhole: found.length <= SHOWN }
  }

  /**
   * Do all rows, gross and fees, add up to the sums that are kept with every payment? It takes as long as rows are many.
   *
   * @param days the first and the last day of the month
   */
  async addUp(scope: Scope, { currency, from, to }: SheetPeriod, days: readonly [string, string]): Promise<boolean> {
    const whose = [scope.accountId, scope.livemode, currency]
    const [found] = await BALANCE.rows(this.reader, [...whose, from, to, ...whose, ...days])
    return Number(found?.gross) === Number(found?.kept_gross) && Number(found?.fee) === Number(found?.kept_fee)
  }

  private async withInvoices(found: readonly Row[]): Promise<SheetRow[]> {
    const invoices = await this.invoicesOf([...new Set(found.map(({ payment_id }) => payment_id))])
    return found.map((row) => toSheetRow(row, invoices.get(row.payment_id) ?? null))
  }

  private async invoicesOf(paymentIds: string[]): Promise<Map<string, NonNullable<SheetRow['invoice']>>> {
    if (paymentIds.length === 0) return new Map()
    const rows = await INVOICES.rows(this.reader, [JSON.stringify(paymentIds)])
    return new Map(rows.map(({ payment_id, uuid, status }) => [payment_id, { uuid, status }]))
  }
}

const untilOf = ({ accountId, livemode }: Scope, { currency, to, recordedUntil }: SheetPeriod): unknown[] => [
  ...[accountId, livemode, currency, to, recordedUntil],
]

const valuesOf = (scope: Scope, period: SheetPeriod): unknown[] => [...untilOf(scope, period), period.from]

const toSheetRow = (row: Row, invoice: SheetRow['invoice']): SheetRow => ({
  kind: row.kind,
  at: row.moved_at,
  recordedAt: row.recorded_at,
  currency: row.currency,
  grossCentavos: Number(row.gross_centavos),
  baseCentavos: Number(row.base_centavos),
  ivaCentavos: Number(row.iva_centavos),
  exemptCentavos: Number(row.exempt_centavos),
  feeCentavos: Number(row.fee_centavos),
  provider: row.provider,
  providerRef: row.provider === 'manual' ? null : row.provider_ref,
  method: row.method,
  trackingKey: trackingKeyOf({ methodDetail: row.method_detail }),
  paymentId: row.payment_id,
  folio: folioOf(row.payment_id),
  linkId: row.link_id,
  title: row.title,
  customerName: row.customer_name,
  customerEmail: row.customer_email,
  invoice,
})
