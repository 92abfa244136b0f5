import type { VNode } from 'preact'
import { ClockIcon } from '../html/icons.js'
import { Moment } from './moment.js'
import { wordsOf } from './page-words.js'
import type { PageState, PaymentPageView } from './payment-page.view.js'
import { StateBox } from './state-box.js'

interface VoucherParts {
  view: PaymentPageView
  state: Extract<PageState, { name: 'voucher' }>
}

/** What the payer takes to the shop or the bank, and until when. */
export function VoucherReference({ view, state: { voucher } }: VoucherParts): VNode {
  const words = wordsOf(view).voucher
  return (
    <>
      <StateBox
        icon={<ClockIcon />}
        title={voucher.isLapsed ? words.lapsedTitle : words.title}
        text={voucher.isLapsed ? <Lapsed view={view} at={voucher.expiresAt} /> : words.text}
      />
      <dl class="reference">
        <dt>{words.reference}</dt>
        <dd class="number">{voucher.reference}</dd>
        {voucher.expiresAt !== null && !voucher.isLapsed && (
          <>
            <dt>{words.deadline}</dt>
            <dd>
              <b>
                <Moment view={view} at={voucher.expiresAt} />
              </b>
            </dd>
          </>
        )}
      </dl>
      {voucher.instructionsUrl !== null && (
        <p class="small">
          <a href={voucher.instructionsUrl} rel="noreferrer">
            {words.instructions}
          </a>
        </p>
      )}
    </>
  )
}

function Lapsed({ view, at }: { view: PaymentPageView; at: string | null }): VNode {
  return (
    <>
      {wordsOf(view).voucher.lapsed} {at !== null && <Moment view={view} at={at} />}.
    </>
  )
}
