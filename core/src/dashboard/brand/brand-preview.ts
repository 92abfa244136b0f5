import type { Account } from '../../accounts/account.js'
import { rightChanges } from '../../accounts/account-settings.js'
import type { ReadAccount } from '../../accounts/read-account.js'
import type { ServedContract } from '../../contract/served-contract.js'
import type { Look, PreviewLetter } from '../../letters/preview-letter.js'
import type { PaymentLink } from '../../payment-links/payment-link.js'
import type { CreatePaymentLink } from '../../payment-links/create-payment-link.js'
import { type ColorScheme, COLOR_SCHEMES, inScheme } from '../../web/in-scheme.js'
import { withChanges } from '../brand-form/typed-brand.js'
import { sendLetter } from '../email/send-letter.js'
import type { LinkPreview } from '../link-form/link-preview.js'
import type { Visit } from '../visit.js'
import { PREVIEW_KINDS, type PreviewKind } from './preview-choice.js'
import { typedDetails } from './typed-details.js'
import { brandWords } from './words.js'

const SAMPLE_CENTAVOS = 68_000

/** What payers would see, with what is typed and not saved, as far as it is right. */
export class BrandPreview {
  constructor(
    private readonly linkPreview: LinkPreview,
    private readonly letters: PreviewLetter,
    private readonly accounts: ReadAccount,
    private readonly createLink: CreatePaymentLink,
    private readonly contract: ServedContract,
  ) {}

  /** Page or email, for the frame of the form. */
  readonly show = async (visit: Visit): Promise<void> => {
    const { kind, scheme } = choiceIn(visit)
    const look = await this.lookOf(visit)
    const { account, logo } = look
    if (kind === 'page') {
      return this.linkPreview.send(visit.response, this.sampleLink(visit, account), account, {
        logo,
        scheme,
        isSample: true,
      })
    }
    const letter = await this.letters.run(look, kind === 'mail' ? 'request' : 'receipt', account.brand.locale)
    sendLetter(visit, inScheme(letter, scheme).html)
  }

  /** In a window of its own: browsers show no PDF in a sandboxed frame, and phones in none. */
  readonly showPdf = async (visit: Visit): Promise<void> => {
    const look = await this.lookOf(visit)
    const pdf = await this.letters.receiptPdf(look, look.account.brand.locale)
    visit.response
      .status(200)
      .set({
        'Content-Type': 'application/pdf',
        'Content-Disposition': 'inline; filename="recibo.pdf"',
        'Content-Security-Policy': "frame-ancestors 'none'",
        'X-Content-Type-Options': 'nosniff',
        'Referrer-Policy': 'no-referrer',
        'Cache-Control': 'no-store',
      })
      .end(Buffer.from(pdf))
  }

  private async lookOf(visit: Visit): Promise<Look> {
    const isTyped = Object.keys(visit.fields).length > 0
    const { settings, logo } = isTyped ? await rightChanges(typedDetails(visit)) : { settings: {}, logo: undefined }
    const account = withChanges(visit.account, settings)
    const shown = logo === undefined ? await this.accounts.logo(account.id) : logo
    return { account, logo: shown ?? null, livemode: visit.principal.livemode }
  }

  private sampleLink(visit: Visit, { brand }: Account): PaymentLink {
    const words = brandWords(brand.locale).preview
    const body = {
      title: words.sample,
      items: [{ name: words.sampleItem, quantity: 1, unitPriceCentavos: SAMPLE_CENTAVOS }],
    }
    const input = { headers: { 'idempotency-key': visit.formKey }, body }
    return this.createLink.draft(
      visit.principal,
      this.contract.parse('create_payment_link', input, visit.principal).body,
    )
  }
}

function choiceIn({ fields }: Visit): { kind: PreviewKind; scheme: ColorScheme } {
  return {
    kind: PREVIEW_KINDS.find((kind) => kind === fields['previewKind']) ?? 'page',
    scheme: COLOR_SCHEMES.find((scheme) => scheme === fields['previewScheme']) ?? 'light',
  }
}
