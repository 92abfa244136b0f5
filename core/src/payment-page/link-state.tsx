import type { VNode } from 'preact'
import { ClockIcon, ClosedIcon } from '../html/icons.js'
import { CheckoutForm, WayForm } from './checkout-form.js'
import { Moment } from './moment.js'
import { Paid } from './paid.js'
import { wayName, wordsOf } from './page-words.js'
import type { PageState, PaymentPageView } from './payment-page.view.js'
import { AskMerchant, StateBox } from './state-box.js'
import { VoucherReference } from './voucher.js'

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
          <CheckoutForm
            view={view}
            provider={state.way.provider}
            label={state.voucher.isLapsed ? words.voucher.lapsedResume : words.voucher.resume}
            detail={words.voucher.resumeDetail}
            icon="forward"
            isFirst={!state.voucher.isLapsed}
          />
        </>
      )
    case 'paid':
      return <Paid view={view} payment={state.payment} hasInvoicePage={state.hasInvoicePage} />
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
  return (
    <>
      <div class="ways" role="group" aria-label={words.choose}>
        {state.ways.map((way, index) => (
          <WayForm view={view} way={way} isFirst={index === 0} />
        ))}
      </div>
      <p class="note">
        <span>{words.note}</span>
        {view.expiresAt !== null && (
          <span>
            {words.until} <Moment view={view} at={view.expiresAt} />.
          </span>
        )}
      </p>
    </>
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
      <StateBox icon={<ClockIcon />} title={words.title} text={words.text} />
      <CheckoutForm
        view={view}
        provider={state.way.provider}
        label={words.resume}
        detail={wayName(view, state.way)}
        icon="forward"
        isFirst
      />
      {state.startOver.length > 0 && (
        <>
          <p class="muted small rule">{words.warning}</p>
          {state.startOver.map((way) =>
            way.provider === state.way.provider ? (
              <CheckoutForm
                view={view}
                provider={way.provider}
                label={words.startOver}
                detail={wayName(view, way)}
                icon="again"
                isFirst={false}
                startOver
              />
            ) : (
              <WayForm view={view} way={way} isFirst={false} startOver />
            ),
          )}
        </>
      )}
    </>
  )
}

function Opening({ view, state }: { view: PaymentPageView; state: Extract<PageState, { name: 'opening' }> }): VNode {
  const words = wordsOf(view)
  return (
    <>
      <StateBox icon={<ClockIcon />} title={words.opening.title} text={words.opening.text} />
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
        <a class="button" href={view.address}>
          <b>{words.returned.refresh}</b>
        </a>
      )}
    </>
  )
}

function Closed({ view, title, text }: { view: PaymentPageView; title: string; text: string }): VNode {
  return (
    <>
      <StateBox icon={<ClosedIcon />} title={title} text={text} />
      {view.state.name === 'cut_off' && view.expiresAt !== null && (
        <p class="muted">
          {wordsOf(view).cutOff.expires} <Moment view={view} at={view.expiresAt} />.
        </p>
      )}
      <AskMerchant view={view} />
    </>
  )
}
