import type { ComponentChildren, VNode } from 'preact'
import { MAX_LOGO_BYTES } from '../../accounts/logo.js'
import { type FormView, TextField } from '../../web/form.js'
import { FileField } from '../components/fields.js'
import { hadFile, type Visit } from '../visit.js'
import { brandFormWords } from './words.js'

interface Parts {
  visit: Visit
  form: FormView
}

export const NameField = ({ visit, form, hint }: Parts & { hint?: string }): VNode => (
  <TextField
    form={form}
    name="name"
    label={brandFormWords(visit.locale).name}
    hint={hint}
    autocomplete="organization"
  />
)

/** How payers reach the business. */
export const ContactFields = ({
  visit,
  form,
  isEmailOptional = false,
}: Parts & { isEmailOptional?: boolean }): VNode => {
  const words = brandFormWords(visit.locale)
  return (
    <div class="fields">
      <TextField
        form={form}
        name="supportEmail"
        type="email"
        label={words.email}
        optionalWord={isEmailOptional ? words.optional : undefined}
        autocomplete="email"
        spellcheck={false}
        isOptional={isEmailOptional}
      />
      <TextField
        form={form}
        name="supportPhone"
        label={words.phone}
        optionalWord={words.optional}
        autocomplete="tel"
        isOptional
      />
    </div>
  )
}

/** @param children what stands below the control, such as the present logo */
export const LogoField = ({ visit, form, children }: Parts & { children?: ComponentChildren }): VNode => {
  const words = brandFormWords(visit.locale)
  return (
    <>
      <FileField
        locale={visit.locale}
        form={form}
        name="logo"
        label={words.logo}
        optionalWord={words.optional}
        hint={words.logoHint}
        accept="image/png,image/jpeg,image/webp"
        maxBytes={MAX_LOGO_BYTES}
        tooLarge={words.logoFaults.bytes}
        wasSent={hadFile(visit, 'logo')}
      />
      {children}
    </>
  )
}
