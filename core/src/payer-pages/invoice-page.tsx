import type { VNode } from 'preact'
import { formatMoney } from '../web/format-money.js'
import { ClosedIcon, ForwardIcon } from '../web/icons.js'
import type { RenderedPage } from '../web/layout.js'
import { FORM_STYLES } from '../web/form.styles.js'
import { NOTICE_STYLES } from '../web/notice.js'
import { CancelledBefore, InvoiceForm } from './invoice-form.js'
import {
  type InvoiceFormView as Form,
  type InvoiceNoticeName,
  type InvoicePageState,
  type InvoicePageView,
  refreshSeconds,
} from './invoice-page.view.js'
import { INVOICE_PAGE_STYLES } from './invoice-page.styles.js'
import { Refused, Stamped, Stamping } from './invoice-state.js'
import { renderLinkPage } from './link-page.js'
import { hrefOf, wordsOf } from './page-words.js'
import { ButtonLink } from './parts.js'
import { NARROWING_STYLES } from './receiver-choices.js'
import { ContactMerchant, StateBox } from './state-box.js'

/** @param form shown if the invoice can be requested now */
export function invoicePage(view: InvoicePageView, form: Form, notice: InvoiceNoticeName | null = null): RenderedPage {
  const { link, state } = view
  const words = wordsOf(link).invoice
  const { figure, code } = formatMoney(link.locale, link.amountCentavos, link.currency)
  const isAsking = state.name === 'form'
  const heading = isAsking ? words.heading : words.headingOfOne
  const isFaulty = isAsking && form.faults.length > 0
  const content = (
    <>
      <h1>{heading}</h1>
      <p class="muted">
        {link.title} · {figure} {code}
      </p>
      <div class="block">
        {isAsking ? (
          <InvoiceForm view={view} state={state} form={form} notice={notice} />
        ) : (
          <State view={view} notice={notice} />
        )}
      </div>
    </>
  )
  return renderLinkPage(link, {
    tail: '/invoice',
    title: [isFaulty ? words.faultsTitle : heading, link.title, link.merchant.name].join(' · '),
    content,
    styles: [
      ...(isAsking || notice !== null ? [NOTICE_STYLES] : []),
      ...(isAsking || asksForProof(state) ? [FORM_STYLES, INVOICE_PAGE_STYLES] : []),
      ...(isAsking ? [NARROWING_STYLES] : []),
    ],
    ...(state.name === 'stamping' && { refreshSeconds: refreshSeconds(state.invoice.createdAt, link.now) }),
  })
}

const asksForProof = (state: InvoicePageState): boolean =>
  state.name === 'refused' || ((state.name === 'stamped' || state.name === 'cancel_pending') && !state.isKnown)

function State({ view, notice }: { view: InvoicePageView; notice: InvoiceNoticeName | null }): VNode | null {
  const { link, state } = view
  const words = wordsOf(link).invoice
  const merchant = link.merchant.name
  switch (state.name) {
    case 'not_paid':
      return <Closed link={link} {...words.notPaid} />
    case 'not_invoiceable':
      return <Closed link={link} title={words.notInvoiceable.title} text={words.notInvoiceable.text(merchant)} ask />
    case 'refunded':
      return <Closed link={link} {...words.refunded} />
    case 'too_late':
      return <TooLate link={link} state={state} />
    case 'stamping':
      return <Stamping view={view} invoice={state.invoice} />
    case 'refused':
      return <Refused view={view} state={state} notice={notice} />
    case 'stamped':
    case 'cancel_pending':
      return <Stamped view={view} invoice={state.invoice} isKnown={state.isKnown} notice={notice} />
    case 'form':
      return null
  }
}

function TooLate({
  link,
  state: { last, isKnown, lastDay },
}: {
  link: InvoicePageView['link']
  state: Extract<InvoicePageState, { name: 'too_late' }>
}): VNode {
  const { tooLate } = wordsOf(link).invoice
  return (
    <>
      {last?.status === 'cancelled' && <CancelledBefore link={link} last={last} isKnown={isKnown} />}
      <Closed link={link} title={tooLate.title} text={tooLate.text(lastDay, link.merchant.name)} ask />
    </>
  )
}

/** Why an invoice cannot be requested here. `ask`: with the ways to ask the merchant for one. */
function Closed({
  link,
  title,
  text,
  ask = false,
}: {
  link: InvoicePageView['link']
  title: string
  text: string
  ask?: boolean
}): VNode {
  const words = wordsOf(link).invoice
  return (
    <>
      <StateBox icon={<ClosedIcon />} tone="closed" title={title} text={text} />
      {ask && <ContactMerchant view={{ ...link, title: `${words.headingOfOne}: ${link.title}` }} />}
      <ButtonLink href={hrefOf(link)} icon={<ForwardIcon />} label={words.goBack} />
    </>
  )
}
