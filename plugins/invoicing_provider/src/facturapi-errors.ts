import {
  ProviderAuthError,
  ProviderRejectedError,
  ProviderUnavailableError,
  ProviderUnknownOutcomeError,
  type ProviderErrorInfo,
  type ProviderFault,
} from '@paylink/plugin-api'
import type { FacturapiFailure, FacturapiErrorBody } from './facturapi-failure.js'
import { invoiceFailureOf, satCodeOf } from './invoice-refusal.js'

export type Effect = 'read' | 'write'

const AUTH_CODES = new Set([
  'api_key_invalid',
  'api_key_not_allowed',
  'live_api_key_required',
  'missing_credentials',
  'unauthorized',
  'user_key_invalid',
])

/** Nothing was done; the merchant must act at Facturapi first. */
const MERCHANT_CODES = new Set([
  'certificate_expired',
  'certificate_files_invalid',
  'certificate_files_required',
  'certificate_invalid',
  'certificate_not_yet_valid',
  'csd_required',
  'feature_not_available',
  'forbidden',
  'manifesto_signature_failed',
  'organization_incomplete',
  'organization_settings_invalid',
  'organization_tax_info_invalid',
  'private_key_certificate_mismatch',
  'private_key_password_incorrect',
  'rate_limit_exceeded',
  'subscription_active_required',
  'subscription_live_access_required',
  'subscription_required',
  'user_suspended',
])

/** PAC codes: the certificate is revoked, expired, of the wrong kind or not the SAT's, or the issuer is not on its list. */
const CERTIFICATE_CODES = new Set(['304', '305', '306', '308', '402'])

/** The same by text, where no code tells: out of stamps, plan ended, no certificate. */
const MERCHANT_MUST_ACT =
  /\b(timbres?|saldo|cr[eé]ditos?|suscripci[oó]n|plan|stamps?|balance|credits?|subscription|manifiesto|certificados?|certificates?|csd)\b/i

/** May refer to another request or to one in progress: only a search tells. */
const AMBIGUOUS_CODES = new Set([
  'idempotency_key_in_use',
  'internal_error',
  'invoice_already_stamped',
  'invoice_cancellation_in_progress',
  'invoice_cancellation_service_unavailable',
  'invoice_stamping_service_unavailable',
  'stamping_in_progress',
  // The PAC has stamped this already.
  '307',
])

/** A write refused with one of these may still have happened. */
const AMBIGUOUS_STATUSES = new Set([408, 409, 425])

/**
 * The fault that an answer means.
 *
 * A refused read tells nothing about the invoice: one unknown to Facturapi may belong to another organization. It is
 * `unavailable`, so that core asks again.
 */
function faultOf({ status, body }: FacturapiFailure, effect: Effect): ProviderFault {
  if (status === 401 || codesOf(body).some((code) => AUTH_CODES.has(code))) return 'auth'
  if (effect === 'read' || status === 429) return 'unavailable'
  const isRefusal = body !== undefined && status >= 400 && status < 500 && !AMBIGUOUS_STATUSES.has(status)
  if (!isRefusal) return 'unknown'
  if (codesOf(body).some((code) => AMBIGUOUS_CODES.has(code))) return 'unknown'
  if (satCodeOf(body) !== undefined) return 'rejected'
  if (status === 402 || status === 403 || needsMerchantAction(body)) return 'unavailable'
  // Stamping "failed" without a reason: the PAC's answer to Facturapi may have been lost.
  return body.code === 'invoice_stamping_failed' && body.details.length === 0 ? 'unknown' : 'rejected'
}

/** @param hidden texts that must not be repeated, e.g. the customer's name */
export function providerErrorOf(failure: FacturapiFailure, effect: Effect, hidden: readonly string[] = []): Error {
  const { body, status, retryAfterSeconds, requestId } = failure
  const info: ProviderErrorInfo = { providerCode: body?.code, httpStatus: status, requestId, retryAfterSeconds }
  const message = withoutSecrets(body?.message ?? '', hidden)
  switch (faultOf(failure, effect)) {
    case 'auth':
      return new ProviderAuthError('Facturapi refused the credentials', info)
    case 'rejected': {
      const { code, reason, field } = invoiceFailureOf(body!)
      const refusal = { code, reason: withoutSecrets(reason, hidden), field }
      return new ProviderRejectedError(`Facturapi refused it (${code}): ${refusal.reason}`, {
        ...info,
        failure: refusal,
      })
    }
    case 'unavailable':
      return new ProviderUnavailableError(
        message ? `Facturapi cannot process this now: ${message}` : 'Facturapi can’t answer now',
        info,
      )
    case 'unknown':
      return new ProviderUnknownOutcomeError('Facturapi may have processed the request', info)
  }
}

export function withoutSecrets(text: string, hidden: readonly string[] = []): string {
  let clean = text
  // Case-insensitive: the SAT repeats names in capitals.
  for (const secret of hidden) if (secret.length > 2) clean = clean.replace(literally(secret), '…')
  return clean
    .replace(/\bsk_[\w*-]+/g, 'sk_…')
    .replace(/[^\s@<>"']+@[^\s@<>"']+/g, '…')
    .replace(/[A-ZÑ&]{3,4}\d{6}[A-Z0-9]{3}(?![A-Z0-9])/gi, '…')
    .slice(0, 300)
}

const literally = (text: string): RegExp => new RegExp(text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'), 'giu')

function needsMerchantAction(body: FacturapiErrorBody): boolean {
  if (codesOf(body).some((code) => MERCHANT_CODES.has(code))) return true
  if (body.details.some(({ code, source }) => source !== 'facturapi' && CERTIFICATE_CODES.has(code ?? ''))) return true
  const { field } = invoiceFailureOf(body)
  const isOfRequest = body.path !== undefined || body.details.some(({ path }) => path !== undefined)
  if (field !== undefined || isOfRequest) return false
  return [body.message, ...body.details.map(({ message }) => message ?? '')].some((text) =>
    MERCHANT_MUST_ACT.test(text),
  )
}

function codesOf(body: FacturapiErrorBody | undefined): string[] {
  return [body?.code, ...(body?.details ?? []).map(({ code }) => code)].filter((code) => code !== undefined)
}
