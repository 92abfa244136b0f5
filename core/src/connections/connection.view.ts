import type { ProviderId, Timestamp } from '../contract/fields.js'
import type { InvoicingConnection, PaymentConnection } from './connection.js'

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

export function toConnectionView(connection: PaymentConnection): ConnectionView {
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

/** The taxpayer in whose name invoices are issued. */
export interface IssuingMerchantView {
  id: string
  rfc: string | null
  legalName: string | null
  /** The tax authority's product code that most of its lines have. */
  defaultProductCode: string | null
  defaultUnitCode: string | null
}

/** The connection with the invoicing provider in this key's mode. */
export interface InvoicingConnectionView {
  object: 'invoicing_connection'
  service: 'invoicing_provider'
  status: 'active' | 'error' | 'disconnected'
  livemode: boolean
  /** Whose account at the provider it is. */
  displayName: string | null
  /** Null until the owner chooses one. */
  merchant: IssuingMerchantView | null
  /** Connected, and a merchant chosen: links can be invoiceable. */
  ready: boolean
  lastError: string | null
  createdAt: Timestamp
  updatedAt: Timestamp
}

export function toInvoicingConnectionView(connection: InvoicingConnection): InvoicingConnectionView {
  const { provider, status, livemode, displayName, issuer, lastError, createdAt, updatedAt } = connection
  return {
    object: 'invoicing_connection',
    // The served contract lists the installed plugins.
    service: provider as InvoicingConnectionView['service'],
    status,
    livemode,
    displayName,
    merchant: issuer && {
      id: issuer.id,
      rfc: issuer.rfc ?? null,
      legalName: issuer.legalName ?? null,
      defaultProductCode: issuer.defaultProductCode ?? null,
      defaultUnitCode: issuer.defaultUnitCode ?? null,
    },
    ready: isReady(connection),
    lastError,
    createdAt,
    updatedAt,
  }
}

/** Whether links can be invoiceable (R60). */
export const isReady = ({ status, issuer }: InvoicingConnection): boolean => status === 'active' && issuer !== null
