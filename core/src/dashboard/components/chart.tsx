import type { VNode } from 'preact'
import type { PageLocale } from '../../kernel/choose-locale.js'
import { css } from '../../web/stylesheet.js'
import { figureOf } from './amount.js'
import { componentWords } from './words.js'

export interface ChartSeries {
  /** A provider, or “Recorded by you”. */
  name: string
  /** Centavos received on each day, in the order of `days`. */
  values: readonly number[]
}

interface ChartParts {
  locale: PageLocale
  currency: string
  /** What the chart and its table show. */
  caption: string
  days: readonly string[]
  /** At most three, in the order of stacking. */
  series: readonly ChartSeries[]
}

const HEIGHT = 120
const STEPS = 3
const BAR = 10
const GAP = 2

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** Bars per day, stacked by provider: a drawing that stretches; words stand around it. */
export function BarChart(parts: ChartParts): VNode {
  const { locale, currency, caption, days, series } = parts
  const words = componentWords(locale)
  const step = stepAbove(Math.max(...days.map((_, day) => sum(series.map(({ values }) => values[day] ?? 0)))))
  const money = (centavos: number): string => figureOf(locale, centavos, currency)
  return (
    <figure class="chart" aria-label={caption}>
      <div class="plot">
        <ol class="scale" aria-hidden="true">
          {Array.from({ length: STEPS + 1 }, (_, line) => (
            <li>{shortly(locale, (STEPS - line) * step)}</li>
          ))}
        </ol>
        <Bars days={days.length} series={series} top={step * STEPS} />
        <DayMarks days={days} />
      </div>
      <ul class="legend">
        {series.map(({ name, values }, index) => (
          <li>
            <span class={`swatch data-${index + 1}`} aria-hidden="true" />
            {name} <b>{money(sum(values))}</b>
          </li>
        ))}
        <li class="muted">
          {words.total} <b>{money(sum(series.flatMap(({ values }) => values)))}</b>
        </li>
      </ul>
      <details class="numbers">
        <summary class="see">{words.seeTable}</summary>
        <NumbersTable {...parts} />
      </details>
    </figure>
  )
}

function Bars({ days, series, top }: { days: number; series: readonly ChartSeries[]; top: number }): VNode {
  const heightOf = (centavos: number): number => Math.round((centavos / top) * HEIGHT * 10) / 10
  const upTo = (index: number, day: number): number =>
    sum(series.slice(0, index + 1).map(({ values }) => values[day] ?? 0))
  /** One path for a provider's 90 days, which as rectangles would be half of the page. */
  const barsOf = (index: number): string =>
    Array.from({ length: days }, (_, day) => {
      const height = series[index]?.values[day] ? heightOf(upTo(index, day)) : 0
      return height > 0 ? `M${day * BAR + GAP / 2} 0v${height}h${BAR - GAP}V0` : ''
    }).join('')
  const width = days * BAR
  return (
    <svg viewBox={`0 0 ${width} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      {Array.from({ length: STEPS }, (_, line) => (
        <line class="grid" x1="0" x2={width} y1={(line * HEIGHT) / STEPS} y2={(line * HEIGHT) / STEPS} />
      ))}
      <line class="ground" x1="0" x2={width} y1={HEIGHT} y2={HEIGHT} />
      <g transform={`matrix(1 0 0 -1 0 ${HEIGHT})`}>
        {/* From the ground up: the highest is the one behind. */}
        {series.map((_, index) => <path class={`data-${index + 1}`} d={barsOf(index)} />).reverse()}
      </g>
    </svg>
  )
}

/** About five of the days, under their bars. */
function DayMarks({ days }: { days: readonly string[] }): VNode {
  const every = Math.max(1, Math.round(days.length / 4))
  return (
    <ol class="days" aria-hidden="true">
      {days
        .filter((_, day) => day === days.length - 1 || (day % every === 0 && day + every / 2 < days.length))
        .map((day) => (
          <li>{day}</li>
        ))}
    </ol>
  )
}

function NumbersTable({ locale, currency, caption, days, series }: ChartParts): VNode {
  const words = componentWords(locale)
  const money = (centavos: number): string => figureOf(locale, centavos, currency)
  const row = (values: readonly number[]): VNode[] => [...values, sum(values)].map((value) => <td>{money(value)}</td>)
  return (
    <div class="numbers-table" tabIndex={0} role="region" aria-label={caption}>
      <table>
        <caption class="unseen">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{words.day}</th>
            {series.map(({ name }) => (
              <th scope="col">{name}</th>
            ))}
            <th scope="col">{words.total}</th>
          </tr>
        </thead>
        <tbody>
          {days.map((label, day) => (
            <tr>
              <th scope="row">{label}</th>
              {row(series.map(({ values }) => values[day] ?? 0))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{words.total}</th>
            {row(series.map(({ values }) => sum(values)))}
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

/** The distance of the lines: a round amount of which `STEPS` hold this much. */
function stepAbove(centavos: number): number {
  const least = Math.max(centavos / STEPS, 100)
  const power = 10 ** Math.floor(Math.log10(least))
  return power * ([1, 2, 2.5, 4, 5, 10].find((factor) => factor * power >= least) ?? 10)
}

const FORMATS = {
  'es-MX': new Intl.NumberFormat('es-MX', { maximumFractionDigits: 1 }),
  en: new Intl.NumberFormat('en', { maximumFractionDigits: 1 }),
} as const

/** `$12 k` */
function shortly(locale: PageLocale, centavos: number): string {
  const pesos = centavos / 100
  const [value, unit] = pesos >= 1e6 ? [pesos / 1e6, ' M'] : pesos >= 1000 ? [pesos / 1000, ' k'] : [pesos, '']
  return `$${FORMATS[locale].format(value)}${unit}`
}

export const CHART_STYLES = css`
  .chart .plot {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: 6px 10px;
  }
  .chart .scale {
    display: flex;
    flex-direction: column;
    justify-content: space-between;
    margin-block: -9px;
    color: var(--muted);
    font-size: 0.8125rem;
    line-height: 18px;
    text-align: right;
  }
  .chart .plot svg {
    width: 100%;
    height: 176px;
    overflow: visible;
    stroke: none;
  }
  .chart line {
    stroke: var(--line);
    stroke-width: 1;
    vector-effect: non-scaling-stroke;
  }
  .chart .ground {
    stroke: var(--control);
  }
  .chart path {
    stroke: var(--card);
    stroke-width: 1;
    vector-effect: non-scaling-stroke;
  }
  .data-1 {
    fill: var(--data-1);
    background: var(--data-1);
  }
  .data-2 {
    fill: var(--data-2);
    background: var(--data-2);
  }
  .data-3 {
    fill: var(--data-3);
    background: var(--data-3);
  }
  .chart .days {
    grid-column: 2;
    display: flex;
    justify-content: space-between;
    color: var(--muted);
    font-size: 0.8125rem;
  }
  .legend {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 20px;
    margin-top: 12px;
    font-size: 0.875rem;
  }
  .legend b {
    margin-left: 4px;
    font-weight: 600;
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
  .swatch {
    display: inline-block;
    width: 12px;
    height: 12px;
    margin-right: 8px;
    border-radius: 3px;
    forced-color-adjust: none;
  }
  .numbers {
    margin-top: 12px;
  }
  .numbers summary {
    display: inline-block;
    padding: 4px 0;
    text-decoration: underline;
    text-underline-offset: 3px;
    list-style: none;
    cursor: pointer;
  }
  .numbers summary::-webkit-details-marker {
    display: none;
  }
  .numbers-table {
    margin-top: 8px;
    max-height: 24rem;
    overflow: auto;
  }
  .numbers table {
    width: 100%;
    border-collapse: collapse;
    font-size: 0.875rem;
    font-variant-numeric: tabular-nums;
  }
  .numbers th,
  .numbers td {
    padding: 6px 8px;
    border-bottom: 1px solid var(--line);
    font-weight: 400;
    text-align: right;
    white-space: nowrap;
  }
  .numbers thead th,
  .numbers tfoot * {
    font-weight: 600;
  }
  .numbers th:first-child {
    text-align: left;
  }
`
