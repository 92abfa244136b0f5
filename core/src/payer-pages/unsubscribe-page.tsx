import type { VNode } from 'preact'
import type { Account } from '../accounts/account.js'
import { initialsOf } from '../web/initials.js'
import { type RenderedPage, renderPage } from '../web/layout.js'
import { merchantIcon } from '../web/merchant-icon.js'
import { messagesOf } from '../web/messages/messages.js'
import { css } from '../web/stylesheet.js'
import type { PageLocale } from '../kernel/choose-locale.js'
import { telHref, mailtoHref } from '../web/contact.js'
import { letterWords } from '../letters/letter-words.js'

export interface UnsubscribeView {
  locale: PageLocale
  merchant: Pick<Account, 'name'> & Account['brand']
  maskedAddress: string
  state: 'asking' | 'done'
  livemode: boolean
  /** URL that the form posts to; it keeps the chosen language. */
  action: string
  /** URL of this page in the other language. */
  otherLanguage: string
}

const STYLES = css`
  .sender {
    display: flex;
    align-items: center;
    gap: 12px;
    padding-block: 28px 20px;
  }
  .sender b {
    min-width: 0;
  }
  .initials {
    flex: none;
    display: grid;
    place-items: center;
    width: 44px;
    height: 44px;
    border-radius: 12px;
    background: var(--brand);
    color: var(--on-brand);
    font-size: 1.0625rem;
    font-weight: 700;
  }
  .card p {
    margin-top: 8px;
  }
  .card form {
    margin-top: 24px;
  }
  .language {
    padding-block: 20px 32px;
    text-align: center;
    font-size: 0.875rem;
  }
  .language a {
    color: var(--muted);
  }
  .card .button {
    justify-content: center;
    text-align: center;
  }
  @media (min-width: 48rem) {
    .sender {
      padding-top: 64px;
    }
  }
`

/** Unsubscribing takes a click on a button: mail filters open every link. */
export function unsubscribePage(view: UnsubscribeView): RenderedPage {
  const words = letterWords(view.locale).unsubscribePage
  const other = view.locale === 'en' ? 'es-MX' : 'en'
  const title = view.state === 'asking' ? words.title(view.merchant.name) : words.doneTitle(view.merchant.name)
  const body = (
    <>
      <header>
        {!view.livemode && <p class="test">{messagesOf(view.locale).testMode}</p>}
        <div class="column sender">
          <span class="initials" aria-hidden="true">
            {initialsOf(view.merchant.name)}
          </span>
          <b>{view.merchant.name}</b>
        </div>
      </header>
      <div class="column">
        <main class="card">
          <h1>{title}</h1>
          {view.state === 'asking' ? <Asking view={view} /> : <Done view={view} />}
        </main>
      </div>
      <footer class="column language">
        <a href={view.otherLanguage} lang={other} hreflang={other}>
          {messagesOf(view.locale).otherLanguage}
        </a>
      </footer>
    </>
  )
  const { color } = view.merchant
  const icon = merchantIcon(view.merchant)
  return renderPage({ locale: view.locale, title, body, brandColor: color, icon, styles: [STYLES] })
}

function Asking({ view }: { view: UnsubscribeView }): VNode {
  const words = letterWords(view.locale).unsubscribePage
  return (
    <>
      <p>{words.text(view.maskedAddress)}</p>
      <p class="muted">{words.note}</p>
      <form method="post" action={view.action}>
        <button type="submit" class="button first">
          <b>{words.button}</b>
        </button>
      </form>
    </>
  )
}

function Done({ view }: { view: UnsubscribeView }): VNode {
  const words = letterWords(view.locale).unsubscribePage
  const { name, supportEmail, supportPhone } = view.merchant
  return (
    <>
      <p>{words.doneText(view.maskedAddress)}</p>
      {(supportEmail !== null || supportPhone !== null) && (
        <p class="muted">
          {words.mistake(name)} {supportEmail !== null && <a href={mailtoHref(supportEmail)}>{supportEmail}</a>}
          {supportEmail !== null && supportPhone !== null && ' · '}
          {supportPhone !== null && <a href={telHref(supportPhone)}>{supportPhone}</a>}
        </p>
      )}
    </>
  )
}
