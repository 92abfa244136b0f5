import type { VNode } from 'preact'
import { SINCE, STOPPED } from './page-refresh.js'
import { wordsOf } from './page-words.js'
import type { PaymentPageView } from './payment-page.view.js'

/** Says that the page reloads automatically, with a link that stops it. */
export function RefreshNote({ view, path }: { view: PaymentPageView; path: string }): VNode {
  const words = wordsOf(view).refresh
  return (
    <p class="muted small refresh">
      {words.text} <a href={`${path}?lang=${view.locale}&${SINCE}=${STOPPED}`}>{words.stop}</a>
    </p>
  )
}
