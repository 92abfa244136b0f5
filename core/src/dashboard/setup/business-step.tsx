import type { AccountChanges } from '../../accounts/account-settings.js'
import type { Account } from '../../accounts/account.js'
import type { ChangeAccount } from '../../accounts/change-account.js'
import { Problem } from '../../kernel/problem.js'
import { type FormFault, PostForm, TextField } from '../../web/form.js'
import { MAX_LOGO_BYTES } from '../../accounts/logo.js'
import { FileField } from '../components/fields.js'
import { everyField } from '../route.js'
import { hadFile, type Visit } from '../visit.js'
import { ColorField } from './color-field.js'
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
    const changes = changesIn(visit)
    const { principal } = visit
    try {
      if (!changes.name) throw new Problem('validation_error', { errors: [{ path: 'name', message: 'is required' }] })
      await this.changeAccount.setUp(principal, changes)
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'validation_error') throw error
      return this.showForm(visit, faultsIn(visit, error))
    }
    this.setup.goTo(visit, 3)
  }

  /** The payer's page with what is typed, as far as it is understood. */
  readonly preview = (visit: Visit): Promise<void> => {
    const { name, color } = changesIn(visit)
    const { account } = visit
    const isColor = typeof color === 'string' && /^#[0-9a-f]{6}$/i.test(color)
    const brand = { ...account.brand, ...(isColor && { color }), logoType: account.brand.logoType }
    return this.setup.preview(visit, { ...account, name: name || account.name, brand })
  }

  private showForm(visit: Visit, faults: readonly FormFault[]): void {
    const words = setupWords(visit.locale)
    const { business } = words
    const isTyped = Object.keys(visit.fields).length > 0
    const values = isTyped ? visit.fields : valuesOf(visit.account, visit)
    const form = { values, faults }
    const optional = words.optional
    this.setup.show(
      visit,
      business.title,
      <SetupPage words={words} step={2} title={business.title} about={business.about} faults={faults}>
        <PostForm action={this.setup.href(visit, 2)} csrfToken={visit.csrfToken} hasFile live>
          <div class="setup-columns">
            <div class="card stack">
              <TextField form={form} name="name" label={business.name} autocomplete="organization" />
              <div class="fields">
                <TextField
                  form={form}
                  name="supportEmail"
                  type="email"
                  label={business.email}
                  autocomplete="email"
                  spellcheck={false}
                />
                <TextField
                  form={form}
                  name="supportPhone"
                  label={business.phone}
                  optionalWord={optional}
                  autocomplete="tel"
                  isOptional
                />
              </div>
              <FileField
                locale={visit.locale}
                form={form}
                name="logo"
                label={business.logo}
                optionalWord={optional}
                hint={business.logoHint}
                accept="image/png,image/jpeg,image/webp"
                maxBytes={MAX_LOGO_BYTES}
                tooLarge={business.faults['logo'] ?? ''}
                wasSent={hadFile(visit, 'logo')}
              />
              <ColorField words={words} form={form} />
              <StepButtons words={words} backHref={null} />
            </div>
            <SetupPreview
              title={business.preview}
              src={`${this.setup.href(visit, 2)}/preview`}
              update={business.update}
            />
          </div>
        </PostForm>
      </SetupPage>,
      faults.length > 0 ? 422 : 200,
    )
  }
}

function changesIn({ fields, files }: Visit): AccountChanges {
  const text = (name: string): string => fields[name]?.trim() ?? ''
  const color = text('otherColor') || text('color')
  return {
    name: text('name'),
    supportEmail: text('supportEmail') || null,
    supportPhone: text('supportPhone') || null,
    ...(color !== '' && { color }),
    ...(files['logo'] && { logo: files['logo'].bytes }),
  }
}

/** Before it was verified, the name is the one that the installation came with. */
const valuesOf = ({ name, verifiedAt, brand }: Account, { session }: Visit): Record<string, string> => ({
  name: verifiedAt === null ? '' : name,
  supportEmail: brand.supportEmail ?? session.user.email,
  supportPhone: brand.supportPhone ?? '',
  color: brand.color ?? '',
})

function faultsIn({ locale, fields }: Visit, { errors = [] }: Problem): FormFault[] {
  const { faults } = setupWords(locale).business
  return errors.map(({ path, message }) => {
    const name = path === 'color' && fields['otherColor'] ? 'otherColor' : path
    return { name, text: faults[path] ?? message }
  })
}
