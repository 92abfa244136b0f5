import type { VNode } from 'preact'
import type { Attention } from '../../overview/read-attention.js'
import { Notice } from '../../web/notice.js'
import { timeBy } from '../payments/payment-sentence.js'
import { may, type Visit } from '../visit.js'
import { invoicingWords } from './words.js'

interface WaitingParts {
  visit: Visit
  invoices: Attention['invoices']
}

/** Counted no further. */
const MANY = 10

/** What waits to be stamped, and what was refused, with why. */
export function WaitingInvoices({ visit, invoices }: WaitingParts): VNode | null {
  if (invoices.length === 0) return null
  const words = invoicingWords(visit.locale).waits
  return (
    <div class="waits">
      {[false, true].map((isFailed) => {
        const those = invoices.filter((one) => one.isFailed === isFailed)
        if (those.length === 0) return null
        const count = those.length >= MANY ? words.more : String(those.length)
        const isOne = those.length === 1
        return (
          <Notice tone="attention">
            <p>
              <b>{isFailed ? words.failed(count, isOne) : words.waiting(count, isOne)}</b>
            </p>
            <p>{isFailed ? words.failedThen : words.waitingThen}</p>
            <ul>
              {those.map((one) => (
                <WaitingInvoice visit={visit} invoice={one} />
              ))}
            </ul>
            {visit.hasPage('/invoices') && may(visit, 'invoices:read') && (
              <p>
                <a href={`${visit.base}/invoices`}>{words.see}</a>
              </p>
            )}
          </Notice>
        )
      })}
    </div>
  )
}

function WaitingInvoice({ visit, invoice }: { visit: Visit; invoice: Attention['invoices'][number] }): VNode {
  const { paymentId, since, reason } = invoice
  return (
    <li>
      <a href={`${visit.base}/payments/${paymentId}`}>
        {invoicingWords(visit.locale).waits.since(timeBy(visit, since))}
      </a>
      {reason !== null && `: ${reason}`}
    </li>
  )
}
