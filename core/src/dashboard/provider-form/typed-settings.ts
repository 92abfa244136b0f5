import type { ConfigField } from '@paylink/plugin-api'
import type { FormFields } from '../read-form.js'

/** A plugin names its settings as it likes: with its id in front none is taken for a field of ours. */
export const fieldName = (provider: string, key: string): string => `${provider}.${key}`

/** A key in PEM form is a secret of several lines. */
export const isSecret = ({ type }: Pick<ConfigField, 'type'>): boolean => type === 'secret' || type === 'pem'

/** What was typed into the form of a plugin, by the keys of its settings. Empty fields are left out. */
export function typedSettings(
  typed: FormFields,
  provider: string,
  fields: readonly ConfigField[],
): Record<string, string> {
  const given = fields.map(({ key }) => [key, typed[fieldName(provider, key)]?.trim() ?? ''] as const)
  return Object.fromEntries(given.filter(([, value]) => value !== ''))
}

/** For a route's `keeps`: what a plugin declares as a secret is not kept, nor what no plugin declares. */
export const keepsSettings = (provider: string, fields: readonly ConfigField[], name: string): boolean =>
  fields.some((field) => name === fieldName(provider, field.key) && !isSecret(field))
