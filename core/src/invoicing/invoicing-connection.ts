import type { Issuer } from '@paylink/plugin-api'
import type { ConnectionStatus } from '../connections/connection.js'
import type { Scope } from '../kernel/principal.js'

/** The id of the only invoicing plugin. */
export const INVOICING_SERVICE = 'invoicing_provider'

/** An account's connection to the invoicing provider in one mode. One is in use; former ones serve their invoices. */
export interface InvoicingConnection extends Scope {
  id: string
  status: ConnectionStatus
  /** Connected to the simulator instead of the provider. */
  sandbox: boolean
  externalAccountId: string | null
  displayName: string | null
  /** In whose name it stamps; null until the owner chooses a merchant. */
  issuer: Issuer | null
  sealedSettings: string
  /** The webhook that we registered at the provider, if any. */
  webhookId: string | null
  lastError: string | null
  /** Since when requested invoices could not be stamped. */
  stalledSince: string | null
  lastCheckedAt: string | null
  createdAt: string
  updatedAt: string
}

/** Whether links can be invoiceable (R60). */
export const isReady = ({ status, issuer }: InvoicingConnection): boolean => status === 'active' && issuer !== null

/** Associated data that binds the sealed settings to their row. */
export const invoicingAssociatedData = (connection: Pick<InvoicingConnection, 'id' | 'accountId' | 'livemode'>) => ({
  table: 'invoicing_connections',
  column: 'sealed_settings',
  row: connection.id,
  accountId: connection.accountId,
  livemode: connection.livemode,
})
