import type { VNode } from 'preact'
import { InvoiceIcon } from '../web/icons.js'
import type { Invoice } from '../invoicing/invoice.js'
import { wordsOf } from './page-words.js'
import { type Fact, Facts } from './parts.js'
import type { PaymentPageView } from './payment-page.view.js'
import { maskedReceiver, type ProofField, proofFields } from '../invoicing/receiver-proof.js'

interface Asked {
  link: PaymentPageView
  invoice: Invoice
  /** Where the form is sent. */
  address: string
  /** What the proof opens: the invoice, or the refused details. */
  purpose: 'see' | 'correct'
}

/** Asks the visitor for something that only the receiver of the invoice knows. */
export function ReceiverProofForm({ link, invoice, address, purpose }: Asked): VNode {
  const { proof } = wordsOf(link).invoice
  const fields = proofFields(invoice)
  return (
    <form method="post" action={address} novalidate class="receiver proof">
      <div>
        <h2>{proof.title}</h2>
        <p class="muted" id="proof-hint">
          {purpose === 'see' ? proof.toSee : proof.toCorrect} {fields.length > 1 && `${proof.generic} `}
          {proof.lasts}
        </p>
      </div>
      {fields.map((field) => (
        <div class="field">
          <label for={field}>{proof[field]}</label>
          <input {...CONTROLS[field]} id={field} name={field} required aria-describedby="proof-hint" />
        </div>
      ))}
      <button type="submit" class="button first">
        <InvoiceIcon />
        <b>{proof[purpose]}</b>
      </button>
    </form>
  )
}

const CONTROLS: Record<ProofField, Record<string, string>> = {
  rfc: { type: 'text', autocapitalize: 'characters', autocomplete: 'off', spellcheck: 'false' },
  name: { type: 'text', autocapitalize: 'characters', autocomplete: 'off', spellcheck: 'false' },
  email: { type: 'email', autocomplete: 'email' },
}

/** Masked details, enough for the receiver to recognize the request. */
export function MaskedReceiver({ link, invoice }: Pick<Asked, 'link' | 'invoice'>): VNode {
  const { labels, proof } = wordsOf(link).invoice
  const masked = maskedReceiver(invoice.receiver)
  const fields = (['rfc', 'name', 'zip'] as const).map((field): Fact => [labels[field], masked[field]])
  return <Facts class=" masked" facts={[...fields, [proof.address, masked.email]]} />
}
