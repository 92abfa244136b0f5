import type { VNode } from 'preact'
import { SINCE, STOPPED } from './page-refresh.js'
import { wordsOf } from './page-words.js'
import type { PaymentPageView } from './payment-page.view.js'

/** Tells that the page reloads by itself, and how to stop that. */
export function RefreshNote({ view, path }: { view: PaymentPageView; path: string }): VNode {
  const words = wordsOf(view).refresh
  return (
    <p class="muted small refresh">
      {words.text} <a href={`${path}?lang=${view.locale}&${SINCE}=${STOPPED}`}>{words.stop}</a>
    </p>
  )
}
