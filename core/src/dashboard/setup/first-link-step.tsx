import type { ServedContract } from '../../contract/served-contract.js'
import { Problem } from '../../kernel/problem.js'
import type { CreatePaymentLink } from '../../payment-links/create-payment-link.js'
import { seeOther } from '../../web/answer.js'
import { type FormFault, PostForm, TextField } from '../../web/form.js'
import { AmountField } from '../components/fields.js'
import { parsePesos } from '../link-form/pesos.js'
import { brandFormWords } from '../brand-form/words.js'
import { everyField } from '../route.js'
import { keyOf, type Visit } from '../visit.js'
import { SetupPage, SetupPreview, StepButtons } from './setup-parts.js'
import type { SetupVisits } from './setup-visits.js'
import { setupWords } from './words.js'

/** Step 4: a first link with two fields, paid at once on the payer's page. */
export class FirstLinkStep {
  constructor(
    private readonly setup: SetupVisits,
    private readonly createLink: CreatePaymentLink,
    private readonly contract: ServedContract,
  ) {}

  readonly keeps = everyField

  readonly show = (visit: Visit): Promise<void> => {
    this.showForm(visit, [])
    return Promise.resolve()
  }

  readonly receive = async (visit: Visit): Promise<void> => {
    if (visit.fields['step'] !== undefined) return this.show(visit)
    const { title, centavos } = asked(visit)
    const words = setupWords(visit.locale).link
    const faults: FormFault[] = [
      ...(title === '' ? [{ name: 'title', text: words.titleFault }] : []),
      ...(centavos === undefined ? [{ name: 'amount', text: words.amountFault }] : []),
    ]
    if (faults.length > 0) return this.showForm(visit, faults)
    try {
      seeOther(visit.response, (await this.create(visit, title, centavos ?? 0)).url)
    } catch (error) {
      if (!(error instanceof Problem) || !['validation_error', 'provider_rejected'].includes(error.code)) throw error
      this.showForm(visit, [{ name: 'amount', text: words.refused }])
    }
  }

  readonly preview = async (visit: Visit): Promise<void> => {
    const { title, centavos } = asked(visit)
    try {
      await this.setup.preview(visit, visit.account, { title, ...(centavos && { centavos }) })
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      // The frame keeps what it shows: the last version that was understood.
      visit.response.status(204).end()
    }
  }

  private async create(
    { principal, fields, formKey }: Visit,
    title: string,
    centavos: number,
  ): Promise<{ url: string }> {
    const key = keyOf({ fields, formKey })
    const body = { title, items: [{ name: title, quantity: 1, unitPriceCentavos: centavos }] }
    const parsed = this.contract.parse('create_payment_link', { headers: { 'idempotency-key': key }, body }, principal)
    return (await this.createLink.run(principal, key, parsed.body)).body
  }

  private showForm(visit: Visit, faults: readonly FormFault[]): void {
    const words = setupWords(visit.locale)
    const { link } = words
    const form = { values: visit.fields, faults }
    const formKey = keyOf(visit)
    this.setup.show(
      visit,
      link.title,
      <SetupPage words={words} step={4} title={link.title} about={link.about} faults={faults}>
        <PostForm action={this.setup.href(visit, 4)} csrfToken={visit.csrfToken} formKey={formKey} live>
          <div class="setup-columns">
            <div class="card stack">
              <TextField form={form} name="title" label={link.what} autocomplete="off" />
              <AmountField form={form} name="amount" label={link.howMuch} hint={link.included} />
              <StepButtons
                words={words}
                backHref={visit.base}
                button={link.button}
                busy={link.busy}
                back={link.later}
                isLast
              />
            </div>
            <SetupPreview
              title={link.preview}
              src={`${this.setup.href(visit, 4)}/preview`}
              update={brandFormWords(visit.locale).update}
            />
          </div>
        </PostForm>
      </SetupPage>,
      faults.length > 0 ? 422 : 200,
    )
  }
}

const asked = ({ fields }: Visit): { title: string; centavos: number | undefined } => ({
  title: fields['title']?.trim() ?? '',
  centavos: parsePesos(fields['amount'] ?? ''),
})
