import type { VNode } from 'preact'
import type { Account } from '../../accounts/account.js'
import type { Logo } from '../../accounts/logo.js'
import type { ServedContract } from '../../contract/served-contract.js'
import type { BaseUrl } from '../../kernel/named.js'
import type { CreatePaymentLink } from '../../payment-links/create-payment-link.js'
import { seeOther } from '../../web/answer.js'
import { dashboardHeaders } from '../../web/dashboard-headers.js'
import { pathBelow } from '../frame/entries.js'
import { renderOutside } from '../frame/outside.js'
import { LanguageButton } from '../language.js'
import type { LinkPreview } from '../link-form/link-preview.js'
import type { Visit } from '../visit.js'
import { setupWords } from './words.js'

interface Asked {
  title?: string
  centavos?: number
  /** As for a link's preview. */
  logo?: Logo | null | undefined
}

/** What a preview asks for until something was typed. */
const SAMPLE_CENTAVOS = 24_500

/** The steps of the first run after the sign-in: in test mode, in a page of their own without the navigation. */
export class SetupVisits {
  constructor(
    private readonly linkPreview: LinkPreview,
    private readonly createLink: CreatePaymentLink,
    private readonly contract: ServedContract,
    private readonly baseUrl: BaseUrl,
  ) {}

  /** Nothing is set up for real here: an address without the mode leads to the one with it. */
  readonly inTestMode =
    (answer: (visit: Visit) => Promise<void>) =>
    async (visit: Visit): Promise<void> => {
      if (!visit.principal.livemode) return answer(visit)
      seeOther(visit.response, visit.otherBase + pathBelow(visit))
    }

  href({ base }: Pick<Visit, 'base'>, step: number): string {
    return `${base}/setup/${step}`
  }

  goTo(visit: Visit, step: number): void {
    seeOther(visit.response, this.href(visit, step))
  }

  show(visit: Visit, title: string, content: VNode, status = 200): void {
    const { response, locale } = visit
    const html = renderOutside({
      ...{ locale, title, content, baseUrl: this.baseUrl },
      ...{ merchant: null, size: 'wide', isTest: true, script: 'secrets.js' },
      below: (
        <footer class="languages">
          <LanguageButton visit={visit} />
        </footer>
      ),
    })
    response.status(status).set(dashboardHeaders()).send(html)
  }

  /** The payer's page of a link that does not exist, in the merchant's language. */
  async preview(visit: Visit, account: Account, asked: Asked = {}): Promise<void> {
    const { business } = setupWords(account.brand.locale)
    const title = asked.title || business.sample
    const body = { title, items: [{ name: title, quantity: 1, unitPriceCentavos: asked.centavos ?? SAMPLE_CENTAVOS }] }
    const input = { headers: { 'idempotency-key': visit.formKey }, body }
    const parsed = this.contract.parse('create_payment_link', input, visit.principal)
    const link = this.createLink.draft(visit.principal, parsed.body)
    await this.linkPreview.send(visit.response, link, account, { logo: asked.logo })
  }
}
