import type { VNode } from 'preact'
import type { HistoryEntry, LinkChange } from '../../overview/link-history.js'
import { checkoutEndsAt } from '../../payment-links/payment-link.js'
import { ButtonLink } from '../../web/button.js'
import { formatTime } from '../../web/format-time.js'
import { CheckIcon, DownloadIcon, ReturnedIcon } from '../../web/icons.js'
import { Notice } from '../../web/notice.js'
import { Amount, amountText } from '../components/amount.js'
import { lookOf } from '../components/status.js'
import { declineText } from '../payments/decline-text.js'
import { paymentWords } from '../payments/words.js'
import { may } from '../visit.js'
import { canOpen } from './link-history.js'
import type { LinkParts } from './link-parts.js'
import { isOpenLink } from './read-own-link.js'
import { SharePanel } from './share-panel.js'
import { linkWords } from './words.js'

type EntryOf<Kind extends LinkChange['kind']> = HistoryEntry & { change: Extract<LinkChange, { kind: Kind }> }

/** The newest entry of a kind. */
const latest = <Kind extends LinkChange['kind']>({ history }: LinkParts, kind: Kind): EntryOf<Kind> | undefined =>
  history.entries.find((entry): entry is EntryOf<Kind> => entry.change.kind === kind)

/** How much, for whom and until when; beside it, how it reaches the customer or that the money arrived. */
export function LinkSummary(parts: LinkParts): VNode {
  const { visit, link } = parts
  const isPaid = link.status === 'paid'
  const beside = isPaid ? (
    <Arrived {...parts} />
  ) : isOpenLink(link) && may(visit, 'links:charge') ? (
    <SharePanel visit={visit} link={link} />
  ) : null
  return (
    <section class={beside ? 'card full summary two' : 'card full summary'}>
      <div>
        <p>
          <Amount
            locale={visit.locale}
            centavos={link.amountCentavos}
            currency={link.currency}
            isStrong={link.status !== 'expired' && link.status !== 'disabled'}
            size="detail"
          />
        </p>
        <p class="muted small">{sentence(parts)}</p>
        <State {...parts} />
      </div>
      {beside && <div>{beside}</div>}
    </section>
  )
}

function sentence(parts: LinkParts): string {
  const { visit, link } = parts
  const words = linkWords(visit.locale).one
  const { locale, account, now } = visit
  const by = (at: string): string => formatTime(locale, account.brand.timeZone, at, now).at
  const who = link.customerName ?? link.customerEmail
  // A name may end with a period of its own, as that of a company.
  const whom = who === null ? [] : [words.forWhom(who.replace(/\.$/, ''))]
  if (link.status === 'paid') {
    const paidAt = latest(parts, 'paid')?.at
    if (paidAt === undefined) return whom.join(' ')
    return who === null ? words.paidOn(by(paidAt)) : words.paidBy(who, by(paidAt))
  }
  if (link.status === 'disabled') return [...whom, words.wasDisabled].join(' ')
  const { expiresAt } = link
  if (expiresAt === null) return [...whom, words.noExpiry].join(' ')
  const lastStart = checkoutEndsAt({ expiresAt })
  const until = link.status === 'expired' || lastStart === null
  return [...whom, until ? words.expired(by(expiresAt)) : words.expires(by(expiresAt), by(lastStart))].join(' ')
}

/** A review that waits, a payment under way, or the newest failure. */
function State(parts: LinkParts): VNode | null {
  const { visit, link, history } = parts
  const words = linkWords(visit.locale).one
  const review = latest(parts, 'review_raised')
  const decided = latest(parts, 'review_decided')
  if (review && (!decided || decided.at < review.at)) {
    return (
      <Notice tone="attention">
        <b>{lookOf('review', review.change.reason)[visit.locale]}.</b>
        {canOpen(visit, 'review') && (
          <p>
            <a href={`${visit.base}/review/${review.change.paymentId}`}>{words.seeReview}</a>
          </p>
        )}
      </Notice>
    )
  }
  if (link.status === 'processing') {
    return (
      <Notice tone="waiting">
        <b>{words.inProgress}</b>
        <p>{may(visit, 'links:manage') ? words.inProgressText : words.inProgressWait}</p>
      </Notice>
    )
  }
  const [newest] = history.entries.filter(({ change }) => change.kind === 'unpaid' || change.kind === 'checkout_opened')
  if (link.status !== 'active' || newest?.change.kind !== 'unpaid' || !newest.change.isDeclined) return null
  const { locale, account, now } = visit
  const reason = declineText(paymentWords(locale), newest.change.decline ?? { code: null, message: null })
  return (
    <Notice tone="wrong">
      <b>{words.declined(formatTime(locale, account.brand.timeZone, newest.at, now).at)}</b>
      <p>{words.declinedText(reason)}</p>
    </Notice>
  )
}

/** What is known of the money of a paid link. */
function Arrived(parts: LinkParts): VNode {
  const { visit, link, nameOf } = parts
  const words = linkWords(visit.locale).one
  const paid = latest(parts, 'paid')?.change
  const refunded = parts.history.entries.reduce(
    (sum, { change }) => sum + (change.kind === 'refunded' ? change.amountCentavos : 0),
    0,
  )
  const isManual = paid?.provider === 'manual'
  const isFull = paid?.amountCentavos === link.amountCentavos
  const came = paid ? amountText(visit.locale, paid.amountCentavos, paid.currency) : ''
  return (
    <div class="arrived">
      <div class="arrived-head">
        {refunded > 0 ? <ReturnedIcon /> : <CheckIcon />}
        <div>
          <h2>
            {refunded > 0
              ? words.refunded(amountText(visit.locale, refunded, link.currency))
              : isFull
                ? words.arrived
                : words.came(came)}
          </h2>
          {paid && (
            <p class="muted small">
              {isManual ? words.recorded : words.arrivedBy(nameOf(paid.provider))}
              {refunded === 0 && ` ${words.notRefunded}`}
            </p>
          )}
        </div>
      </div>
      <div class="row">
        {link.paidPaymentId !== null && canOpen(visit, 'payments') && (
          <ButtonLink href={`${visit.base}/payments/${link.paidPaymentId}`}>{words.seePayment}</ButtonLink>
        )}
        {refunded === 0 && (
          <ButtonLink href={`${link.url}/receipt.pdf`} icon={DownloadIcon} download="">
            {words.receipt}
          </ButtonLink>
        )}
      </div>
    </div>
  )
}
