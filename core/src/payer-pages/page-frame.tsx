import type { ComponentChildren, VNode } from 'preact'
import { telHref, mailtoHref, whatsAppHref } from '../web/contact.js'
import { initialsOf } from '../web/initials.js'
import { wordsOf } from './page-words.js'
import type { PaymentPageView } from './payment-page.view.js'

const OTHER = { 'es-MX': { lang: 'en', query: 'en' }, en: { lang: 'es-MX', query: 'es' } } as const

/** Around all pages of a link: the merchant's name, the card, and the contact. */
export function PageFrame({
  view,
  at,
  children,
}: {
  view: PaymentPageView
  at: string
  children: ComponentChildren
}): VNode {
  const words = wordsOf(view)
  return (
    <>
      <header>
        {!view.livemode && <p class="test">{words.testMode}</p>}
        <div class="column merchant">
          {view.merchant.logoType === null ? (
            <span class="initials" aria-hidden="true">
              {initialsOf(view.merchant.name)}
            </span>
          ) : (
            <img src={`${view.address}/logo`} alt="" />
          )}
          <p>
            <b>{view.merchant.name}</b>
            <span class="muted">{relationOf(view)}</span>
          </p>
        </div>
      </header>
      <div class="column">
        <main class="card">{children}</main>
      </div>
      <footer class="column foot">
        <Questions view={view} />
        <a
          class="language"
          href={`${at}?lang=${OTHER[view.locale].query}`}
          lang={OTHER[view.locale].lang}
          hreflang={OTHER[view.locale].lang}
        >
          {words.otherLanguage}
        </a>
      </footer>
    </>
  )
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
