import type { Scope } from '../kernel/principal.js'
import { wholeNumber } from '../contract/field-rules.js'
import { modeOf } from '../kernel/mode.js'
import { invalid } from '../kernel/problem.js'
import type { AssociatedData } from '../secrets/sealer.js'
import { DEFAULT_EVENT_TYPES, type EventType } from './event.js'

/** The default and maximum time for which a replaced secret still signs. */
export const MAX_OVERLAP_HOURS = 24
const OVERLAP = wholeNumber(0, MAX_OVERLAP_HOURS)

export type DisabledReason = 'operator' | 'gone' | 'failing'

/** Where an account's events of one mode are sent. */
export interface Endpoint extends Scope {
  id: string
  url: string
  /** Null: the default event types; opt-in types must be named (R235). */
  events: EventType[] | null
  status: 'enabled' | 'disabled'
  /** `gone`: it answered 410. `failing`: every delivery failed for five days. */
  disabledReason: DisabledReason | null
  disabledAt: string | null
  /** Since when every attempt has failed. */
  failingSince: string | null
  sealedSecret: string
  /** Still signs until `formerSecretUntil`. */
  sealedFormerSecret: string | null
  formerSecretUntil: string | null
  /** As `creatorOf` gives it; null: not known. */
  createdBy: string | null
  createdAt: string
  /** Deleted: it is found no more, its secrets are gone, and its row stays as long as its deliveries. */
  deletedAt: string | null
}

/** @throws Problem `validation_error` on `overlapHours` */
export function checkOverlapHours(hours: number): void {
  const fault = OVERLAP(hours)
  if (fault !== null) throw invalid('overlapHours', fault)
}

export const associatedDataOfSecret = ({
  id,
  accountId,
  livemode,
}: Pick<Endpoint, 'id' | 'accountId' | 'livemode'>): AssociatedData => ({
  table: 'webhook_endpoints',
  column: 'sealed_secret',
  row: id,
  accountId,
  livemode,
})

/** For logs and people: a query may contain a password. */
export const addressOf = ({ url }: Pick<Endpoint, 'url'>): string => url.replace(/\?.*/, '?…')

/** As operators see it, without the secret. */
export const toEndpointView = (endpoint: Omit<Endpoint, 'sealedSecret' | 'sealedFormerSecret' | 'deletedAt'>) => ({
  id: endpoint.id,
  url: endpoint.url,
  mode: modeOf(endpoint.livemode),
  events: endpoint.events ?? [...DEFAULT_EVENT_TYPES],
  status: endpoint.status,
  disabledReason: endpoint.disabledReason,
  disabledAt: endpoint.disabledAt,
  failingSince: endpoint.failingSince,
  formerSecretUntil: endpoint.formerSecretUntil,
  createdAt: endpoint.createdAt,
})
