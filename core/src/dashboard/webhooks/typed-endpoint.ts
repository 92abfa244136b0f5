import type { Problem } from '../../kernel/problem.js'
import { EVENT_TYPES } from '../../webhooks/event.js'
import type { ListedEndpoint } from '../../webhooks/read-endpoints.js'
import type { EndpointChanges } from '../../webhooks/update-endpoint.js'
import type { FormFault } from '../../web/form.js'
import type { Visit } from '../visit.js'
import type { WebhooksWords } from './words.js'

type Fields = Readonly<Record<string, string | undefined>>

const URL_BEFORE = 'before.url'
const EVENTS_BEFORE = 'before.events'
const DEFAULT = 'default'

export const eventField = (type: string): string => `event.${type}`

/** The fields of a new endpoint, with what is chosen beforehand. */
export const typedValues = ({ fields }: Pick<Visit, 'fields'>): Record<string, string> => ({ which: 'all', ...fields })

/** The fields of an endpoint as it is. */
export const valuesOf = ({ url, events }: ListedEndpoint): Record<string, string> => ({
  url,
  which: events === null ? 'all' : 'some',
  ...Object.fromEntries((events ?? []).map((type) => [eventField(type), 'on'])),
})

/** Hidden fields: what the form showed at first. */
export const hiddenOf = ({ url, events }: ListedEndpoint): Record<string, string> => ({
  [URL_BEFORE]: url,
  [EVENTS_BEFORE]: events === null ? DEFAULT : events.join(' '),
})

/** The same of a form that was posted, to show it again. */
export const hiddenIn = (fields: Fields): Record<string, string> => ({
  [URL_BEFORE]: fields[URL_BEFORE] ?? '',
  [EVENTS_BEFORE]: fields[EVENTS_BEFORE] ?? '',
})

/** Null: the default ones. */
export const typedEvents = (fields: Fields): string[] | null =>
  fields['which'] === 'some' ? EVENT_TYPES.filter((type) => fields[eventField(type)] === 'on') : null

export const typedUrl = (fields: Fields): string => (fields['url'] ?? '').trim()

/** What the person changed in the form, and nothing that another person may have changed since. */
export function typedChanges(fields: Fields): EndpointChanges {
  const url = typedUrl(fields)
  const events = typedEvents(fields)
  const hasOtherEvents = (events?.join(' ') ?? DEFAULT) !== fields[EVENTS_BEFORE]
  return {
    ...(url !== fields[URL_BEFORE] && { url }),
    ...(hasOtherEvents && { events }),
  }
}

/** The faults of a refused endpoint, at the fields of the form. */
export const endpointFaults = ({ errors = [] }: Problem, { form }: WebhooksWords): FormFault[] =>
  errors.flatMap(({ path }) => (path === 'url' || path === 'events' ? [{ name: path, text: form.faults[path] }] : []))
