import type { ProviderId, Timestamp } from '../contract/fields.js'
import type { Connection } from './connection.js'

/** A provider connected in this key's mode. Links can be paid only while one is `active`. */
export interface ConnectionView {
  id: string
  provider: ProviderId
  status: 'active' | 'error' | 'disconnected'
  livemode: boolean
  /** The provider's id of the account. */
  externalAccountId: string | null
  displayName: string | null
  lastError: string | null
  lastCheckedAt: Timestamp | null
  createdAt: Timestamp
  updatedAt: Timestamp
}

export function toConnectionView(connection: Connection): ConnectionView {
  return {
    id: connection.id,
    provider: connection.provider,
    status: connection.status,
    livemode: connection.livemode,
    externalAccountId: connection.externalAccountId,
    displayName: connection.displayName,
    lastError: connection.lastError,
    lastCheckedAt: connection.lastCheckedAt,
    createdAt: connection.createdAt,
    updatedAt: connection.updatedAt,
  }
}
