import type { VNode } from 'preact'
import { FaultSummary } from '../web/form.js'
import { ClosedIcon, InvoiceIcon } from '../web/icons.js'
import type { Invoice } from '../invoicing/invoice.js'
import type {
  InvoiceFormView as Form,
  InvoiceNoticeName,
  InvoicePageState,
  InvoicePageView,
} from './invoice-page.view.js'
import { faultsShown } from './invoice-words.js'
import { InvoiceNotice } from './invoice-state.js'
import { wordsOf } from './page-words.js'
import { BackLink } from './parts.js'
import type { PaymentPageView } from './payment-page.view.js'
import { maskedEmail } from '../invoicing/receiver-proof.js'
import { FormaChoice, ReceiverChoice, ReceiverText } from './receiver-fields.js'
import { PERSON_PATTERN } from './receiver-choices.js'
import { StateBox } from './state-box.js'
import { SEND_TO_KNOWN } from './typed-receiver.js'

interface Shown {
  view: InvoicePageView
  state: Extract<InvoicePageState, { name: 'form' }>
  form: Form
  notice: InvoiceNoticeName | null
}

/** The fields of a tax certificate, as one plain form that needs no script. */
export function InvoiceForm({ view: { link, address, mail }, state, form, notice }: Shown): VNode {
  const words = wordsOf(link).invoice
  const { choices } = form
  const shared = { locale: link.locale, form }
  const text = { ...shared, autocapitalize: 'characters', spellcheck: false } as const
  return (
    <>
      <InvoiceNotice link={link} notice={notice} />
      {!notice && <FormStatus link={link} state={state} form={form} />}
      <p class="muted">
        {words.intro} {words.until(state.lastDay)}
      </p>
      <form method="post" action={address} novalidate class="receiver">
        {/* Enter presses the first of several buttons: that must be the one that requests the invoice. */}
        <button type="submit" class="by-enter" tabIndex={-1} aria-hidden="true" />
        <ReceiverText {...text} field="rfc" pattern={PERSON_PATTERN} />
        <button type="submit" name="step" value="narrow" class="narrow">
          {words.narrow}
        </button>
        {choices.narrowedTo !== null && (
          <p class="muted small" role="status">
            {words.narrowed[choices.narrowedTo]}
          </p>
        )}
        <ReceiverText {...text} field="name" />
        <ReceiverText {...shared} field="zip" inputMode="numeric" autocomplete="postal-code" />
        <ReceiverChoice {...shared} field="regimenFiscal" groups={choices.regimes} />
        <ReceiverChoice {...shared} field="usoCfdi" groups={choices.uses} />
        {state.formas.suggested === null && <FormaChoice {...shared} allowed={state.formas.allowed} />}
        {state.knownEmail !== null && mail !== null && (
          <label class="tick">
            <input type="checkbox" name={SEND_TO_KNOWN} value="1" checked={form.isToKnownEmail} />
            <span>{words.sendTo(maskedEmail(state.knownEmail))}</span>
          </label>
        )}
        <ReceiverText
          {...shared}
          field="email"
          type="email"
          autocomplete="email"
          isOptional
          hint={
            mail === null ? words.hints.emailUnsent : state.knownEmail === null ? undefined : words.hints.emailElsewhere
          }
        />
        <button type="submit" class="button first">
          <InvoiceIcon />
          <b>{words.submit}</b>
        </button>
      </form>
      <BackLink view={link} label={words.goBack} />
    </>
  )
}

/** Shows the folio of a cancelled invoice to its receiver only. */
export function CancelledBefore({
  link,
  last,
  isKnown,
}: {
  link: PaymentPageView
  last: Invoice
  isKnown: boolean
}): VNode {
  const { title, text, folio } = wordsOf(link).invoice.cancelled
  return <StateBox icon={<ClosedIcon />} tone="closed" title={title} text={isKnown ? folio(last.uuid ?? '') : text} />
}

/** At the top: the faults, each a link to its field, or the outcome of the last invoice. */
function FormStatus({
  link,
  state: { last, isKnown },
  form,
}: {
  link: PaymentPageView
  state: Shown['state']
  form: Form
}): VNode | null {
  const words = wordsOf(link).invoice
  const isRefused = last?.status === 'failed' && isKnown && form.faults.every(({ code }) => code === 'refused')
  if (!isRefused && form.faults.length === 0) {
    if (last?.status !== 'cancelled') return null
    return <CancelledBefore link={link} last={last} isKnown={isKnown} />
  }
  return (
    <FaultSummary
      title={isRefused ? words.refusedTitle : words.faultsTitle}
      faults={faultsShown(link.locale, form.faults)}
    >
      {form.faults.length === 0 && <p>{words.refusedOtherwise(link.merchant.name)}</p>}
      {isRefused && last.failureReason !== null && (
        <p class="small">
          {words.theirWords} <q lang="es">{last.failureReason}</q> ({last.failureCode})
        </p>
      )}
    </FaultSummary>
  )
}
