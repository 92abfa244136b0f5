import type { VNode } from 'preact'
import type { SheetView } from '../../accounting/read-sheet.js'
import type { SheetColumn } from '../../accounting/sheet-columns.js'
import { ButtonLink, SubmitButton } from '../../web/button.js'
import { CheckIcon } from '../../web/icons.js'
import type { FormFault } from '../../web/form.js'
import { Notice } from '../../web/notice.js'
import { isConfirmed } from '../../identity/session.js'
import { amountText } from '../components/amount.js'
import { ChooseField } from '../components/fields.js'
import { CalculatorIcon, DownloadMark } from '../components/icons.js'
import { EmptyState } from '../components/menu.js'
import { PageHead } from '../components/page-head.js'
import { Facts } from '../components/timeline.js'
import { monthFilesWords } from '../invoices/month-files.words.js'
import { monthFilesAddress } from '../invoices/paths.js'
import { listAddress } from '../list-address.js'
import { monthsBetween, nameOfMonth } from '../months.js'
import type { Visit } from '../visit.js'
import { MonthlyMail } from './monthly-mail.js'
import { ACCOUNTANT } from './paths.js'
import { SheetTable } from './sheet-table.js'
import { accountantWords } from './words.js'
import type { AccountantWords } from './words.es-mx.js'

/** As many as a person looks back on in a list. */
const MAX_MONTHS = 60

interface PageParts {
  visit: Visit
  /** As `2026-11`. */
  month: string
  current: string
  /** The account's first month. */
  first: string
  /** One for each currency. */
  sheets: readonly SheetView[]
  columnsOf: (hasFees: boolean) => SheetColumn[]
  /** The month of the address exists. */
  isKnown: boolean
  /** There is an invoice, of any month. */
  hasInvoices: boolean
  /** Of the form about the monthly mail. */
  faults: readonly FormFault[]
}

export function AccountantPage(parts: PageParts): VNode {
  const { visit, sheets, isKnown } = parts
  const words = accountantWords(visit.locale)
  return (
    <>
      <PageHead title={words.title} about={words.about} />
      <div class="stack">
        {visit.request.query['saved'] === 'mail' && (
          <Notice tone="good">
            <p>{words.mail.saved}</p>
          </Notice>
        )}
        {!isKnown && (
          <Notice tone="attention">
            <p>{words.wrongMonth}</p>
          </Notice>
        )}
        <MonthChoice {...parts} words={words} />
        {sheets.length === 0 ? (
          <div class="card full">
            <EmptyState icon={CalculatorIcon} title={words.empty} action={<InvoiceFiles {...parts} isAlone />}>
              {words.emptyText}
            </EmptyState>
          </div>
        ) : (
          sheets.map((sheet, index) => <Sheet {...parts} words={words} sheet={sheet} isFirst={index === 0} />)
        )}
        <div class="foot-cards">
          {sheets.map((sheet) => (
            <Balance {...parts} words={words} sheet={sheet} />
          ))}
          <MonthlyMail {...parts} words={words} />
        </div>
      </div>
    </>
  )
}

type Parts = PageParts & { words: AccountantWords }

function MonthChoice({ visit, month, current, first, words }: Parts): VNode {
  const months = monthsBetween(first, current, MAX_MONTHS)
  return (
    <form class="card month-choice" method="get" action={`${visit.base}${ACCOUNTANT}`}>
      <ChooseField form={{ values: {}, faults: [] }} name="month" label={words.month}>
        {months.map((one) => (
          <option value={one} selected={one === month}>
            {one === current ? words.untilToday(nameOfMonth(visit.locale, one)) : nameOfMonth(visit.locale, one)}
          </option>
        ))}
      </ChooseField>
      <SubmitButton>{words.show}</SubmitButton>
    </form>
  )
}

/** Once for all currencies: invoices are in pesos. */
function InvoiceFiles({ visit, month, hasInvoices, isAlone }: PageParts & { isAlone?: boolean }): VNode | null {
  if (!hasInvoices) return null
  const words = monthFilesWords(visit.locale)
  return (
    <ButtonLink icon={DownloadMark} href={monthFilesAddress(visit, month)}>
      {isAlone ? words.alone : words.short}
    </ButtonLink>
  )
}

function Sheet({ sheet, isFirst, ...parts }: Parts & { sheet: SheetView; isFirst: boolean }): VNode {
  const { visit, month, words, columnsOf } = parts
  const { sums, latest } = sheet
  const { currency, hasFees } = sums
  const file = (format: string): string => listAddress(`${visit.base}${ACCOUNTANT}.${format}`, { month, currency })
  return (
    <section class="card full">
      <div class="card-head">
        <div>
          <h2>
            {words.sheet} <span class="muted">{currency}</span>
          </h2>
          <p class="muted tiny">{sheet.isWhole ? words.allRows : words.lastRows(latest.length)}</p>
        </div>
        <div class="row">
          <ButtonLink kind="first" icon={DownloadMark} href={file('xlsx')}>
            {words.excel}
          </ButtonLink>
          <ButtonLink icon={DownloadMark} href={file('csv')}>
            {words.csv}
          </ButtonLink>
          {isFirst && <InvoiceFiles {...parts} />}
        </div>
      </div>
      {!isConfirmed(visit.session, visit.now) && <p class="muted tiny padded">{words.confirmFirst}</p>}
      <SheetTable
        visit={visit}
        caption={words.caption(nameOfMonth(visit.locale, month), currency)}
        rows={latest}
        columns={columnsOf(hasFees)}
        currency={currency}
      />
    </section>
  )
}

function Balance({ visit, words, month, current, sheet: { sums, addsUp } }: Parts & { sheet: SheetView }): VNode {
  const { currency, receivedCentavos, refundedCentavos, feeCentavos, hasFees } = sums
  const text = (centavos: number): string => amountText(visit.locale, centavos, currency)
  const gross = receivedCentavos - refundedCentavos
  return (
    <section class="card balance">
      <h2>
        {words.adds} <span class="muted">{currency}</span>
      </h2>
      <Facts
        locale={visit.locale}
        facts={[
          { label: words.received, value: text(receivedCentavos) },
          { label: words.refunded, value: text(-refundedCentavos) },
          ...(hasFees ? [{ label: words.fees, value: text(-feeCentavos) }] : []),
          { label: words.net, value: <b>{text(hasFees ? gross - feeCentavos : gross)}</b> },
        ]}
      />
      {addsUp === null ? (
        <p class="muted small">{words.long}</p>
      ) : addsUp ? (
        <p class="adds-up small">
          <CheckIcon /> {words.matches}
        </p>
      ) : (
        <Notice tone="wrong">
          <p>{words.differs}</p>
        </Notice>
      )}
      {!hasFees && <p class="muted small">{words.noFees}</p>}
      {month < current && <p class="muted small">{words.late}</p>}
    </section>
  )
}
