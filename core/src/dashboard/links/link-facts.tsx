import type { VNode } from 'preact'
import { IVA_PERCENT } from '../../kernel/money.js'
import type { PaymentLinkView } from '../../payment-links/payment-link.view.js'
import { Amount, figureOf } from '../components/amount.js'
import { Moment } from '../components/moment.js'
import { type Fact, Facts } from '../components/timeline.js'
import { linkSums } from '../link-form/link-sums.js'
import { timeFormatOf } from '../time-format.js'
import type { Visit } from '../visit.js'
import { linkWords } from './words.js'

interface FactsParts {
  visit: Visit
  link: PaymentLinkView
  nameOf: (provider: string) => string
}

/** Lines, IVA and total, which add up. */
export function Breakdown({ visit, link }: Omit<FactsParts, 'nameOf'>): VNode {
  const words = linkWords(visit.locale).one
  const sums = linkSums(link.items)
  const money = (centavos: number): string => figureOf(visit.locale, centavos, link.currency)
  const isMixed = new Set(link.items.map(({ tax }) => tax)).size > 1
  return (
    <section class="card">
      <h2>{words.breakdown}</h2>
      <dl class="lines">
        {link.items.map(({ name, quantity, unitPriceCentavos, tax = 'iva_included' }) => (
          <div>
            <dt>
              {words.times(name, quantity)}
              {isMixed && <small>{words.taxes[tax]}</small>}
            </dt>
            <dd>{money(quantity * unitPriceCentavos)}</dd>
          </div>
        ))}
        {sums && sums.addedIvaCentavos > 0 && (
          <div class="muted">
            <dt>{words.ivaAdded(IVA_PERCENT)}</dt>
            <dd>{money(sums.addedIvaCentavos)}</dd>
          </div>
        )}
        <div class="total">
          <dt>{words.total}</dt>
          <dd>
            <Amount locale={visit.locale} centavos={link.amountCentavos} currency={link.currency} isStrong />
          </dd>
        </div>
        {sums && sums.includedIvaCentavos > 0 && (
          <div class="muted">
            <dt>{words.ivaIncluded(IVA_PERCENT)}</dt>
            <dd>{money(sums.includedIvaCentavos)}</dd>
          </div>
        )}
      </dl>
    </section>
  )
}

/** Metadata stands before the id. */
export function LinkFacts({ visit, link, nameOf }: FactsParts): VNode {
  const words = linkWords(visit.locale).one
  const fact = (label: string, value: string | null): Fact[] => (value === null ? [] : [{ label, value }])
  const facts: Fact[] = [
    ...fact(words.customer, link.customerName),
    ...fact(words.mail, link.customerEmail),
    { label: words.ways, value: link.providers.map(nameOf).join(', ') || words.anyWay },
    ...fact(words.description, link.description),
    { label: words.invoice, value: link.invoiceable ? words.canRequest : words.cannotRequest },
    { label: words.createdFact, value: <Moment at={link.createdAt} timeFormat={timeFormatOf(visit)} /> },
    ...Object.entries(link.metadata).map(([label, value]) => ({
      label,
      value: <span class="code">{String(value)}</span>,
    })),
    { label: words.id, value: link.id, copy: link.id },
  ]
  return (
    <section class="card">
      <h2>{words.facts}</h2>
      <Facts facts={facts} locale={visit.locale} isSide />
    </section>
  )
}
