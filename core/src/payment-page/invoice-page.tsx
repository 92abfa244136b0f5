import type { VNode } from 'preact'
import { formatMoney } from '../html/format-money.js'
import { ClosedIcon, ForwardIcon } from '../html/icons.js'
import { type RenderedPage, renderPage } from '../html/layout.js'
import { merchantIcon } from '../html/merchant-icon.js'
import { InvoiceForm } from './invoice-form.js'
import {
  type InvoiceForm as Form,
  type InvoiceNotice,
  type InvoicePageState,
  type InvoicePageView,
  refreshSeconds,
} from './invoice-page.view.js'
import { INVOICE_PAGE_STYLES } from './invoice-page.styles.js'
import { Stamped, Stamping } from './invoice-state.js'
import { PageFrame } from './page-frame.js'
import { wordsOf } from './page-words.js'
import { PAYMENT_PAGE_STYLES } from './payment-page.styles.js'
import { NARROWING_STYLES } from './receiver-choices.js'
import { AskMerchant, StateBox } from './state-box.js'

/** `form`: as it is shown where one may be filled in. */
export function invoicePage(view: InvoicePageView, form: Form, notice: InvoiceNotice | null = null): RenderedPage {
  const { link, state } = view
  const words = wordsOf(link).invoice
  const { figure, code } = formatMoney(link.locale, link.amountCentavos, link.currency)
  const isAsking = state.name === 'form'
  const heading = isAsking ? words.heading : words.headingOfOne
  const isFaulty = isAsking && form.faults.length > 0
  const body = (
    <PageFrame view={link} at={`${link.address}/invoice`}>
      <h1>{heading}</h1>
      <p class="muted">
        {link.title} · {figure} {code}
      </p>
      <div class="block">
        {isAsking ? <InvoiceForm view={view} state={state} form={form} notice={notice} /> : <State view={view} />}
      </div>
    </PageFrame>
  )
  return renderPage({
    locale: link.locale,
    title: [isFaulty ? words.faultsTitle : heading, link.title, link.merchant.name].join(' · '),
    body,
    brandColor: link.merchant.color,
    icon: merchantIcon(link.merchant),
    styles: [PAYMENT_PAGE_STYLES, ...(isAsking ? [INVOICE_PAGE_STYLES, NARROWING_STYLES] : [])],
    ...(state.name === 'stamping' && { refreshSeconds: refreshSeconds(state.invoice.createdAt, link.now) }),
  })
}

function State({ view: { link, state, address } }: { view: InvoicePageView }): VNode | null {
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
      return <Stamping link={link} invoice={state.invoice} address={address} />
    case 'stamped':
    case 'cancel_pending':
      return <Stamped link={link} invoice={state.invoice} />
    case 'form':
      return null
  }
}

function TooLate({
  link,
  state: { last, lastDay },
}: {
  link: InvoicePageView['link']
  state: Extract<InvoicePageState, { name: 'too_late' }>
}): VNode {
  const { tooLate, cancelled } = wordsOf(link).invoice
  return (
    <>
      {last?.status === 'cancelled' && (
        <StateBox icon={<ClosedIcon />} title={cancelled.title} text={cancelled.text(last.uuid ?? '')} />
      )}
      <Closed link={link} title={tooLate.title} text={tooLate.text(lastDay, link.merchant.name)} ask />
    </>
  )
}

/** Why there is nothing to fill in. `ask`: whoever needs an invoice all the same asks the merchant. */
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
      <StateBox icon={<ClosedIcon />} title={title} text={text} />
      {ask && <AskMerchant view={{ ...link, title: `${words.headingOfOne}: ${link.title}` }} />}
      <a class="button" href={link.address}>
        <ForwardIcon />
        <b>{words.goBack}</b>
      </a>
    </>
  )
}
