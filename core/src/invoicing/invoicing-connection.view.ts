import type { Timestamp } from '../contract/fields.js'
import { type InvoicingConnection, isReady } from './invoicing-connection.js'

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
  const { status, livemode, displayName, issuer, lastError, createdAt, updatedAt } = connection
  return {
    object: 'invoicing_connection',
    service: 'invoicing_provider',
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
