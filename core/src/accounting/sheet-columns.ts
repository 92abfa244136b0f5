import type { PageLocale } from '../kernel/choose-locale.js'
import { localDay, localHour } from '../kernel/local-day.js'
import { capitalized, messagesOf } from '../web/messages/messages.js'
import { netOf, type SheetRow } from './sheet-row.js'
import { sheetWords } from './words.js'
import type { SheetWords } from './words.es-mx.js'

export type ColumnName = keyof SheetWords['heads']

/** A calendar day as `2026-11-20`, a sum of money in whole units, or text. */
export type ColumnType = 'day' | 'money' | 'text'

export interface SheetColumn {
  name: ColumnName
  head: string
  type: ColumnType
  value: (row: SheetRow) => string | number | null
}

interface ColumnContext {
  locale: PageLocale
  timeZone: string
  /** What people call a provider. */
  providerName: (id: string) => string
  /** Without them fee and net are left out. */
  hasFees: boolean
}

/** The columns of a sheet, in their order. Every one of type `money` can be summed. */
export function sheetColumns({ locale, timeZone, providerName, hasFees }: ColumnContext): SheetColumn[] {
  const words = sheetWords(locale)
  const methods = messagesOf(locale).methods.names
  const column = (name: ColumnName, type: ColumnType, value: SheetColumn['value']): SheetColumn => ({
    ...{ name, type, value },
    head: words.heads[name],
  })
  const text = (name: ColumnName, value: (row: SheetRow) => string | null): SheetColumn => column(name, 'text', value)
  const money = (name: ColumnName, centavos: (row: SheetRow) => number): SheetColumn =>
    column(name, 'money', (row) => centavos(row) / 100)
  return [
    column('day', 'day', ({ at }) => localDay(new Date(at), timeZone)),
    text('hour', ({ at }) => localHour(new Date(at), timeZone)),
    text('kind', ({ kind }) => words.kinds[kind]),
    text('title', ({ title }) => title),
    text('customer', ({ customerName }) => customerName),
    text('email', ({ customerEmail }) => customerEmail),
    text('currency', ({ currency }) => currency),
    money('base', ({ baseCentavos }) => baseCentavos),
    money('iva', ({ ivaCentavos }) => ivaCentavos),
    money('exempt', ({ exemptCentavos }) => exemptCentavos),
    money('gross', ({ grossCentavos }) => grossCentavos),
    ...(hasFees ? [money('fee', ({ feeCentavos }) => feeCentavos), money('net', netOf)] : []),
    text('method', ({ method }) => method && capitalized(methods[method])),
    text('provider', ({ provider }) => (provider === 'manual' ? words.byHand : providerName(provider))),
    text('reference', ({ providerRef }) => providerRef),
    text('trackingKey', ({ trackingKey }) => trackingKey),
    text('folio', ({ folio }) => folio),
    text('uuid', ({ invoice }) => invoice && invoice.uuid.toUpperCase()),
    text('invoice', ({ invoice }) => invoice && words.invoiceStates[invoice.status]),
    text('payment', ({ paymentId }) => paymentId),
    text('link', ({ linkId }) => linkId),
    text('recorded', ({ recordedAt }) => {
      const moment = new Date(recordedAt)
      return `${localDay(moment, timeZone)} ${localHour(moment, timeZone)}`
    }),
  ]
}
