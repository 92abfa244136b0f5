import type { PageRefresh, RenderedPage } from '../web/layout.js'
import { Notice, NOTICE_STYLES } from '../web/notice.js'
import { toJsonLd } from './json-ld.view.js'
import { LinkCard } from './link-card.js'
import { renderLinkPage } from './link-page.js'
import { LinkHeading, LineTable } from './link-summary.js'
import { LinkState } from './link-state.js'
import { wordsOf } from './page-words.js'
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
  | 'paused'
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
  const content = (
    <>
      {notice && (
        <Notice tone={HARMLESS.includes(notice) ? 'plain' : 'wrong'}>
          <p>{wordsOf(view).notices[notice]}</p>
        </Notice>
      )}
      <LinkHeading view={view} />
      {!isPayable && state}
      <LineTable view={view} />
      {isPayable && state}
    </>
  )
  const styles = [PAYMENT_STATE_STYLES, ...(notice ? [NOTICE_STYLES] : [])]
  return renderLinkPage(view, { content, refresh, styles, head: <LinkCard view={view} />, jsonLd: toJsonLd(view) })
}
