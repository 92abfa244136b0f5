import type { VNode } from 'preact'
import type { Account } from '../accounts/account.js'
import type { RenderedPage } from '../web/layout.js'
import { renderMerchantPage } from '../web/merchant-page.js'
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
  .merchant b {
    line-height: inherit;
  }
  .card p {
    margin-top: 8px;
  }
  .card form {
    margin-top: 24px;
  }
  .foot {
    font-size: 0.875rem;
    line-height: inherit;
  }
  .card .button {
    justify-content: center;
    text-align: center;
  }
`

/** Unsubscribing takes a click on a button: mail filters open every link. */
export function unsubscribePage(view: UnsubscribeView): RenderedPage {
  const words = letterWords(view.locale).unsubscribePage
  const title = view.state === 'asking' ? words.title(view.merchant.name) : words.doneTitle(view.merchant.name)
  const content = (
    <>
      <h1>{title}</h1>
      {view.state === 'asking' ? <Asking view={view} /> : <Done view={view} />}
    </>
  )
  const { locale, merchant, livemode, otherLanguage } = view
  return renderMerchantPage({ locale, merchant, livemode, otherLanguage, title, content, styles: [STYLES] })
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
