import type { Issuer } from '@paylink/plugin-api'
import type { ConnectionStatus } from '../connections/connection.js'
import type { Scope } from '../kernel/caller.js'

/** The one service that stamps; its plugin's id. */
export const INVOICING_SERVICE = 'invoicing_provider'

/** An account's connection with the invoicing provider, in one mode. One is in use, former ones serve their invoices. */
export interface InvoicingConnection extends Scope {
  id: string
  status: ConnectionStatus
  /** To the simulator rather than the provider. */
  sandbox: boolean
  externalAccountId: string | null
  displayName: string | null
  /** In whose name it stamps; null until somebody is chosen. */
  issuer: Issuer | null
  sealedSettings: string
  /** What we registered at the provider for notifications, if anything. */
  webhookId: string | null
  lastError: string | null
  /** Since when no invoice could be stamped, though some were asked for. */
  stalledSince: string | null
  lastCheckedAt: string | null
  createdAt: string
  updatedAt: string
}

/** Links can be invoiceable (R60). */
export const isReady = ({ status, issuer }: InvoicingConnection): boolean => status === 'active' && issuer !== null

/** For the sealer. */
export const sealedPlaceOf = (connection: Pick<InvoicingConnection, 'id' | 'accountId' | 'livemode'>) => ({
  table: 'invoicing_connections',
  column: 'sealed_settings',
  row: connection.id,
  accountId: connection.accountId,
  livemode: connection.livemode,
})
