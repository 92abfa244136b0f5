import type { ComponentChildren, VNode } from 'preact'
import { telHref, mailtoHref, whatsAppHref } from '../web/contact.js'
import type { PageParts, RenderedPage } from '../web/layout.js'
import { renderMerchantPage } from '../web/merchant-page.js'
import { otherLanguageOf } from '../web/other-language.js'
import { wordsOf } from './page-words.js'
import { PAYMENT_PAGE_STYLES } from './payment-page.styles.js'
import type { PaymentPageView } from './payment-page.view.js'

interface LinkPage extends Omit<PageParts, 'locale' | 'body' | 'title'> {
  title?: string
  /** Path of the page below the link's. */
  tail?: string
  content: ComponentChildren
}

/** A page of a link: the merchant's name, the card, and the contact. */
export function renderLinkPage(view: PaymentPageView, { tail = '', styles = [], ...page }: LinkPage): RenderedPage {
  const { merchant, address, locale, livemode } = view
  return renderMerchantPage({
    ...{ locale, merchant, livemode, title: `${view.title} · ${merchant.name}`, ...page },
    logo: merchant.logoType === null ? null : `${address}/logo`,
    relation: relationOf(view),
    otherLanguage: `${address}${tail}?lang=${otherLanguageOf(locale)}`,
    foot: <Questions view={view} />,
    styles: [PAYMENT_PAGE_STYLES, ...styles],
  })
}

function Questions({ view }: { view: PaymentPageView }): VNode | null {
  const { supportEmail, supportPhone } = view.merchant
  if (supportEmail === null && supportPhone === null) return null
  const words = wordsOf(view).merchant
  const chat = supportPhone === null ? null : whatsAppHref(supportPhone)
  return (
    <p>
      {words.questions}{' '}
      {supportEmail !== null && (
        <span class="way">
          <a href={mailtoHref(supportEmail)}>{supportEmail}</a>
        </span>
      )}{' '}
      {supportPhone !== null && (
        <span class="way">
          <a href={telHref(supportPhone)}>{supportPhone}</a>
        </span>
      )}{' '}
      {chat !== null && (
        <span class="way">
          <a href={chat} rel="noreferrer">
            {words.chat}
          </a>
        </span>
      )}
    </p>
  )
}

/** After the merchant's name: requests, requested, received or refunded a payment. */
export function relationOf(view: PaymentPageView): string {
  const { asks, asked, received, returned } = wordsOf(view).merchant
  switch (view.state.name) {
    case 'paid':
      return view.state.payment?.isRefunded ? returned : received
    case 'expired':
    case 'disabled':
    case 'cut_off':
      return asked
    default:
      return asks
  }
}
