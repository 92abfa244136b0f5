import type { VNode } from 'preact'
import type { PageLocale } from '../kernel/choose-locale.js'
import { type FieldParts, type InputParts, SelectField, TextField } from '../web/form.js'
import { messagesOf } from '../web/messages/messages.js'
import type { InvoiceFormView } from './invoice-page.view.js'
import { faultsShown } from './invoice-words.js'
import type { ChoiceGroup } from './receiver-choices.js'
import type { InvoiceFormField } from './typed-receiver.js'

interface ReceiverField {
  locale: PageLocale
  form: InvoiceFormView
  field: InvoiceFormField
  /** Instead of the field's own. */
  hint?: string
}

export function ReceiverText({
  locale,
  form,
  field,
  hint,
  ...input
}: ReceiverField & Omit<InputParts, keyof FieldParts>): VNode {
  return <TextField {...partsOf({ locale, form, field, hint })} {...input} />
}

/** The SAT's names stay Spanish in every language. */
const SPANISH = { 'es-MX': undefined, en: 'es' }

export function ReceiverChoice({ groups, ...field }: ReceiverField & { groups: ChoiceGroup[] }): VNode {
  const words = messagesOf(field.locale).invoice
  return (
    <SelectField {...partsOf(field)} placeholder={words.choose}>
      {groups.map(({ kind, choices }) => (
        <optgroup label={words.groups[kind]} class={kind}>
          {choices.map(({ clave, nombre, mark }) => (
            <option
              value={clave}
              class={mark || undefined}
              lang={SPANISH[field.locale]}
              selected={field.form.typed[field.field] === clave}
            >
              {clave} · {nombre}
            </option>
          ))}
        </optgroup>
      ))}
    </SelectField>
  )
}

export function FormaChoice({
  locale,
  form,
  allowed,
}: Omit<ReceiverField, 'field'> & { allowed: { code: string; label: string }[] }): VNode {
  return (
    <SelectField {...partsOf({ locale, form, field: 'formaPago' })} placeholder={messagesOf(locale).invoice.choose}>
      {allowed.map(({ code, label }) => (
        <option value={code} lang={SPANISH[locale]} selected={form.typed.formaPago === code}>
          {label}
        </option>
      ))}
    </SelectField>
  )
}

function partsOf({ locale, form, field, hint }: ReceiverField): FieldParts {
  const { labels, hints, wrongCheckDigit } = messagesOf(locale).invoice
  return {
    form: { values: form.typed, faults: faultsShown(locale, form.faults) },
    name: field,
    label: labels[field],
    hint: hint ?? hints[field],
    doubt: field === 'rfc' && form.isRfcDoubtful ? wrongCheckDigit : null,
  }
}
