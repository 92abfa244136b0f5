import type { AccountChanges } from '../../accounts/account-settings.js'
import type { Account } from '../../accounts/account.js'
import { LOGO_FAULTS } from '../../accounts/logo.js'
import type { Problem } from '../../kernel/problem.js'
import { brandColourOf } from '../../web/brand-styles.js'
import { toHex } from '../../web/contrast.js'
import type { FormFault } from '../../web/form.js'
import type { FormFields } from '../read-form.js'
import type { Visit } from '../visit.js'
import { brandFormWords } from './words.js'

type Values = Readonly<Partial<Record<string, string>>>

const COLORS = Object.keys(brandFormWords('en').colorNames)

/**
 * The color that was chosen, as it was typed; undefined: none. Of code, picker and the six the one that is no longer as the
 * form showed it at first, so that each works without the script, too.
 */
export function resolvedColor(values: Values): string | undefined {
  const before = values['colorBefore'] ?? ''
  const shown = before || toHex(brandColourOf(null))
  const isOneOfSix = COLORS.includes(shown)
  const changed = (name: string, first: string): string | undefined => {
    const value = values[name]?.trim()
    return value === undefined || value === '' || value.toLowerCase() === first ? undefined : value
  }
  const color =
    changed('otherColor', isOneOfSix ? '' : shown) ??
    changed('pickedColor', shown) ??
    changed('color', isOneOfSix ? shown : '')
  return color?.toLowerCase() === before ? undefined : color
}

/** Name, contact, color and logo as typed. */
export function typedBrand({ fields, files }: Pick<Visit, 'fields' | 'files'>): AccountChanges {
  const text = (name: string): string => fields[name]?.trim() ?? ''
  const color = resolvedColor(fields)
  const isRemoved = fields['removeLogo'] === 'on'
  return {
    name: text('name'),
    supportEmail: text('supportEmail') || null,
    supportPhone: text('supportPhone') || null,
    ...(color !== undefined && { color }),
    ...(files['logo'] ? { logo: files['logo'].bytes } : isRemoved && { logo: null }),
  }
}

export const storedBrand = ({ name, brand }: Account): FormFields => ({
  name,
  supportEmail: brand.supportEmail ?? '',
  supportPhone: brand.supportPhone ?? '',
  colorBefore: brand.color ?? '',
})

/** The account as it would be with what is right of the changes. */
export const withChanges = (
  account: Account,
  { name, color, supportEmail, supportPhone, locale, timeZone }: AccountChanges,
): Account => {
  const given = { color, supportEmail, supportPhone, locale, timeZone }
  const changed = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  return { ...account, name: name || account.name, brand: { ...account.brand, ...changed } }
}

/** What is wrong, in words, at the fields of the form. */
export function brandFaults({ locale }: Pick<Visit, 'locale'>, { errors = [] }: Problem): FormFault[] {
  const { faults, logoFaults } = brandFormWords(locale)
  return errors.map(({ path, message }) => {
    const [logoFault] = Object.entries(LOGO_FAULTS).find(([, text]) => path === 'logo' && text === message) ?? []
    const text = logoFault === undefined ? faults[path] : logoFaults[logoFault as keyof typeof logoFaults]
    return { name: path === 'color' ? 'otherColor' : path, text: text ?? message }
  })
}
