import type { VNode } from 'preact'
import { DEFAULT_CURRENCY } from '../../kernel/currency.js'
import type { Received, ReceivedFigures } from '../../payments/read-received.js'
import { dateFormat } from '../../web/date-formats.js'
import { capitalized } from '../../web/messages/messages.js'
import { Amount, figureOf } from '../components/amount.js'
import type { Visit } from '../visit.js'
import { homeWords } from './words.js'

const NOTHING = { receivedCentavos: 0, receivedCount: 0, refundedCentavos: 0 }

/** Today, this week, this month. Currencies are never added: each has a row of its own. */
export function Figures({ visit, figures }: { visit: Visit; figures: ReceivedFigures }): VNode {
  const { locale } = visit
  const words = homeWords(locale)
  const { today, week, lastWeekByNow, month } = figures
  const known = [...new Set([...month, ...week, ...lastWeekByNow].map(({ currency }) => currency))]
  const currencies = known.length === 0 ? [DEFAULT_CURRENCY] : known
  const of = (sums: readonly Received[], currency: string): Received =>
    sums.find((one) => one.currency === currency) ?? { currency, ...NOTHING }
  return (
    <div class="stack near">
      {currencies.map((currency) => {
        const money = (centavos: number): string => figureOf(locale, centavos, currency)
        return (
          <dl class="card full figures">
            <Figure
              visit={visit}
              label={words.receivedToday}
              sum={of(today, currency)}
              about={words.payments(of(today, currency).receivedCount)}
            />
            <Figure
              visit={visit}
              label={words.thisWeek}
              sum={of(week, currency)}
              about={words.lastWeek(money(of(lastWeekByNow, currency).receivedCentavos))}
            />
            <Figure
              visit={visit}
              label={monthName(visit, figures.day)}
              sum={of(month, currency)}
              about={words.refundedApart(money(of(month, currency).refundedCentavos))}
            />
          </dl>
        )
      })}
    </div>
  )
}

interface FigureParts {
  visit: Visit
  label: string
  sum: Received
  about: string
}

export const Figure = ({ visit, label, sum, about }: FigureParts): VNode => (
  <div>
    <dt class="muted small">{label}</dt>
    <dd>
      <Amount
        locale={visit.locale}
        centavos={sum.receivedCentavos}
        currency={sum.currency}
        isStrong={sum.receivedCentavos > 0}
        size="home"
      />
      <span class="muted tiny">{about}</span>
    </dd>
  </div>
)

/** Of a calendar day as `2026-11-20`. */
const monthName = ({ locale }: Visit, day: string): string =>
  capitalized(dateFormat(locale, { timeZone: 'UTC', month: 'long' }).format(new Date(`${day}T00:00:00Z`)))

/** `Hoy, viernes 20 de noviembre` */
export function todayText({ locale }: Visit, day: string): string {
  const format = dateFormat(locale, { timeZone: 'UTC', weekday: 'long', day: 'numeric', month: 'long' })
  return homeWords(locale).today(format.format(new Date(`${day}T00:00:00Z`)).replace(',', locale === 'en' ? ',' : ''))
}
