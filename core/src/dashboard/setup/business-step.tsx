import { rightChanges } from '../../accounts/account-settings.js'
import type { Account } from '../../accounts/account.js'
import type { ChangeAccount } from '../../accounts/change-account.js'
import { Problem } from '../../kernel/problem.js'
import { type FormFault, PostForm } from '../../web/form.js'
import { ContactFields, LogoField, NameField } from '../brand-form/brand-fields.js'
import { ColorField, DEFAULT_COLOR } from '../brand-form/color-field.js'
import { brandFaults, storedBrand, typedBrand, withChanges } from '../brand-form/typed-brand.js'
import { brandFormWords } from '../brand-form/words.js'
import { everyField } from '../route.js'
import type { Visit } from '../visit.js'
import type { SetupVisits } from './setup-visits.js'
import { SetupPage, SetupPreview, StepButtons } from './setup-parts.js'
import { setupWords } from './words.js'

/** Step 2: how the business looks to those who pay. Finishing it verifies the profile of the installation's first account. */
export class BusinessStep {
  constructor(
    private readonly setup: SetupVisits,
    private readonly changeAccount: ChangeAccount,
  ) {}

  readonly keeps = everyField

  readonly show = (visit: Visit): Promise<void> => {
    this.showForm(visit, [])
    return Promise.resolve()
  }

  readonly receive = async (visit: Visit): Promise<void> => {
    // The script asks for parts of the form, as of other forms with a preview.
    if (visit.fields['step'] !== undefined) return this.show(visit)
    const isFirstColor = visit.account.brand.color === null
    const changes = { ...(isFirstColor && { color: DEFAULT_COLOR }), ...typedBrand(visit) }
    const { principal } = visit
    try {
      if (!changes.name) throw new Problem('validation_error', { errors: [{ path: 'name', message: 'is required' }] })
      await this.changeAccount.setUp(principal, changes)
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'validation_error') throw error
      return this.showForm(visit, brandFaults(visit, error))
    }
    this.setup.goTo(visit, 3)
  }

  /** The payer's page with what is typed, as far as it is understood. */
  readonly preview = async (visit: Visit): Promise<void> => {
    const { settings, logo } = await rightChanges(typedBrand(visit))
    await this.setup.preview(visit, withChanges(visit.account, settings), { logo })
  }

  private showForm(visit: Visit, faults: readonly FormFault[]): void {
    const words = setupWords(visit.locale)
    const { business } = words
    const isTyped = Object.keys(visit.fields).length > 0
    const values = isTyped ? visit.fields : valuesOf(visit.account, visit)
    const form = { values, faults }
    const brandWords = brandFormWords(visit.locale)
    this.setup.show(
      visit,
      business.title,
      <SetupPage words={words} step={2} title={business.title} about={business.about} faults={faults}>
        <PostForm action={this.setup.href(visit, 2)} csrfToken={visit.csrfToken} hasFile live>
          <div class="setup-columns">
            <div class="card stack">
              <NameField visit={visit} form={form} />
              <ContactFields visit={visit} form={form} />
              <LogoField visit={visit} form={form} />
              <ColorField words={brandWords} form={form} />
              <StepButtons words={words} backHref={null} />
            </div>
            <SetupPreview
              title={brandWords.preview}
              src={`${this.setup.href(visit, 2)}/preview`}
              update={brandWords.update}
            />
          </div>
        </PostForm>
      </SetupPage>,
      faults.length > 0 ? 422 : 200,
    )
  }
}

/** Before it was verified, the name is the one that the installation came with. */
const valuesOf = (account: Account, { session }: Visit): Record<string, string> => ({
  ...storedBrand(account),
  ...(account.verifiedAt === null && { name: '' }),
  supportEmail: account.brand.supportEmail ?? session.user.email,
})
