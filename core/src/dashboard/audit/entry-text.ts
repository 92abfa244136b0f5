import { type AuditEntry, creatorOfActor } from '../../audit/audit-entry.js'
import type { ActorName } from '../../identity/read-actor-names.js'
import type { PageLocale } from '../../kernel/choose-locale.js'
import type { Decision } from '../../reconciliation/record-decision.js'
import { frameWords } from '../frame/words.js'
import { actionText, type AuditWords, auditWords } from './words.js'

export type ActorNames = ReadonlyMap<string, ActorName>

/** Texts that people typed or other servers sent are cut. */
const MAX_TEXT = 300

/** Who acted, in few words; an id alone tells a reader nothing. */
export function actorName(words: AuditWords, name: ActorName | undefined): string {
  switch (name?.kind) {
    case undefined:
      return words.unknown
    case 'operator':
      return words.operator
    case 'system':
      return words.system
    case 'key':
      return words.key(name.name ?? '')
    case 'grant':
      return words.agent(name.name ?? '')
    case 'user':
      return name.name ?? words.unknown
  }
}

export const whoText = (words: AuditWords, names: ActorNames, { actor }: AuditEntry): string =>
  actorName(words, names.get(creatorOfActor(actor)))

export const whatText = (words: AuditWords, { action }: AuditEntry): string => actionText(words, action)

/** What else matters, in words; null: nothing. */
export function detailText(locale: PageLocale, names: ActorNames, entry: AuditEntry): string | null {
  const words = auditWords(locale)
  const details = entry.details as Record<string, unknown>
  const parts = [
    aboutPerson(names, entry),
    aboutTool(entry),
    ...partsOf(words, frameWords(locale).roles, entry.action, details),
  ]
  const text = parts.filter((part) => part !== null && part !== '').join(', ')
  return text === '' ? null : text
}

/** The person whom an act of another was about. */
function aboutPerson(names: ActorNames, { actor, target }: AuditEntry): string | null {
  if (actor === target || !target.startsWith('usr_')) return null
  return names.get(`user:${target}`)?.name ?? null
}

/** The tool that an agent called. */
const aboutTool = ({ action, target }: AuditEntry): string | null => (action === 'tool.called' ? textOf(target) : null)

type Details = Record<string, unknown>

const textOf = (value: unknown): string => (typeof value === 'string' ? value.slice(0, MAX_TEXT) : '')

const quoted = ({ details: words }: AuditWords, value: unknown): string =>
  textOf(value) === '' ? '' : words.because(textOf(value))

const named = (words: Record<string, string>, value: unknown): string => words[textOf(value)] ?? textOf(value)

const modeText = ({ details: words }: AuditWords, { mode }: Details): string =>
  mode === 'live' ? words.live : mode === 'test' ? words.test : ''

function fieldsText({ details: words }: AuditWords, fields: readonly unknown[]): string {
  const texts = fields.map((field) => named(words.fields, field)).filter((text) => text !== '')
  return texts.length === 0 ? '' : words.changed(texts.join(', '))
}

type Roles = Record<string, string>
type Parts = (words: AuditWords, details: Details, roles: Roles) => string[]

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

const PARTS: Record<string, Parts> = {
  'account.created': (_, { name }) => [textOf(name)],
  'account.changed': (words, details) => [fieldsText(words, Object.keys(details))],
  'approval.declined': (_, { operation }) => [textOf(operation)],
  'approval.granted': (_, { operation }) => [textOf(operation)],
  'checkout.released': (words, { reason }) => [quoted(words, reason)],
  'connection.connected': (words, details) => [modeText(words, details)],
  'connection.error': (words, { lastError }) => [quoted(words, lastError)],
  'invoicing.connected': (words, details) => [modeText(words, details)],
  'invoicing.error': (words, { lastError }) => [quoted(words, lastError)],
  'invoicing.issuer_chosen': (_, { rfc }) => [textOf(rfc)],
  'invoices.exported': (_, { month }) => [textOf(month)],
  'grant.created': (words, details) => [textOf(details['name']), modeText(words, details)],
  'grant.revoked': (words, { reason }) => [words.details.revocations[textOf(reason)] ?? ''],
  'key.created': (words, details) => [textOf(details['name']), modeText(words, details)],
  'payment_link.edited': (words, { fields }) => [fieldsText(words, listOf(fields))],
  'plugin.disabled': (words, { version }) => [words.details.version(textOf(version))],
  'review.resolved': (words, { decision, reason }) => [
    named(words.details.decisions, (decision as Partial<Decision> | undefined)?.kind),
    quoted(words, reason),
  ],
  'sheet.exported': (_, { month, currency, format }) => [textOf(month), textOf(currency), textOf(format).toUpperCase()],
  'tool.called': (words, details) => [
    named(words.details.outcomes, details['outcome']),
    modeText(words, details),
    textOf(details['client']),
  ],
  'user.invited': (words, { email, role }, roles) => [words.details.invited(textOf(email), named(roles, role))],
  'user.password_reset': secondFactor,
  'user.reset_requested': secondFactor,
  'user.role_changed': (words, { from, to }, roles) => [words.details.role(named(roles, from), named(roles, to))],
  'user.signed_in': (words, { method }) => [words.details.methods[textOf(method)] ?? ''],
  'webhook_endpoint.created': (words, details) => [textOf(details['url']), modeText(words, details)],
  'webhook_endpoint.disabled': (words, { reason }) => [words.details.reasons[textOf(reason)] ?? ''],
  'webhook_endpoint.secret_rotated': ({ details: words }, { overlapHours: hours }) => [
    typeof hours === 'number' && hours > 0 ? words.overlap(hours) : words.noOverlap,
  ],
}

function secondFactor({ details: words }: AuditWords, { clearsSecondFactor }: Details): string[] {
  return clearsSecondFactor === true ? [words.clearsSecondFactor] : []
}

const partsOf = (words: AuditWords, roles: Roles, action: string, details: Details): string[] =>
  PARTS[action]?.(words, details, roles) ?? [textOf(details['name'])]
