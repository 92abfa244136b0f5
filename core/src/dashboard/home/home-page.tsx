import type { VNode } from 'preact'
import { HOUR_MS } from '../../kernel/clock.js'
import type { Attention } from '../../overview/read-attention.js'
import type { PaymentLink } from '../../payment-links/payment-link.js'
import type { ListedPayment } from '../../payments/read-payment-list.js'
import type { ReceivedFigures, ReceivedSeries } from '../../payments/read-received.js'
import { ButtonLink } from '../../web/button.js'
import { DataTable } from '../../web/data-table.js'
import { ClockIcon } from '../../web/icons.js'
import { Amount } from '../components/amount.js'
import { Chip } from '../components/chip.js'
import { PlusIcon } from '../components/icons.js'
import { PageHead } from '../components/page-head.js'
import { paymentColumns } from '../payments/payment-columns.js'
import type { NameOfProvider } from '../payments/payment-names.js'
import { momentText } from '../components/moment.js'
import { timeFormatOf } from '../time-format.js'
import { may, type Visit } from '../visit.js'
import { AttentionPart } from './attention-part.js'
import { type Checklist, ChecklistPart } from './checklist.js'
import { Figures, todayText } from './figures.js'
import { MoneyPart, type Range } from './money-part.js'
import { homeWords } from './words.js'

export interface HomeParts {
  visit: Visit
  figures: ReceivedFigures
  attention: Attention
  series: readonly ReceivedSeries[]
  range: Range
  latest: readonly ListedPayment[]
  expiring: readonly PaymentLink[]
  /** Null: done. */
  checklist: Checklist | null
  nameOf: NameOfProvider
}

const SOON_MS = 48 * HOUR_MS

export function HomePage(parts: HomeParts): VNode {
  const { visit, figures, checklist } = parts
  const words = homeWords(visit.locale)
  return (
    <>
      <PageHead title={todayText(visit, figures.day)}>
        {may(visit, 'links:charge') && (
          <ButtonLink href={`${visit.base}/links/new`} kind="first" icon={PlusIcon}>
            {words.createLink}
          </ButtonLink>
        )}
      </PageHead>
      <div class="stack">
        {checklist && <ChecklistPart visit={visit} checklist={checklist} />}
        <Figures visit={visit} figures={figures} />
        <AttentionPart {...parts} />
        <div class="columns home-columns">
          <div>
            <MoneyPart {...parts} />
          </div>
          <div>
            <ExpiringPart {...parts} />
          </div>
        </div>
        <LatestPart {...parts} />
      </div>
    </>
  )
}

/** The next links to expire. */
function ExpiringPart({ visit, expiring }: HomeParts): VNode {
  const { locale, base } = visit
  const words = homeWords(locale)
  return (
    <section class="card full">
      <div class="card-head">
        <h2>{words.toBePaid}</h2>
        {visit.hasPage('/links') && (
          <a class="see" href={`${base}/links`}>
            {words.seeAll}
          </a>
        )}
      </div>
      {expiring.length === 0 ? (
        <p class="muted small padded">{words.nothingToBePaid}</p>
      ) : (
        <ul class="expiring">
          {expiring.map(({ id, title, amountCentavos, currency, expiresAt }) => (
            <li>
              <p>
                {visit.hasPage('/links/:id') ? <a href={`${base}/links/${id}`}>{title}</a> : <b>{title}</b>}
                <Amount locale={locale} centavos={amountCentavos} currency={currency} isStrong />
              </p>
              {expiresAt !== null && <Expiry visit={visit} at={expiresAt} />}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Expiry({ visit, at }: { visit: Visit; at: string }): VNode {
  const text = homeWords(visit.locale).expires(momentText(timeFormatOf(visit), at))
  const isSoon = Date.parse(at) - visit.now.getTime() < SOON_MS
  return isSoon ? (
    <Chip tone="amber" icon={ClockIcon}>
      {text}
    </Chip>
  ) : (
    <span class="muted tiny">{text}</span>
  )
}

function LatestPart({ visit, latest, nameOf }: HomeParts): VNode {
  const { locale, base } = visit
  const words = homeWords(locale)
  return (
    <section class="card full">
      <div class="card-head">
        <h2>{words.latest}</h2>
        {latest.length > 0 && (
          <a class="see" href={`${base}/payments`}>
            {words.seeAll}
          </a>
        )}
      </div>
      {latest.length === 0 ? (
        <p class="muted small padded">{words.noPayments}</p>
      ) : (
        <DataTable
          caption={words.latest}
          columns={paymentColumns({ timeFormat: timeFormatOf(visit), nameOf })}
          rows={latest}
          href={({ id }) => `${base}/payments/${id}`}
        />
      )}
    </section>
  )
}
