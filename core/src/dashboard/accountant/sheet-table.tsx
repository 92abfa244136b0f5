import type { VNode } from 'preact'
import type { ColumnName, SheetColumn } from '../../accounting/sheet-columns.js'
import { netOf, type SheetRow } from '../../accounting/sheet-row.js'
import { type Column, DataTable } from '../../web/data-table.js'
import { Amount, figureOf } from '../components/amount.js'
import { timeFormatOf } from '../time-format.js'
import type { Visit } from '../visit.js'
import { accountantWords } from './words.js'

interface TableParts {
  visit: Visit
  caption: string
  rows: readonly SheetRow[]
  /** Of the whole sheet; the page shows the most important ones. */
  columns: readonly SheetColumn[]
  currency: string
}

/** The rows as the file has them, with the sums of what is shown. */
export function SheetTable({ visit, caption, rows, columns, currency }: TableParts): VNode {
  return (
    <DataTable
      caption={caption}
      columns={columnsOf(visit, columns, rows, currency)}
      rows={rows}
      href={({ paymentId }) => `${visit.base}/payments/${paymentId}`}
      listBelow={66}
    />
  )
}

function columnsOf(
  visit: Visit,
  sheet: readonly SheetColumn[],
  rows: readonly SheetRow[],
  currency: string,
): Column<SheetRow>[] {
  const { locale } = visit
  const words = accountantWords(locale)
  const timeFormat = timeFormatOf(visit)
  const figure = (centavos: number): string => figureOf(locale, centavos, currency)
  const sum = (of: (row: SheetRow) => number): number => rows.reduce((total, row) => total + of(row), 0)
  const named = (name: ColumnName) => sheet.find((column) => column.name === name)
  const text = (name: ColumnName, row: SheetRow): string => String(named(name)?.value(row) ?? '')
  const head = (name: ColumnName): string => named(name)?.head ?? ''
  const hasFees = named('net') !== undefined
  const figureColumn = (name: ColumnName, of: (row: SheetRow) => number): Column<SheetRow> => ({
    head: head(name),
    place: 'figure',
    cell: (row) => figure(of(row)),
    foot: figure(sum(of)),
  })
  const hasExempt = rows.some(({ exemptCentavos }) => exemptCentavos !== 0)
  const last = hasFees ? netOf : ({ grossCentavos }: SheetRow) => grossCentavos
  const strong = (row: SheetRow): boolean => row.kind === 'payment'
  const parts = (of: (pick: (row: SheetRow) => number) => number): string =>
    [
      words.parts(
        figure(of(({ baseCentavos }) => baseCentavos)),
        figure(of(({ ivaCentavos }) => ivaCentavos)),
        figure(of(({ baseCentavos, ivaCentavos }) => baseCentavos + ivaCentavos)),
      ),
      ...(hasExempt ? [words.exempt(figure(of(({ exemptCentavos }) => exemptCentavos)))] : []),
      ...(hasFees ? [words.fee(figure(of(({ feeCentavos }) => feeCentavos)))] : []),
    ].join('; ')
  return [
    {
      head: head('day'),
      place: 'time',
      cell: ({ at }) => <time dateTime={at}>{timeFormat.day.format(new Date(at))}</time>,
    },
    { head: head('kind'), place: 'wide', cell: (row) => text('kind', row) },
    {
      head: words.customerAndConcept,
      place: 'title',
      cell: ({ title }) => title,
      about: (row) => (
        <>
          <span class="narrow-word">{text('kind', row)} · </span>
          {row.customerName ?? row.customerEmail ?? words.noCustomer}
        </>
      ),
      foot: words.sumOfThese(currency),
    },
    {
      head: words.breakdown,
      hidesHead: true,
      place: 'more',
      cell: (row) => <span class="in-list">{parts((pick) => pick(row))}</span>,
      foot: <span class="in-list">{parts(sum)}</span>,
    },
    figureColumn('base', ({ baseCentavos }) => baseCentavos),
    figureColumn('iva', ({ ivaCentavos }) => ivaCentavos),
    ...(hasExempt ? [figureColumn('exempt', ({ exemptCentavos }) => exemptCentavos)] : []),
    ...(hasFees
      ? [
          figureColumn('gross', ({ grossCentavos }) => grossCentavos),
          figureColumn('fee', ({ feeCentavos }) => feeCentavos),
        ]
      : []),
    {
      head: head(hasFees ? 'net' : 'gross'),
      place: 'amount',
      cell: (row) => <Amount locale={locale} centavos={last(row)} currency={currency} isStrong={strong(row)} />,
      foot: <Amount locale={locale} centavos={sum(last)} currency={currency} isStrong />,
    },
    {
      head: head('uuid'),
      place: 'wide',
      cell: ({ invoice }) => (invoice ? <span class="code">{shortUuid(invoice.uuid)}</span> : '–'),
    },
    { head: head('provider'), place: 'status', cell: (row) => text('provider', row) },
  ]
}

/** `41C7…99B2`: the whole one is in the file. */
const shortUuid = (uuid: string): string => `${uuid.slice(0, 4)}…${uuid.slice(-4)}`.toUpperCase()
