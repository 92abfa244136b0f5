import type { ComponentChildren, VNode } from 'preact'
import { messagesOf } from '../web/messages/messages.js'
import type { PageLocale } from '../kernel/choose-locale.js'
import type { InvoiceFormView } from './invoice-page.view.js'
import { faultText } from './invoice-words.js'
import type { ChoiceGroup } from './receiver-choices.js'
import type { InvoiceFormField } from './typed-receiver.js'

interface FieldProps {
  locale: PageLocale
  form: InvoiceFormView
  field: InvoiceFormField
  /** Instead of the field's own. */
  hint?: string
}

interface TextProps extends FieldProps {
  type?: 'text' | 'email'
  pattern?: string
  inputMode?: 'numeric'
  autocomplete?: string
  autocapitalize?: 'characters'
  spellcheck?: boolean
  isOptional?: boolean
}

/** Label, hint, fault and control, in reading order. */
function Field({ locale, form, field, hint, children }: FieldProps & { children: ComponentChildren }): VNode {
  const { labels, hints, wrongCheckDigit } = messagesOf(locale).invoice
  const fault = form.faults.find((found) => found.field === field)
  return (
    <div class={fault ? 'field wrong' : 'field'}>
      <label for={field}>{labels[field]}</label>
      <p class="muted small" id={`${field}-hint`}>
        {hint ?? hints[field]}
      </p>
      {fault && (
        <p class="fault" id={`${field}-fault`}>
          {faultText(locale, fault)}
        </p>
      )}
      {isDoubtful(form, field) && (
        <p class="doubt" id={`${field}-doubt`}>
          {wrongCheckDigit}
        </p>
      )}
      {children}
    </div>
  )
}

const isDoubtful = (form: InvoiceFormView, field: InvoiceFormField): boolean => field === 'rfc' && form.isRfcDoubtful

/** The attributes that link a control to its hint and fault. */
function controlAttributes({ form, field }: FieldProps): Record<string, string> {
  const isWrong = form.faults.some((fault) => fault.field === field)
  const words = [isWrong && 'fault', isDoubtful(form, field) && 'doubt', 'hint'].filter((word) => word !== false)
  return {
    ...{ id: field, name: field, 'aria-describedby': words.map((word) => `${field}-${word}`).join(' ') },
    ...(isWrong && { 'aria-invalid': 'true' }),
  }
}

export function TextField({ locale, form, field, hint, type = 'text', isOptional = false, ...rest }: TextProps): VNode {
  const props = { locale, form, field, hint }
  const attributes: Record<string, string> = { ...controlAttributes(props), type }
  return (
    <Field {...props}>
      <input {...attributes} value={form.typed[field]} required={!isOptional} {...rest} />
    </Field>
  )
}

/** The SAT's names stay Spanish in every language. */
const SPANISH = { 'es-MX': undefined, en: 'es' }

export function ChoiceField({ locale, form, field, groups }: FieldProps & { groups: ChoiceGroup[] }): VNode {
  const words = messagesOf(locale).invoice
  const props = { locale, form, field }
  return (
    <Field {...props}>
      <select required {...controlAttributes(props)}>
        <option value="">{words.choose}</option>
        {groups.map(({ kind, choices }) => (
          <optgroup label={words.groups[kind]} class={kind}>
            {choices.map(({ clave, nombre, mark }) => (
              <option
                value={clave}
                class={mark || undefined}
                lang={SPANISH[locale]}
                selected={form.typed[field] === clave}
              >
                {clave} · {nombre}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </Field>
  )
}

export function FormaField({
  locale,
  form,
  allowed,
}: Omit<FieldProps, 'field'> & { allowed: { code: string; label: string }[] }): VNode {
  const props = { locale, form, field: 'formaPago' } as const
  return (
    <Field {...props}>
      <select required {...controlAttributes(props)}>
        <option value="">{messagesOf(locale).invoice.choose}</option>
        {allowed.map(({ code, label }) => (
          <option value={code} lang={SPANISH[locale]} selected={form.typed.formaPago === code}>
            {label}
          </option>
        ))}
      </select>
    </Field>
  )
}
