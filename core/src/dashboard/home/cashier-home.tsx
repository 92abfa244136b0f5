import type { VNode } from 'preact'
import { DEFAULT_CURRENCY } from '../../kernel/currency.js'
import type { PaymentLink } from '../../payment-links/payment-link.js'
import type { ReceivedFigures } from '../../payments/read-received.js'
import { ButtonLink } from '../../web/button.js'
import { DataTable } from '../../web/data-table.js'
import { LinkIcon, PlusIcon } from '../components/icons.js'
import { EmptyState } from '../components/menu.js'
import { PageHead } from '../components/page-head.js'
import { shortLinkColumns } from '../links/short-columns.js'
import type { Visit } from '../visit.js'
import { Figure, todayText } from './figures.js'
import { homeWords } from './words.js'

interface CashierParts {
  visit: Visit
  figures: ReceivedFigures
  links: readonly PaymentLink[]
}

/** A cashier's own day: no totals of the business. */
export function CashierHome({ visit, figures, links }: CashierParts): VNode {
  const { locale, base } = visit
  const words = homeWords(locale)
  const none = { currency: DEFAULT_CURRENCY, receivedCentavos: 0, receivedCount: 0, refundedCentavos: 0 }
  const today = figures.today.length === 0 ? [none] : figures.today
  return (
    <>
      <PageHead title={todayText(visit, figures.day)}>
        <ButtonLink href={`${base}/links/new`} kind="first" icon={PlusIcon}>
          {words.cashier.charge}
        </ButtonLink>
      </PageHead>
      <div class="stack">
        <dl class="card full figures">
          {today.map((sum) => (
            <Figure visit={visit} label={words.receivedTodayOwn} sum={sum} about={words.payments(sum.receivedCount)} />
          ))}
        </dl>
        <section class="card full">
          <div class="card-head">
            <h2>{words.cashier.links}</h2>
          </div>
          {links.length === 0 ? (
            <EmptyState icon={LinkIcon} title={words.cashier.empty}>
              {words.cashier.emptyText}
            </EmptyState>
          ) : (
            <DataTable
              caption={words.cashier.caption}
              columns={shortLinkColumns(visit)}
              rows={links}
              href={({ id }) => `${base}/links/${id}`}
            />
          )}
        </section>
      </div>
    </>
  )
}
