import { rightChanges } from '../../accounts/account-settings.js'
import type { ReadAccount } from '../../accounts/read-account.js'
import type { ServedContract } from '../../contract/served-contract.js'
import type { Previewed, PreviewLetters } from '../../letters/preview-letters.js'
import type { CreatePaymentLink } from '../../payment-links/create-payment-link.js'
import { type ColorScheme, COLOR_SCHEMES, inScheme } from '../../web/in-scheme.js'
import { withChanges } from '../brand-form/typed-brand.js'
import { type LinkPreview, sendFramedMail } from '../link-form/link-preview.js'
import type { Visit } from '../visit.js'
import { PREVIEW_KINDS, type PreviewKind } from './preview-choice.js'
import { typedDetails } from './typed-details.js'
import { brandWords } from './words.js'

const SAMPLE_CENTAVOS = 68_000

/** What payers would see, with what is typed and not saved, as far as it is right. */
export class BrandPreview {
  constructor(
    private readonly linkPreview: LinkPreview,
    private readonly letters: PreviewLetters,
    private readonly accounts: ReadAccount,
    private readonly createLink: CreatePaymentLink,
    private readonly contract: ServedContract,
  ) {}

  /** Page or email, for the frame of the form. */
  readonly show = async (visit: Visit): Promise<void> => {
    const { kind, scheme } = choiceIn(visit)
    const previewed = await this.previewedOf(visit)
    if (kind === 'page') {
      const { link, account, logo } = previewed
      return this.linkPreview.send(visit.response, link, account, { logo: logo ?? null, scheme, isSample: true })
    }
    const html = await (kind === 'mail' ? this.letters.request(previewed) : this.letters.receipt(previewed))
    sendFramedMail(visit.response, inScheme({ html }, scheme).html)
  }

  /** In a window of its own: browsers show no PDF in a sandboxed frame, and phones in none. */
  readonly showPdf = async (visit: Visit): Promise<void> => {
    const pdf = await this.letters.receiptPdf(await this.previewedOf(visit))
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

  private async previewedOf(visit: Visit): Promise<Previewed> {
    const isTyped = Object.keys(visit.fields).length > 0
    const { settings, logo } = isTyped ? await rightChanges(typedDetails(visit)) : { settings: {}, logo: undefined }
    const account = withChanges(visit.account, settings)
    const shownLogo = logo === undefined ? await this.accounts.logo(account.id) : (logo ?? undefined)
    const words = brandWords(account.brand.locale).preview
    const body = {
      title: words.sample,
      items: [{ name: words.sampleItem, quantity: 1, unitPriceCentavos: SAMPLE_CENTAVOS }],
    }
    const input = { headers: { 'idempotency-key': visit.formKey }, body }
    const link = this.createLink.draft(
      visit.principal,
      this.contract.parse('create_payment_link', input, visit.principal).body,
    )
    return { account, logo: shownLogo, link }
  }
}

function choiceIn({ fields }: Visit): { kind: PreviewKind; scheme: ColorScheme } {
  return {
    kind: PREVIEW_KINDS.find((kind) => kind === fields['previewKind']) ?? 'page',
    scheme: COLOR_SCHEMES.find((scheme) => scheme === fields['previewScheme']) ?? 'light',
  }
}
