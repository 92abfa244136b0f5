import type { VNode } from 'preact'
import { ClockIcon, ClosedIcon, LockIcon } from '../web/icons.js'
import { joinWithOr } from '../web/messages/messages.js'
import { CheckoutForm, OnlyWayForm, StartOverForms, WayForm } from './checkout-form.js'
import { Moment } from './moment.js'
import { Paid } from './paid.js'
import { confirmationOf, hrefOf, wordsOf } from './page-words.js'
import { ButtonLink } from './parts.js'
import type { PageState, PaymentPageView } from './payment-page.view.js'
import { ContactMerchant, StateBox } from './state-box.js'
import { VoucherChoices, VoucherReference } from './voucher.js'
import type { WayToPay } from './ways-to-pay.js'

/** What the payer can do now. */
export function LinkState({ view }: { view: PaymentPageView }): VNode {
  const { state, merchant } = view
  const words = wordsOf(view)
  switch (state.name) {
    case 'payable':
      return <Payable view={view} state={state} />
    case 'processing':
      return <Processing view={view} state={state} />
    case 'opening':
      return <Opening view={view} state={state} />
    case 'voucher':
      return (
        <>
          <VoucherReference view={view} state={state} />
          <VoucherChoices view={view} state={state} />
        </>
      )
    case 'paid':
      return <Paid view={view} payment={state.payment} invoice={state.invoice} />
    case 'unavailable':
      return <Closed view={view} title={words.unavailable.title} text={words.unavailable.text(merchant.name)} />
    case 'expired':
      return <Closed view={view} title={words.expired.title} text={words.expired.text(merchant.name)} />
    case 'disabled':
      return <Closed view={view} title={words.disabled.title} text={words.disabled.text(merchant.name)} />
    case 'cut_off':
      return <Closed view={view} title={words.cutOff.title} text={words.cutOff.text(merchant.name)} />
  }
}

function Payable({ view, state }: { view: PaymentPageView; state: Extract<PageState, { name: 'payable' }> }): VNode {
  const words = wordsOf(view).methods
  const [first, ...others] = state.ways
  const providers = joinWithOr(
    view.locale,
    state.ways.map(({ providerPage }) => providerPage),
  )
  return (
    <>
      <div class="ways" role="group" aria-label={words.choose}>
        {first &&
          (others.length === 0 ? <OnlyWayForm view={view} way={first} /> : <WayForm view={view} way={first} isFirst />)}
        {others.map((way) => (
          <WayForm view={view} way={way} />
        ))}
      </div>
      <div class="note">
        <p class="secure">
          <LockIcon />
          <span>{words.secure(providers)}</span>
        </p>
        <Marks label={words.marks} ways={state.ways} />
        {view.checkoutEndsAt !== null && (
          <p>
            {words.until} <Moment view={view} at={view.checkoutEndsAt} form="by" />.
          </p>
        )}
        {view.isInvoiceable && <p>{words.invoice}</p>}
      </div>
    </>
  )
}

/** Card brands and stores as text: their logos are trademarks. */
function Marks({ label, ways }: { label: string; ways: WayToPay[] }): VNode | null {
  const marks = [...new Set(ways.flatMap((way) => way.marks))]
  if (marks.length === 0) return null
  return (
    <ul class="marks" aria-label={label}>
      {marks.map((mark) => (
        <li>{mark}</li>
      ))}
    </ul>
  )
}

function Processing({
  view,
  state,
}: {
  view: PaymentPageView
  state: Extract<PageState, { name: 'processing' }>
}): VNode {
  const words = wordsOf(view).processing
  return (
    <>
      <StateBox icon={<ClockIcon />} tone="waiting" title={words.title} text={words.text(confirmationOf(view))} />
      <CheckoutForm
        view={view}
        provider={state.way.provider}
        label={words.resume}
        detail={words.resumeDetail(state.way.providerPage)}
        icon="forward"
        isFirst
      />
      {state.startOver.length > 0 && (
        <>
          <p class="muted small rule">{words.warning}</p>
          <StartOverForms
            view={view}
            ways={state.startOver}
            again={state.startOver.find(({ provider }) => provider === state.way.provider)}
            label={words.startOver}
          />
        </>
      )}
    </>
  )
}

function Opening({ view, state }: { view: PaymentPageView; state: Extract<PageState, { name: 'opening' }> }): VNode {
  const words = wordsOf(view)
  return (
    <>
      <StateBox
        icon={<ClockIcon />}
        tone="waiting"
        title={words.opening.title}
        text={words.opening.text(state.way?.providerPage ?? null)}
      />
      {state.way ? (
        <CheckoutForm
          view={view}
          provider={state.way.provider}
          label={words.opening.tryAgain}
          detail={words.opening.tryAgainDetail}
          icon="again"
          isFirst
        />
      ) : (
        <ButtonLink href={hrefOf(view)} label={words.returned.refresh} />
      )}
    </>
  )
}

function Closed({ view, title, text }: { view: PaymentPageView; title: string; text: string }): VNode {
  return (
    <>
      <StateBox icon={<ClosedIcon />} tone="closed" title={title} text={text} />
      {view.state.name === 'cut_off' && view.expiresAt !== null && (
        <p class="muted">
          {wordsOf(view).cutOff.expires} <Moment view={view} at={view.expiresAt} form="by" />.
        </p>
      )}
      <ContactMerchant view={view} />
    </>
  )
}
