import type { Issuer } from '@paylink/plugin-api'

/** What the provider is connected for: to take payments, or to stamp invoices. */
export type ConnectionKind = 'payment' | 'invoicing'
export type ConnectionStatus = 'active' | 'error' | 'disconnected'

/**
 * An account's connection with a provider, in one mode. One of each payment provider, and one invoicing provider, is in
 * use; former connections still serve their open payments and their invoices.
 */
export interface Connection<K extends ConnectionKind = ConnectionKind> extends Scope {
  id: string
  kind: K
  provider: string
  status: ConnectionStatus
  /** Connected to the simulator rather than the provider. */
  sandbox: boolean
  externalAccountId: string | null
  displayName: string | null
  /** In whose name invoices are stamped; null until the owner chooses a merchant, and of payment providers. */
  issuer: Issuer | null
  sealedSettings: string
  /** The notification address that PayLink registered at the provider, if any. */
  webhookId: string | null
  lastError: string | null
  /** Since when requested invoices could not be stamped; null of payment providers. */
  stalledSince: string | null
  lastCheckedAt: string | null
  createdAt: string
  updatedAt: string
}

export type PaymentConnection = Connection<'payment'>
export type InvoicingConnection = Connection<'invoicing'>

/** Where the connections of a kind are stored, and the column that has the id of their plugin. */
export const CONNECTION_TABLES = {
  payment: { table: 'connections', provider: 'provider' },
  invoicing: { table: 'invoicing_connections', provider: 'service' },
} as const satisfies Record<ConnectionKind, { table: string; provider: string }>

/** What the audit log calls the events of a kind: `connection.connected`, `invoicing.connected`. */
export const AUDIT_PREFIX: Record<ConnectionKind, 'connection' | 'invoicing'> = {
  payment: 'connection',
  invoicing: 'invoicing',
}

/** Binds sealed settings to their row. */
export const associatedDataOf = ({
  id,
  kind,
  accountId,
  livemode,
}: Pick<Connection, 'id' | 'kind' | 'accountId' | 'livemode'>): AssociatedData => ({
  table: CONNECTION_TABLES[kind].table,
  column: 'sealed_settings',
  row: id,
  accountId,
  livemode,
})

/** Where the provider sends its notifications. */
export const notificationUrlOf = (baseUrl: string, { provider, id }: Pick<Connection, 'provider' | 'id'>): string =>
  `${baseUrl}/hooks/${provider}/${id}`
import type { Scope } from '../kernel/principal.js'
import type { AssociatedData } from '../secrets/sealer.js'
