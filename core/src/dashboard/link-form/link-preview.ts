import type { Account } from '../../accounts/account.js'
import type { PageLocale } from '../../kernel/choose-locale.js'
import type { PaymentLink } from '../../payment-links/payment-link.js'
import { paymentPage } from '../../payer-pages/payment-page.js'
import type { ReadLinkPage } from '../../payer-pages/read-link-page.js'
import { pageHeaders } from '../../web/page-headers.js'
import type { RenderedPage } from '../../web/layout.js'
import { messagePage } from '../../web/message-page.js'
import type { Visit } from '../visit.js'

/** The payer's page of a link that does not exist yet, for a frame of our own page: nothing in it can be sent. */
export class LinkPreview {
  constructor(private readonly pages: ReadLinkPage) {}

  async send(response: Visit['response'], link: PaymentLink, account: Account, locale: PageLocale): Promise<void> {
    const facts = await this.pages.facts({ link, account })
    sendFramed(response, paymentPage(this.pages.view(facts, locale), null, null))
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
