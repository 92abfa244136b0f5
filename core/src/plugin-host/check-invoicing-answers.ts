import type { CatalogEntry, InvoiceFailure, InvoiceState, InvoicingProvider, Issuer } from '@paylink/plugin-api'
import { readHint, toConfig, toRegistration, toReport } from './check-answers.js'
import {
  Fields,
  flag,
  MalformedAnswerError,
  timestamp,
  oneOf,
  reference,
  text,
  integer,
  displayText,
} from './fields.js'

const MAX_ISSUERS = 10_000
const MAX_ENTRIES = 500
const FIELD = oneOf('rfc', 'name', 'zip', 'regimenFiscal', 'usoCfdi', 'formaPago')
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The same provider with every answer that core acts upon checked against the contract. */
export function withCheckedInvoicing(provider: InvoicingProvider): InvoicingProvider {
  const catalogs = provider.catalogs?.bind(provider)
  const register = provider.registerWebhook?.bind(provider)
  const email = provider.emailInvoice?.bind(provider)
  const unregister = provider.unregisterWebhook?.bind(provider)
  return {
    checkConnection: async (ctx) => toReport(await provider.checkConnection(ctx)),
    listIssuers: async (ctx) => {
      const issuers = await provider.listIssuers(ctx)
      return new Fields({ issuers }, 'the answer').list('issuers', MAX_ISSUERS, toIssuer)
    },
    chooseIssuer: async (id, ctx) => {
      const { issuer, config } = await provider.chooseIssuer(id, ctx)
      return {
        issuer: toIssuer(new Fields(issuer, 'the issuer')),
        ...(config && { config: toConfig(new Fields(config, 'the settings')) }),
      }
    },
    stamp: async (input, ctx) => toState(await provider.stamp(input, ctx)),
    findByReference: async (ref, ctx) => {
      const found = await provider.findByReference(ref, ctx)
      return found === null ? null : toState(found)
    },
    retrieve: async (ref, ctx) => toState(await provider.retrieve(ref, ctx)),
    cancel: async (ref, ctx) => toState(await provider.cancel(ref, ctx)),
    file: async (ref, ctx) => {
      const bytes: unknown = await provider.file(ref, ctx)
      if (!(bytes instanceof Uint8Array) || bytes.length === 0) throw new MalformedAnswerError('the file is empty')
      return bytes
    },
    verifyWebhook: (webhook, ctx) => readHint('invoiceId', () => provider.verifyWebhook(webhook, ctx)),
    ...(catalogs && {
      catalogs: async (ctx) => {
        const fields = new Fields(await catalogs(ctx), 'the catalogues')
        return {
          regimenes: fields.list('regimenes', MAX_ENTRIES, toEntry),
          usos: fields.list('usos', MAX_ENTRIES, toEntry),
        }
      },
    }),
    ...(email && { emailInvoice: async (ref, to, ctx) => void (await email(ref, to, ctx)) }),
    ...(register && { registerWebhook: async (url, ctx) => toRegistration(await register(url, ctx)) }),
    ...(unregister && { unregisterWebhook: async (id, ctx) => void (await unregister(id, ctx)) }),
  }
}

/** Why an invoice was refused, from the error that a plugin threw; null if the error does not say. */
export function failureOf(cause: unknown): InvoiceFailure | null {
  const info: unknown = cause instanceof Error && 'info' in cause ? cause.info : undefined
  if (typeof info !== 'object' || info === null || !('failure' in info)) return null
  try {
    return toFailure(new Fields(info.failure, 'the failure'))
  } catch {
    return null
  }
}

function toState(value: unknown): InvoiceState {
  const fields = new Fields(value, 'the invoice')
  const status = fields.get('status', oneOf('pending', 'stamped', 'failed', 'cancelled'))
  const isStamped = status === 'stamped' || status === 'cancelled'
  const failure = status === 'failed' ? toFailure(fields.nested('failure')) : undefined
  return {
    providerRef: fields.get('providerRef', reference),
    invoiceId: fields.optional('invoiceId', text),
    livemode: fields.get('livemode', flag),
    status,
    uuid: isStamped ? fields.get('uuid', folio) : undefined,
    totalCentavos: isStamped ? fields.get('totalCentavos', integer) : undefined,
    stampedAt: fields.optional('stampedAt', timestamp),
    cancelledAt: fields.optional('cancelledAt', timestamp),
    cancellation: fields.optional('cancellation', oneOf('none', 'pending', 'refused')),
    ...(failure && { failure }),
  }
}

const folio = (value: unknown): string | undefined =>
  typeof value === 'string' && UUID.test(value) ? value : undefined

const toFailure = (fields: Fields): InvoiceFailure => ({
  code: fields.get('code', reference),
  reason: fields.get('reason', displayText),
  field: fields.optional('field', FIELD),
})

const toIssuer = (fields: Fields): Issuer => ({
  id: fields.get('id', reference),
  rfc: fields.optional('rfc', text),
  legalName: fields.optional('legalName', text),
  defaultProductCode: fields.optional('defaultProductCode', text),
  defaultUnitCode: fields.optional('defaultUnitCode', text),
  problem: fields.optional('problem', displayText),
})

const toEntry = (fields: Fields): CatalogEntry => ({
  clave: fields.get('clave', reference),
  nombre: fields.get('nombre', reference),
  fisica: fields.get('fisica', flag),
  moral: fields.get('moral', flag),
})
