import type { VNode } from 'preact'
import { ClockIcon } from '../web/icons.js'
import { CheckoutForm, StartOverForms } from './checkout-form.js'
import { Moment } from './moment.js'
import { amountOf, wordsOf } from './page-words.js'
import type { PageState, PaymentPageView } from './payment-page.view.js'
import { StateBox } from './state-box.js'
import { groupsOf, isClabe, isTransfer, type VoucherView } from './voucher.view.js'

interface VoucherParts {
  view: PaymentPageView
  state: Extract<PageState, { name: 'voucher' }>
}

/** The reference that the payer gives at the store or enters in the bank app, and its deadline. */
export function VoucherReference({ view, state: { voucher } }: VoucherParts): VNode {
  const words = wordsOf(view).voucher
  const { bank, beneficiary, stores } = voucher
  return (
    <>
      <StateBox
        icon={<ClockIcon />}
        tone={voucher.isLapsed ? 'closed' : 'waiting'}
        title={voucher.isLapsed ? words.lapsedTitle : words.title}
        text={voucher.isLapsed ? <Lapsed view={view} at={voucher.expiresAt} /> : howTo(view, voucher)}
      />
      <dl class={voucher.isLapsed ? 'reference lapsed' : 'reference'}>
        <div class="wide">
          <dt>{isClabe(voucher.reference) && isTransfer(voucher) ? words.clabe : words.reference}</dt>
          <dd class="number">
            <Grouped reference={voucher.reference} />
          </dd>
        </div>
        {bank !== null && <Fact name={words.bank} value={bank} />}
        {beneficiary !== null && <Fact name={words.beneficiary} value={beneficiary} />}
        {stores.length > 0 && <Fact name={words.stores} value={stores.join(', ')} />}
        <Fact name={words.exactly} value={amountOf(view)} />
        {voucher.expiresAt !== null && !voucher.isLapsed && (
          <div class="wide">
            <dt>{words.deadline}</dt>
            <dd>
              <b>
                <Moment view={view} at={voucher.expiresAt} form="by" />
              </b>
            </dd>
          </div>
        )}
      </dl>
      {voucher.instructionsUrl !== null && !voucher.isLapsed && (
        <p class="small">
          <a href={voucher.instructionsUrl} rel="noreferrer">
            {words.instructions}
          </a>
        </p>
      )}
    </>
  )
}

/** On the page of the link: back to the provider's page, or another way of paying instead of this voucher. */
export function VoucherChoices({ view, state: { way, voucher, startOver } }: VoucherParts): VNode {
  const words = wordsOf(view).voucher
  const { isLapsed } = voucher
  const isReplaced = isLapsed && startOver.length > 0
  return (
    <>
      {!isReplaced && (
        <CheckoutForm
          view={view}
          provider={way.provider}
          label={isLapsed ? words.lapsedResume : words.resume}
          detail={words.resumeDetail(way.providerPage)}
          icon="forward"
          isFirst={!isLapsed}
        />
      )}
      {startOver.length > 0 && (
        <section class="other-ways rule">
          <h2>{isLapsed ? words.lapsedOtherTitle : words.otherWayTitle}</h2>
          <p class="muted small">{isLapsed ? words.lapsedOtherText : words.otherWayText}</p>
          <div class="ways">
            <StartOverForms
              view={view}
              ways={startOver}
              again={startOver.length === 1 ? startOver[0] : undefined}
              label={words.otherWay}
            />
          </div>
        </section>
      )}
    </>
  )
}

function howTo(view: PaymentPageView, voucher: VoucherView): string {
  const words = wordsOf(view).voucher
  if (isTransfer(voucher)) return isClabe(voucher.reference) ? words.transfer : words.transferByReference
  return voucher.method === 'retail_cash' ? words.cash : words.text
}

function Fact({ name, value }: { name: string; value: string }): VNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

/** The gaps are CSS, so copying gives the bare number. The last two groups stay on one line. */
function Grouped({ reference }: { reference: string }): VNode {
  const groups = groupsOf(reference)
  if (groups === null) return <>{reference}</>
  const spans = groups.map((digits) => <span>{digits}</span>)
  return (
    <>
      {spans.slice(0, -2)}
      <span class="end">{spans.slice(-2)}</span>
    </>
  )
}

function Lapsed({ view, at }: { view: PaymentPageView; at: string | null }): VNode {
  const words = wordsOf(view).voucher
  return (
    <>
      {words.lapsed}
      {at !== null && (
        <>
          {' '}
          {words.lapsedOn} <Moment view={view} at={at} form="by" />.
        </>
      )}
    </>
  )
}
