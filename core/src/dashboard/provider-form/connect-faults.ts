import type { ConfigField } from '@paylink/plugin-api'
import type { PageLocale } from '../../kernel/choose-locale.js'
import type { FieldFault, Problem } from '../../kernel/problem.js'
import { textIn } from '../../plugin-host/provider-name.js'
import type { FormFault } from '../../web/form.js'
import { fieldName, isSecret } from './typed-settings.js'
import { providerFormWords, type ProviderFormWords } from './words.js'

export interface ConnectAttempt {
  provider: string
  /** Its name. */
  name: string
  livemode: boolean
  fields: readonly ConfigField[]
  /** What was typed: nothing of it is repeated where it is a secret. */
  settings: Readonly<Record<string, string>>
  /** The field for what is no fault of one. */
  otherwise: string
}

const OUTAGES = ['provider_unavailable', 'invoicing_unavailable']
const MAX_SENTENCE = 300

/** Why a provider was not connected, on the fields of its form. */
export function connectFaults(locale: PageLocale, problem: Problem, attempt: ConnectAttempt): FormFault[] {
  const words = providerFormWords(locale)
  const { provider, name, livemode, fields, otherwise } = attempt
  const { code, errors = [] } = problem
  const ofFields = errors.flatMap((error) => {
    const field = fields.find(({ key }) => key === error.path)
    if (!field) return []
    return [{ name: fieldName(provider, field.key), text: textOf(words, error, textIn(field.label, locale), name) }]
  })
  if (ofFields.length > 0) return ofFields
  // An outage is no fault of a field.
  if (OUTAGES.includes(code)) return [{ name: otherwise, text: words.unavailable(name) }]
  if (code === 'request_in_flight') return [{ name: otherwise, text: words.changedMeanwhile }]
  const isOtherMode = errors.some(({ path }) => path === 'mode')
  const text = isOtherMode ? words.otherMode[livemode ? 'live' : 'test'](name) : words.refusedKey(name)
  const key = fields.find(({ type, required }) => type === 'secret' && required === true)
  return [{ name: key ? fieldName(provider, key.key) : otherwise, text }]
}

/** What the provider itself answered, in its words; null: nothing, or it repeats a secret. */
export function answerOf({ code, detail }: Problem, { fields, settings }: ConnectAttempt): string | null {
  if (!['provider_rejected', 'invoicing_rejected'].includes(code) || detail === undefined) return null
  const secrets = fields.filter(isSecret).flatMap(({ key }) => settings[key] ?? [])
  if (secrets.some((secret) => detail.includes(secret))) return null
  return detail.length > MAX_SENTENCE ? `${detail.slice(0, MAX_SENTENCE)}…` : detail
}

/** In the words of the page: the sentences are those of `checkConfig`. */
function textOf(words: ProviderFormWords, { message }: FieldFault, label: string, name: string): string {
  if (message === 'is required') return words.required(label)
  if (message === 'does not have the right form') return words.wrongForm(label)
  if (message.includes('whole number')) return words.wrongNumber
  if (message.includes('scheme://')) return words.wrongUrl
  if (message.includes('one of the options') || message.includes('true or false')) return words.wrongChoice
  if (message.includes('PEM')) return words.wrongPem
  return words.refused(name)
}
