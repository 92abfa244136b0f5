import { checkMonth, dayAfterMonth, momentsOfMonth } from '../kernel/calendar-month.js'
import { type Clock, iso } from '../kernel/clock.js'
import { addDays, localDay } from '../kernel/local-day.js'
import type { AccountPrincipal } from '../kernel/principal.js'
import type { PaymentSums, SumsOfDay } from '../payments/payment-sums.repository.js'
import type { SheetPeriod, SheetRow } from './sheet-row.js'
import type { SheetRows } from './sheet-rows.repository.js'

/** What came in and went out in a month, in one currency, from the sums that are kept with every payment. */
export interface MonthSums {
  currency: string
  receivedCentavos: number
  refundedCentavos: number
  feeCentavos: number
  /**
   * Every provider told what it kept of each payment. Otherwise fee and net are left out of the month's sheet: their
   * sums would look complete.
   */
  hasFees: boolean
  /** About how many rows the sheet has. */
  movements: number
}

export interface SheetView {
  sums: MonthSums
  /** The last rows, in the order of the sheet. */
  latest: SheetRow[]
  /** They are all rows of the sheet. */
  isWhole: boolean
  /** The rows themselves add up to the kept sums; null: there are more than a page may wait for. */
  addsUp: boolean | null
}

/** As many rows as a page may wait for while they are added up. */
const MAX_SUMMED = 10_000

/** The sheet for the accountant: one row per movement of money in a calendar month of the account's time zone. */
export class ReadSheet {
  constructor(
    private readonly sheetRows: SheetRows,
    private readonly sums: PaymentSums,
    private readonly clock: Clock,
  ) {}

  /** The month of this moment there. */
  currentMonth(timeZone: string): string {
    return localDay(this.clock.now(), timeZone).slice(0, 7)
  }

  /** Of each currency that moved, the most received first. @throws Problem `validation_error` on `month` */
  async months(principal: AccountPrincipal, month: string): Promise<MonthSums[]> {
    checkMonth(month)
    const days = await this.sums.days(principal, ...daysOf(month))
    const currencies = [...new Set(days.map(({ currency }) => currency))]
    return currencies
      .map((currency) =>
        toMonthSums(
          currency,
          days.filter((day) => day.currency === currency),
        ),
      )
      .sort((one, other) => other.receivedCentavos - one.receivedCentavos)
  }

  async view(principal: AccountPrincipal, timeZone: string, month: string, sums: MonthSums): Promise<SheetView> {
    const period = this.periodOf(timeZone, month, sums.currency)
    const [latest, addsUp] = await Promise.all([
      this.sheetRows.latest(principal, period),
      sums.movements <= MAX_SUMMED ? this.sheetRows.addUp(principal, period, daysOf(month)) : null,
    ])
    return { sums, latest: latest.rows, isWhole: latest.isWhole, addsUp }
  }

  /** Every row of the month as it is when this is called, in batches: memory does not grow with their number. */
  rows(principal: AccountPrincipal, timeZone: string, month: string, currency: string): AsyncGenerator<SheetRow[]> {
    return this.batchesOf(principal, this.periodOf(timeZone, month, currency))
  }

  private async *batchesOf(principal: AccountPrincipal, period: SheetPeriod): AsyncGenerator<SheetRow[]> {
    let next: Awaited<ReturnType<SheetRows['batch']>>['last']
    do {
      const { rows, last } = await this.sheetRows.batch(principal, period, next)
      yield rows
      next = last
    } while (next)
  }

  private periodOf(timeZone: string, month: string, currency: string): SheetPeriod {
    return { currency, ...momentsOfMonth(month, timeZone), recordedUntil: iso(this.clock.now()) }
  }
}

/** The first and the last. */
const daysOf = (month: string): [string, string] => [`${month}-01`, addDays(dayAfterMonth(month), -1)]

function toMonthSums(currency: string, days: readonly SumsOfDay[]): MonthSums {
  const sum = (of: (day: SumsOfDay) => number): number => days.reduce((total, day) => total + of(day), 0)
  const byProvider = new Map<string, number>()
  for (const { provider, receivedCount, feeCount } of days) {
    byProvider.set(provider, (byProvider.get(provider) ?? 0) + receivedCount - feeCount)
  }
  // What was paid to the merchant directly has no fee.
  byProvider.delete('manual')
  return {
    currency,
    receivedCentavos: sum((day) => day.receivedCentavos),
    refundedCentavos: sum((day) => day.refundedCentavos),
    feeCentavos: sum((day) => day.feeCentavos),
    movements: sum(({ receivedCount, refundedCount, feeCount }) => receivedCount + refundedCount + feeCount),
    hasFees: [...byProvider.values()].every((untold) => untold <= 0),
  }
}
