import { type PageRefresh, type RenderedPage, renderPage } from '../web/layout.js'
import { merchantIcon } from '../web/merchant-icon.js'
import { Notice, NOTICE_STYLES } from '../web/notice.js'
import { LinkCard } from './link-card.js'
import { LinkHeading, LineTable } from './link-summary.js'
import { LinkState } from './link-state.js'
import { PageFrame } from './page-frame.js'
import { wordsOf } from './page-words.js'
import { PAYMENT_PAGE_STYLES } from './payment-page.styles.js'
import { PAYMENT_STATE_STYLES } from './payment-state.styles.js'
import type { PaymentPageView } from './payment-page.view.js'
import { RefreshNote } from './refresh-note.js'

/** Why the payer gets this page again instead of the provider's. */
export type NoticeName =
  | 'notOpened'
  | 'notRestarted'
  | 'notClosed'
  | 'inProgress'
  | 'tooOften'
  | 'keptOpen'
  | 'tooManyToday'
  | 'keptOpenToday'
  | 'comeBack'
  | 'unknownWay'
  | 'unknownWayNow'

/** Nothing went wrong: there is an open payment to continue. */
const HARMLESS: readonly NoticeName[] = ['inProgress', 'keptOpen', 'keptOpenToday']

/** The page of a link: while it can be paid the lines come first, else its state. */
export function paymentPage(
  view: PaymentPageView,
  notice: NoticeName | null,
  refresh: PageRefresh | null,
): RenderedPage {
  const isPayable = view.state.name === 'payable'
  const state = (
    <div class="block">
      <LinkState view={view} />
      {refresh && <RefreshNote view={view} path={view.address} />}
    </div>
  )
  const body = (
    <PageFrame view={view} at={view.address}>
      {notice && (
        <Notice tone={HARMLESS.includes(notice) ? 'plain' : 'wrong'}>
          <p>{wordsOf(view).notices[notice]}</p>
        </Notice>
      )}
      <LinkHeading view={view} />
      {!isPayable && state}
      <LineTable view={view} />
      {isPayable && state}
    </PageFrame>
  )
  const page = renderPage({
    locale: view.locale,
    title: `${view.title} · ${view.merchant.name}`,
    body,
    brandColor: view.merchant.color,
    icon: merchantIcon(view.merchant),
    head: <LinkCard view={view} />,
    styles: [PAYMENT_PAGE_STYLES, PAYMENT_STATE_STYLES, ...(notice ? [NOTICE_STYLES] : [])],
  })
  return { ...page, refresh }
}
