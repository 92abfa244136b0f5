import type { Account } from '../../accounts/account.js'
import { type Logo, logoData } from '../../accounts/logo.js'
import type { ReadAccount } from '../../accounts/read-account.js'
import type { PageLocale } from '../../kernel/choose-locale.js'
import type { PaymentLink } from '../../payment-links/payment-link.js'
import { paymentPage } from '../../payer-pages/payment-page.js'
import type { ReadLinkPage } from '../../payer-pages/read-link-page.js'
import type { Plugins } from '../../plugin-host/registry.js'
import { type ColorScheme, inScheme } from '../../web/in-scheme.js'
import { pageHeaders } from '../../web/page-headers.js'
import type { RenderedPage } from '../../web/layout.js'
import { messagePage } from '../../web/message-page.js'
import type { Visit } from '../visit.js'

interface Shown {
  /** The account's, unless given. */
  locale?: PageLocale
  /** Undefined: the one that is stored; null: none. */
  logo?: Logo | null | undefined
  /** The reader's, unless given. */
  scheme?: ColorScheme
  /** With every way to pay, where none is connected yet. */
  isSample?: boolean
}

/** The payer's page of a link that does not exist yet, for a frame of our own page: nothing in it can be sent. */
export class LinkPreview {
  constructor(
    private readonly pages: ReadLinkPage,
    private readonly accounts: ReadAccount,
    private readonly plugins: Plugins,
  ) {}

  async send(response: Visit['response'], link: PaymentLink, account: Account, shown: Shown = {}): Promise<void> {
    const { locale = account.brand.locale, scheme, isSample = false } = shown
    const logo = shown.logo === undefined ? await this.accounts.logo(account.id) : shown.logo
    const brand = { ...account.brand, logoType: logo?.type ?? null }
    const facts = await this.pages.facts({ link, account: { ...account, brand } })
    const isEmpty = isSample && facts.offered.length === 0
    const offered = isEmpty ? this.plugins.ids('payment-provider') : facts.offered
    const view = this.pages.view({ ...facts, offered }, locale)
    const page = paymentPage(view, null, null)
    // A link that does not exist serves no logo.
    const html = logo ? page.html.replaceAll(`src="${view.address}/logo"`, `src="${logoData(logo)}"`) : page.html
    sendFramed(response, scheme ? inScheme({ ...page, html }, scheme) : { ...page, html })
  }
}

/** Before anything was typed. */
export const sendEmptyPreview = (
  response: Visit['response'],
  locale: PageLocale,
  words: { title: string; text: string },
): void => sendFramed(response, messagePage(locale, words))

function sendFramed(response: Visit['response'], page: RenderedPage): void {
  const headers = pageHeaders(page)
  const policy = String(headers['Content-Security-Policy'])
    .replace("frame-ancestors 'none'", "frame-ancestors 'self'")
    .replace("form-action 'self'", "form-action 'none'")
  response
    .status(200)
    .set({ ...headers, 'Content-Security-Policy': policy, 'X-Frame-Options': 'SAMEORIGIN' })
    .send(page.html)
}
