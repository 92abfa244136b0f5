import type { VNode } from 'preact'
import { AgainIcon, ClockIcon, ForwardIcon, WarningIcon } from '../web/icons.js'
import type { PageRefresh, RenderedPage } from '../web/layout.js'
import { renderLinkPage } from './link-page.js'
import { LinkHeading, LineTable } from './link-summary.js'
import { LinkState } from './link-state.js'
import { RefreshNote } from './refresh-note.js'
import { confirmationOf, hrefOf, wordsOf } from './page-words.js'
import { BackLink, ButtonLink } from './parts.js'
import { PAYMENT_STATE_STYLES } from './payment-state.styles.js'
import type { PaymentPageView } from './payment-page.view.js'
import { StateBox } from './state-box.js'
import { VoucherReference } from './voucher.js'

/** Where the provider sends the payer back to. Shows what is known; the return itself proves nothing. */
export function returnPage(
  view: PaymentPageView,
  lastAttemptFailed: boolean,
  refresh: PageRefresh | null,
): RenderedPage {
  const content = (
    <>
      <LinkHeading view={{ ...view, description: null }} />
      <div class="block">
        <Outcome view={view} lastAttemptFailed={lastAttemptFailed} />
        {refresh && <RefreshNote view={view} path={`${view.address}/return`} />}
      </div>
      {view.state.name === 'paid' && <LineTable view={view} />}
    </>
  )
  return renderLinkPage(view, { tail: '/return', content, refresh, styles: [PAYMENT_STATE_STYLES] })
}

function Outcome({ view, lastAttemptFailed }: { view: PaymentPageView; lastAttemptFailed: boolean }): VNode {
  const words = wordsOf(view).returned
  switch (view.state.name) {
    case 'processing':
    case 'opening':
      return (
        <>
          <StateBox icon={<ClockIcon />} tone="waiting" title={words.title} text={words.text(confirmationOf(view))} />
          <Refresh view={view} />
          <p class="muted small">
            {words.unfinished} <a href={hrefOf(view)}>{words.goOn}</a>
          </p>
        </>
      )
    case 'voucher':
      return (
        <>
          <VoucherReference view={view} state={view.state} />
          <Refresh view={view} />
          <BackLink view={view} label={words.goBack} />
        </>
      )
    case 'payable':
      return lastAttemptFailed ? <NotPaid view={view} /> : <NoneYet view={view} />
    case 'cut_off':
    case 'unavailable':
      // No new payment can start, so the page does not offer one.
      return lastAttemptFailed ? <LinkState view={view} /> : <NoneYet view={view} />
    default:
      return <LinkState view={view} />
  }
}

function NotPaid({ view }: { view: PaymentPageView }): VNode {
  const words = wordsOf(view).returned
  return (
    <>
      <StateBox icon={<WarningIcon />} tone="closed" title={words.notPaid} text={words.notPaidText} />
      <ButtonLink href={hrefOf(view)} icon={<ForwardIcon />} label={words.goBack} isFirst />
    </>
  )
}

function NoneYet({ view }: { view: PaymentPageView }): VNode {
  const words = wordsOf(view).returned
  return (
    <>
      <StateBox icon={<ClockIcon />} tone="waiting" title={words.noneYet} text={words.noneYetText} />
      <Refresh view={view} />
      <BackLink view={view} label={words.goBack} />
    </>
  )
}

/** A link to this page. */
function Refresh({ view }: { view: PaymentPageView }): VNode {
  return <ButtonLink href={hrefOf(view, '/return')} icon={<AgainIcon />} label={wordsOf(view).returned.refresh} />
}
