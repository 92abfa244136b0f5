import type { ComponentChildren } from 'preact'
import { initialsOf } from './initials.js'
import { type PageParts, type RenderedPage, renderPage } from './layout.js'
import { merchantIcon } from './merchant-icon.js'
import { messagesOf } from './messages/messages.js'
import { OtherLanguage } from './other-language.js'
import { css } from './stylesheet.js'

interface MerchantPage extends Omit<PageParts, 'body' | 'brandColor' | 'icon'> {
  merchant: { name: string; color: string | null }
  livemode: boolean
  /** URL of the logo; null: initials. */
  logo?: string | null
  /** Shown below the merchant's name. */
  relation?: string
  /** URL of this page in the other language. */
  otherLanguage: string
  /** In the card. */
  content: ComponentChildren
  /** Below the card. */
  foot?: ComponentChildren
}

/** A page in the name of a merchant: their name and colours, a card, and the link to the other language. */
export function renderMerchantPage(page: MerchantPage): RenderedPage {
  const { merchant, livemode, logo = null, relation, otherLanguage, content, foot, styles = [], ...parts } = page
  const body = (
    <>
      <header>
        {!livemode && <p class="test">{messagesOf(parts.locale).testMode}</p>}
        <div class="column merchant">
          {logo === null ? (
            <span class="initials" aria-hidden="true">
              {initialsOf(merchant.name)}
            </span>
          ) : (
            <img src={logo} alt="" />
          )}
          <p>
            <b>{merchant.name}</b>
            {relation !== undefined && <span class="muted">{relation}</span>}
          </p>
        </div>
      </header>
      <div class="column">
        <main class="card">{content}</main>
      </div>
      <footer class="column foot">
        {foot}
        <OtherLanguage locale={parts.locale} href={otherLanguage} />
      </footer>
    </>
  )
  const brand = { brandColor: merchant.color, icon: merchantIcon(merchant) }
  return renderPage({ ...parts, ...brand, body, styles: [STYLES, ...styles] })
}

const STYLES = css`
  .merchant {
    display: flex;
    align-items: center;
    gap: 12px;
    padding-top: 28px;
    padding-bottom: 20px;
  }
  .merchant b,
  .merchant span {
    display: block;
    line-height: 1.4;
  }
  .merchant span {
    font-size: 0.875rem;
  }
  .initials,
  .merchant img {
    flex: none;
    height: 44px;
    border-radius: 12px;
  }
  .merchant .initials {
    display: grid;
    place-items: center;
    width: 44px;
    background: var(--brand);
    color: var(--on-brand);
    font-size: 1.0625rem;
    font-weight: 700;
  }
  .merchant img {
    max-width: 132px;
    object-fit: contain;
  }
  .merchant p {
    min-width: 0;
  }
  .foot {
    padding-top: 20px;
    padding-bottom: 32px;
    text-align: center;
    font-size: 0.8125rem;
    line-height: 2;
    color: var(--muted);
  }
  .foot a {
    display: inline-block;
    padding: 0 2px;
  }
  @media (prefers-color-scheme: dark) {
    .merchant img {
      padding: 4px 6px;
      background: #fff;
    }
  }
  @media print {
    .foot .language {
      display: none;
    }
    .merchant {
      padding-top: 12px;
    }
  }
  @media (min-width: 48rem) {
    .merchant {
      padding-top: 64px;
    }
  }
`
