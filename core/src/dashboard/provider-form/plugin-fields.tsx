import type { ConfigField } from '@paylink/plugin-api'
import type { VNode } from 'preact'
import type { PageLocale } from '../../kernel/choose-locale.js'
import { textIn } from '../../plugin-host/provider-name.js'
import { controlAttributes, Field, type FormView, TextField } from '../../web/form.js'
import { Fold } from '../components/fields.js'
import { fieldName } from './typed-settings.js'
import { providerFormWords, type ProviderFormWords } from './words.js'

interface PluginFieldsParts {
  form: FormView
  provider: string
  locale: PageLocale
  fields: readonly ConfigField[]
}

/** The form that a plugin declares, in its order; what has a value already is folded. Its page has `secrets.js`. */
export function PluginFields({ fields, ...parts }: PluginFieldsParts): VNode {
  const words = providerFormWords(parts.locale)
  const isAsked = ({ required, default: preset }: ConfigField): boolean => required === true && preset === undefined
  const others = fields.filter((field) => !isAsked(field))
  const isOpen = others.some(({ key }) => parts.form.faults.some(({ name }) => name === fieldName(parts.provider, key)))
  return (
    <>
      {fields.filter(isAsked).map((field) => (
        <Setting {...parts} words={words} field={field} />
      ))}
      {others.length > 0 && (
        <Fold name={words.more} value={words.moreValue} isOpen={isOpen}>
          {others.map((field) => (
            <Setting {...parts} words={words} field={field} />
          ))}
        </Fold>
      )}
    </>
  )
}

type SettingParts = Omit<PluginFieldsParts, 'fields'> & { words: ProviderFormWords; field: ConfigField }

function Setting({ words, form, provider, locale, field }: SettingParts): VNode {
  const name = fieldName(provider, field.key)
  const label = textIn(field.label, locale)
  const hint = field.help && textIn(field.help, locale)
  const optionalWord = field.required === true ? undefined : words.optional
  const part = { form, name, label, hint, optionalWord }
  return (
    <div class="setting">
      <SettingControl words={words} locale={locale} field={field} part={part} />
      {field.helpUrl !== undefined && isWebAddress(field.helpUrl) && (
        <a class="small" href={field.helpUrl} target="_blank" rel="noopener noreferrer">
          {words.where}
        </a>
      )}
    </div>
  )
}

interface ControlParts {
  words: ProviderFormWords
  locale: PageLocale
  field: ConfigField
  part: { form: FormView; name: string; label: string; hint: string | undefined; optionalWord: string | undefined }
}

function SettingControl({ words, locale, field, part }: ControlParts): VNode {
  const { type, options = [], default: preset } = field
  const typed = part.form.values[part.name] ?? String(preset ?? '')
  if (type === 'select' || type === 'boolean') {
    const yesOrNo = [
      { value: 'true', label: words.yes },
      { value: 'false', label: words.no },
    ]
    return (
      <Field {...part}>
        <select {...controlAttributes(part)}>
          <option value="">{words.choose}</option>
          {(type === 'boolean' ? yesOrNo : options).map(({ value, label }) => (
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
        <textarea {...controlAttributes(part)} rows={4} spellcheck={false} autocomplete="off" class="code" />
      </Field>
    )
  }
  if (type === 'secret') return <SecretField words={words} part={part} isOptional={field.required !== true} />
  const form = { ...part.form, values: { [part.name]: typed } }
  return (
    <TextField
      {...part}
      form={form}
      type="text"
      inputMode={type === 'integer' ? 'numeric' : undefined}
      autocomplete="off"
      spellcheck={false}
      isOptional={field.required !== true}
    />
  )
}

/** Never sent back to the browser. With the script it can be looked at while it is typed. */
const SecretField = ({
  words,
  part,
  isOptional,
}: Pick<ControlParts, 'words' | 'part'> & { isOptional: boolean }): VNode => (
  <Field {...part}>
    <span class="secret-field">
      <input
        {...controlAttributes(part)}
        type="password"
        value=""
        required={!isOptional}
        autocomplete="off"
        spellcheck={false}
      />
      <button type="button" class="text-button scripted" data-reveal={words.hide} aria-controls={part.name}>
        {words.show}
      </button>
    </span>
  </Field>
)

/** Checked when the plugin is loaded, and here once more: it is put where a script could run. */
const isWebAddress = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
