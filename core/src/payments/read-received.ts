import { type Clock, DAY_MS, later } from '../kernel/clock.js'
import { addDays, localDay, startOfDay, startOfMonth, startOfWeek } from '../kernel/local-day.js'
import type { AccountPrincipal } from '../kernel/principal.js'
import type { PaymentSums, Sums, SumsOfDay } from './payment-sums.repository.js'

/** One currency. Refunds are apart: what was received is gross. */
export interface Received {
  currency: string
  receivedCentavos: number
  receivedCount: number
  refundedCentavos: number
}

export interface ReceivedFigures {
  /** The account's calendar day, as `2026-11-20`. */
  day: string
  today: Received[]
  /** Since Monday. */
  week: Received[]
  /** From last week's Monday until this time a week ago, to a quarter of an hour. */
  lastWeekByNow: Received[]
  month: Received[]
}

export interface ReceivedSeries {
  currency: string
  /** Those that received anything, the most first: the order of stacking. */
  providers: { provider: string; receivedCentavos: number; receivedCount: number }[]
  /** Every day of the range, oldest first; by provider, in the order of `providers`. */
  days: { day: string; receivedCentavos: number[]; refundedCentavos: number }[]
  receivedCentavos: number
  refundedCentavos: number
}

const WEEK_MS = 7 * DAY_MS

/** Money received, by the day of payment in the account's time zone, from sums that are kept with every payment. */
export class ReadReceived {
  constructor(
    private readonly sums: PaymentSums,
    private readonly clock: Clock,
  ) {}

  /** `createdBy`: on the links of this user only. */
  async figures(principal: AccountPrincipal, timeZone: string, createdBy?: string): Promise<ReceivedFigures> {
    const now = this.clock.now()
    const day = localDay(now, timeZone)
    const week = startOfWeek(day)
    const month = startOfMonth(day)
    const lastWeek = addDays(week, -7)
    const weekAgo = later(now, -WEEK_MS)
    const weekAgoDay = localDay(weekAgo, timeZone)
    const days = await this.sums.days(principal, month < lastWeek ? month : lastWeek, day, createdBy)
    const partly = await this.sums.between(principal, startOfDay(weekAgoDay, timeZone), weekAgo, createdBy)
    const since = (start: string): Received[] => byCurrency(days.filter((one) => one.day >= start))
    const wholeDays = days.filter((one) => one.day >= lastWeek && one.day < weekAgoDay)
    return {
      day,
      today: since(day),
      week: since(week),
      lastWeekByNow: byCurrency([...wholeDays, ...partly]),
      month: since(month),
    }
  }

  /** Of the last `count` days, today included; the currency that received most first. */
  async series(principal: AccountPrincipal, timeZone: string, count: number): Promise<ReceivedSeries[]> {
    const today = localDay(this.clock.now(), timeZone)
    const range = Array.from({ length: count }, (_, index) => addDays(today, index + 1 - count))
    const found = await this.sums.days(principal, range[0] ?? today, today)
    return byCurrency(found).map(({ currency, receivedCentavos, refundedCentavos }) => {
      const days = found.filter((one) => one.currency === currency)
      const providers = byProvider(days)
      return {
        currency,
        providers,
        days: range.map((day) => toDay(day, days, providers)),
        receivedCentavos,
        refundedCentavos,
      }
    })
  }
}

function toDay(day: string, found: SumsOfDay[], providers: { provider: string }[]): ReceivedSeries['days'][number] {
  const sums = found.filter((one) => one.day === day)
  const of = (provider: string): number => sums.find((one) => one.provider === provider)?.receivedCentavos ?? 0
  return {
    day,
    receivedCentavos: providers.map(({ provider }) => of(provider)),
    refundedCentavos: sums.reduce((total, one) => total + one.refundedCentavos, 0),
  }
}

function byProvider(sums: Sums[]): ReceivedSeries['providers'] {
  const totals = new Map<string, { provider: string; receivedCentavos: number; receivedCount: number }>()
  for (const { provider, receivedCentavos, receivedCount } of sums) {
    const before = totals.get(provider) ?? { provider, receivedCentavos: 0, receivedCount: 0 }
    before.receivedCentavos += receivedCentavos
    before.receivedCount += receivedCount
    totals.set(provider, before)
  }
  return [...totals.values()]
    .filter(({ receivedCount, receivedCentavos }) => receivedCount > 0 || receivedCentavos !== 0)
    .sort((one, other) => other.receivedCentavos - one.receivedCentavos)
}

function byCurrency(sums: Sums[]): Received[] {
  const totals = new Map<string, Received>()
  for (const { currency, receivedCentavos, receivedCount, refundedCentavos } of sums) {
    const before = totals.get(currency) ?? { currency, receivedCentavos: 0, receivedCount: 0, refundedCentavos: 0 }
    before.receivedCentavos += receivedCentavos
    before.receivedCount += receivedCount
    before.refundedCentavos += refundedCentavos
    totals.set(currency, before)
  }
  return [...totals.values()].sort((one, other) => other.receivedCentavos - one.receivedCentavos)
}
