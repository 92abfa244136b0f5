import type { ConfigField, I18n } from '@paylink/plugin-api'
import type { VNode } from 'preact'
import type { ConnectProvider } from '../../connections/connect-provider.js'
import type { PageLocale } from '../../kernel/choose-locale.js'
import { Problem } from '../../kernel/problem.js'
import { providerName } from '../../plugin-host/provider-name.js'
import type { Plugins } from '../../plugin-host/registry.js'
import { Field, type FormFault, type FormView, controlAttributes, PostForm, TextField } from '../../web/form.js'
import { Fold } from '../components/fields.js'
import type { Visit } from '../visit.js'
import { SetupPage, SetupPreview, StepButtons } from './setup-parts.js'
import type { SetupVisits } from './setup-visits.js'
import { type SetupWords, setupWords } from './words.js'

const SIMULATOR = 'simulator'
/** The field that tells which way was chosen. */
const WAY = 'way'

/** Step 3: the simulator, or the test keys of a provider. */
export class WaysStep {
  constructor(
    private readonly setup: SetupVisits,
    private readonly connect: ConnectProvider,
    private readonly plugins: Plugins,
  ) {}

  /** What a plugin declares as a secret is not kept, nor what no plugin declares. */
  readonly keeps = (field: string): boolean =>
    field === WAY ||
    this.providers().some((provider) =>
      this.fieldsOf(provider).some(({ key, type }) => field === `${provider}.${key}` && !isSecret(type)),
    )

  readonly show = (visit: Visit): Promise<void> => {
    this.showForm(visit, [])
    return Promise.resolve()
  }

  readonly receive = async (visit: Visit): Promise<void> => {
    const provider = visit.fields[WAY] ?? SIMULATOR
    if (provider === SIMULATOR) return this.setup.goTo(visit, 4)
    const fields = this.fieldsOf(provider)
    const given = fields.map(({ key }) => [key, visit.fields[`${provider}.${key}`]?.trim() ?? ''] as const)
    const settings = Object.fromEntries(given.filter(([, value]) => value !== ''))
    try {
      await this.connect.run(visit.principal, { provider, sandbox: false, settings })
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      const name = providerName(this.plugins, provider, visit.locale)
      return this.showForm(visit, faultsOf(visit.locale, error, { provider, name, fields }))
    }
    this.setup.goTo(visit, 4)
  }

  readonly preview = (visit: Visit): Promise<void> => this.setup.preview(visit, visit.account)

  private showForm(visit: Visit, faults: readonly FormFault[]): void {
    const words = setupWords(visit.locale)
    const { ways } = words
    const chosen = visit.fields[WAY] ?? SIMULATOR
    const form = { values: visit.fields, faults }
    this.setup.show(
      visit,
      ways.title,
      <SetupPage words={words} step={3} title={ways.title} about={ways.about} faults={faults}>
        <PostForm action={this.setup.href(visit, 3)} csrfToken={visit.csrfToken}>
          <div class="setup-columns">
            <div class="card stack">
              <fieldset class="choices one-below" id={WAY}>
                <legend class="unseen">{ways.legend}</legend>
                <div>
                  <Way value={SIMULATOR} chosen={chosen} label={ways.simulator} about={ways.simulatorAbout} />
                  {this.providers().map((provider) => (
                    <>
                      <Way
                        value={provider}
                        chosen={chosen}
                        label={ways.connect(providerName(this.plugins, provider, visit.locale))}
                        about={ways.connectAbout}
                      />
                      <div class="unfold stack">
                        <ProviderFields
                          {...{ words, form, provider, locale: visit.locale }}
                          fields={this.fieldsOf(provider)}
                        />
                      </div>
                    </>
                  ))}
                </div>
              </fieldset>
              <StepButtons words={words} backHref={this.setup.href(visit, 2)} busy={ways.checking} />
            </div>
            <SetupPreview
              title={words.business.preview}
              src={`${this.setup.href(visit, 3)}/preview`}
              update={words.business.update}
            />
          </div>
        </PostForm>
      </SetupPage>,
      faults.length > 0 ? 422 : 200,
    )
  }

  private providers(): string[] {
    return this.plugins.ids('payment-provider')
  }

  private fieldsOf(provider: string): ConfigField[] {
    const config = this.plugins.plugin('payment-provider', provider)?.config ?? []
    return config.filter(({ mode = 'both' }) => mode !== 'live')
  }
}

const Way = ({
  value,
  chosen,
  label,
  about,
}: {
  value: string
  chosen: string
  label: string
  about: string
}): VNode => (
  <label class="choice">
    <input type="radio" name={WAY} value={value} checked={value === chosen} />
    <span>
      <b>{label}</b>
      <small>{about}</small>
    </span>
  </label>
)

interface ProviderFieldsParts {
  words: SetupWords
  form: FormView
  provider: string
  locale: PageLocale
  fields: readonly ConfigField[]
}

/** The form that the plugin declares, in its order; what has a value already is folded. */
function ProviderFields({ fields, ...parts }: ProviderFieldsParts): VNode {
  const { ways } = parts.words
  const isAsked = ({ required, default: preset }: ConfigField): boolean => required === true && preset === undefined
  const others = fields.filter((field) => !isAsked(field))
  const isOpen = others.some(({ key }) => parts.form.faults.some(({ name }) => name === `${parts.provider}.${key}`))
  return (
    <>
      {fields.filter(isAsked).map((field) => (
        <Setting {...parts} field={field} />
      ))}
      {others.length > 0 && (
        <Fold name={ways.more} value={ways.moreValue} isOpen={isOpen}>
          {others.map((field) => (
            <Setting {...parts} field={field} />
          ))}
        </Fold>
      )}
    </>
  )
}

function Setting({
  words,
  form,
  provider,
  locale,
  field,
}: Omit<ProviderFieldsParts, 'fields'> & { field: ConfigField }): VNode {
  const name = `${provider}.${field.key}`
  const label = textIn(field.label, locale)
  const hint = field.help && textIn(field.help, locale)
  const optionalWord = field.required === true ? undefined : words.optional
  const part = { form, name, label, hint, optionalWord }
  return (
    <div>
      <SettingControl words={words} locale={locale} field={field} part={part} />
      {field.helpUrl && (
        <a class="small" href={field.helpUrl} target="_blank" rel="noopener noreferrer">
          {words.ways.where}
        </a>
      )}
    </div>
  )
}

interface ControlParts {
  words: SetupWords
  locale: PageLocale
  field: ConfigField
  part: { form: FormView; name: string; label: string; hint: string | undefined; optionalWord: string | undefined }
}

function SettingControl({ words, locale, field, part }: ControlParts): VNode {
  const { type, options = [], default: preset } = field
  const typed = part.form.values[part.name] ?? String(preset ?? '')
  if (type === 'select' || type === 'boolean') {
    const choices = type === 'boolean' ? ['true', 'false'].map((value) => ({ value, label: value })) : options
    return (
      <Field {...part}>
        <select {...controlAttributes(part)}>
          <option value="">{words.ways.choose}</option>
          {choices.map(({ value, label }) => (
            <option value={value} selected={value === typed}>
              {textIn(label, locale)}
            </option>
          ))}
        </select>
      </Field>
    )
  }
  if (type === 'pem') {
    return (
      <Field {...part}>
        <textarea {...controlAttributes(part)} rows={4} spellcheck={false} autocomplete="off" />
      </Field>
    )
  }
  // A secret is never sent back to the browser.
  const form = { ...part.form, values: isSecret(type) ? {} : { [part.name]: typed } }
  return (
    <TextField
      {...part}
      form={form}
      type={isSecret(type) ? 'password' : 'text'}
      autocomplete="off"
      spellcheck={false}
      isOptional={field.required !== true}
    />
  )
}

/** A key in PEM form is a secret of several lines. */
const isSecret = (type: ConfigField['type']): boolean => type === 'secret' || type === 'pem'

const textIn = (text: I18n, locale: PageLocale): string =>
  typeof text === 'string' ? text : locale === 'en' ? text.en : text.es

function faultsOf(
  locale: PageLocale,
  problem: Problem,
  { provider, name, fields }: { provider: string; name: string; fields: readonly ConfigField[] },
): FormFault[] {
  const { ways } = setupWords(locale)
  const { code, errors = [] } = problem
  const ofFields = errors.flatMap(({ path, message }) => {
    const field = fields.find(({ key }) => key === path)
    if (!field) return []
    const text = message === 'is required' ? ways.required(textIn(field.label, locale)) : ways.refused(name)
    return [{ name: `${provider}.${path}`, text }]
  })
  if (ofFields.length > 0) return ofFields
  const text =
    code === 'provider_unavailable'
      ? ways.unavailable(name)
      : code === 'validation_error'
        ? ways.otherMode
        : ways.refusedKey(name)
  // What was refused is the key; an outage is no fault of a field.
  const key = fields.find(({ type, required }) => type === 'secret' && required === true)
  const isKey = code !== 'provider_unavailable' && key !== undefined
  return [{ name: isKey ? `${provider}.${key.key}` : WAY, text }]
}
