import type { VNode } from 'preact'
import { timeOf } from './page-words.js'
import type { PaymentPageView } from './payment-page.view.js'

/** A short date and time, with the exact one on hover. `by`: for the end of a sentence, "until …" or "no later than …". */
export function Moment({
  view,
  at,
  form = 'short',
}: {
  view: PaymentPageView
  at: string
  form?: 'short' | 'by' | 'exact'
}): VNode {
  const time = timeOf(view, at)
  return (
    <time dateTime={time.iso} title={time.exact}>
      {time[form]}
    </time>
  )
}
