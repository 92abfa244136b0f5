import type { VNode } from 'preact'
import type { ReceivedSeries } from '../../payments/read-received.js'
import { dateFormat } from '../../web/date-formats.js'
import { BarChart, type ChartSeries } from '../components/chart.js'
import { componentWords } from '../components/words.js'
import type { NameOfProvider } from '../payments/payment-names.js'
import type { Visit } from '../visit.js'
import { homeWords } from './words.js'

export const RANGES = [7, 30, 90] as const
export type Range = (typeof RANGES)[number]

/** The chart has three colors. */
const MAX_SERIES = 3

interface Parts {
  visit: Visit
  range: Range
  series: readonly ReceivedSeries[]
  nameOf: NameOfProvider
}

/** Money by day and provider, a chart for each currency. */
export function MoneyPart({ visit, range, series, nameOf }: Parts): VNode {
  const { locale, base } = visit
  const words = homeWords(locale)
  const received = series.filter(({ providers }) => providers.length > 0)
  return (
    <section class="card" id="money">
      <div class="card-head">
        <h2>{words.money}</h2>
        <nav class="ranges" aria-label={words.rangeLabel}>
          {RANGES.map((days) => (
            <a href={`${base}?days=${days}#money`} aria-current={days === range ? 'page' : undefined} hx-boost="true">
              {words.ranges[days]}
            </a>
          ))}
        </nav>
      </div>
      {received.length === 0 ? (
        <p class="muted small">{words.nothingReceived(words.ranges[range])}</p>
      ) : (
        received.map((one) => (
          <BarChart
            locale={locale}
            currency={one.currency}
            caption={`${words.chartCaption(words.ranges[range])}, ${one.currency}`}
            days={one.days.map(({ day }, index) => dayLabel(visit, day, index === one.days.length - 1))}
            series={seriesOf(one, nameOf, words.others)}
          />
        ))
      )}
    </section>
  )
}

function seriesOf({ providers, days }: ReceivedSeries, nameOf: NameOfProvider, others: string): ChartSeries[] {
  const all = providers.map(({ provider }, index) => ({
    name: nameOf(provider),
    values: days.map(({ receivedCentavos }) => receivedCentavos[index] ?? 0),
  }))
  if (all.length <= MAX_SERIES) return all
  const rest = all.slice(MAX_SERIES - 1)
  const values = days.map((_, day) => rest.reduce((sum, one) => sum + (one.values[day] ?? 0), 0))
  return [...all.slice(0, MAX_SERIES - 1), { name: others, values }]
}

function dayLabel({ locale }: Visit, day: string, isToday: boolean): string {
  if (isToday) return componentWords(locale).today
  return dateFormat(locale, { timeZone: 'UTC', day: 'numeric', month: 'short' }).format(new Date(`${day}T00:00:00Z`))
}
