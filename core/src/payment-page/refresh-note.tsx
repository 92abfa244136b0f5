import type { VNode } from 'preact'
import { SINCE, STOPPED } from './page-refresh.js'
import { wordsOf } from './page-words.js'
import type { PaymentPageView } from './payment-page.view.js'

/** A page that reloads by itself says so, and how to keep it still. */
export function RefreshNote({ view, path }: { view: PaymentPageView; path: string }): VNode {
  const words = wordsOf(view).refresh
  return (
    <p class="muted small refresh">
      {words.text} <a href={`${path}?lang=${view.locale}&${SINCE}=${STOPPED}`}>{words.stop}</a>
    </p>
  )
}
