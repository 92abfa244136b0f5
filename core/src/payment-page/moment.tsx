import type { VNode } from 'preact'
import { timeOf } from './page-words.js'
import type { PaymentPageView } from './payment-page.view.js'

/** A moment in short, the exact one on hover. */
export function Moment({ view, at }: { view: PaymentPageView; at: string }): VNode {
  const { short, exact, iso } = timeOf(view, at)
  return (
    <time dateTime={iso} title={exact}>
      {short}
    </time>
  )
}
