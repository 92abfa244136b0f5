import {
  ProviderAuthError,
  ProviderRejectedError,
  ProviderUnavailableError,
  ProviderUnknownOutcomeError,
  type ProviderErrorInfo,
  type ProviderFault,
} from '@paylink/plugin-api'
import type { FacturapiFailure, FacturapiSays } from './facturapi-failure.js'
import { invoiceFailureOf, satCodeOf } from './invoice-refusal.js'

export type Effect = 'read' | 'write'

const OF_THE_KEY = new Set([
  'api_key_invalid',
  'api_key_not_allowed',
  'live_api_key_required',
  'missing_credentials',
  'unauthorized',
  'user_key_invalid',
])

/** Nothing was done, and nothing will be until the merchant did something at Facturapi. */
const OF_THE_MERCHANT = new Set([
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

/** Of those who stamp: the certificate is revoked, out of date, of another kind or not the SAT's; or it lists no issuer. */
const OF_THE_CERTIFICATE = new Set(['304', '305', '306', '308', '402'])

/** The same in words, where no code tells: stamps or the plan are used up, or there is no certificate. */
const MERCHANT_MUST_ACT =
  /\b(timbres?|saldo|cr[eé]ditos?|suscripci[oó]n|plan|stamps?|balance|credits?|subscription|manifiesto|certificados?|certificates?|csd)\b/i

/** They may speak of another request than ours, or of one that goes on: only a look tells. */
const MAY_HAVE_HAPPENED = new Set([
  'idempotency_key_in_use',
  'internal_error',
  'invoice_already_stamped',
  'invoice_cancellation_in_progress',
  'invoice_cancellation_service_unavailable',
  'invoice_stamping_service_unavailable',
  'stamping_in_progress',
  // Whoever stamps has stamped this already.
  '307',
])

/** What of a write was refused in this way may have happened all the same. */
const UNCLEAR_STATUS = new Set([408, 409, 425])

/**
 * What an answer lets us know.
 *
 * A read that is refused tells nothing about the invoice: one unknown to Facturapi may be another organization's.
 * Core must ask again, not let it go.
 */
export function faultOf({ status, says }: FacturapiFailure, effect: Effect): ProviderFault {
  if (status === 401 || codesOf(says).some((code) => OF_THE_KEY.has(code))) return 'auth'
  if (effect === 'read' || status === 429) return 'unavailable'
  const isRefusal = says !== undefined && status >= 400 && status < 500 && !UNCLEAR_STATUS.has(status)
  if (!isRefusal) return 'unknown'
  if (codesOf(says).some((code) => MAY_HAVE_HAPPENED.has(code))) return 'unknown'
  if (satCodeOf(says) !== undefined) return 'rejected'
  if (status === 402 || status === 403 || isMerchantsToFix(says)) return 'unavailable'
  // Stamping "failed", and nobody says why: it may be an answer that got lost behind Facturapi.
  return says.code === 'invoice_stamping_failed' && says.details.length === 0 ? 'unknown' : 'rejected'
}

/** @param hidden what must not be repeated: the customer's name, say */
export function providerErrorOf(failure: FacturapiFailure, effect: Effect, hidden: readonly string[] = []): Error {
  const { says, status, retryAfterSeconds, requestId } = failure
  const info: ProviderErrorInfo = { providerCode: says?.code, httpStatus: status, requestId, retryAfterSeconds }
  const said = withoutSecrets(says?.message ?? '', hidden)
  switch (faultOf(failure, effect)) {
    case 'auth':
      return new ProviderAuthError('Facturapi refused the credentials', info)
    case 'rejected': {
      const { code, reason, field } = invoiceFailureOf(says!)
      const refusal = { code, reason: withoutSecrets(reason, hidden), field }
      return new ProviderRejectedError(`Facturapi refused it (${code}): ${refusal.reason}`, {
        ...info,
        failure: refusal,
      })
    }
    case 'unavailable':
      return new ProviderUnavailableError(
        said ? `Facturapi can’t do it now: ${said}` : 'Facturapi can’t answer now',
        info,
      )
    case 'unknown':
      return new ProviderUnknownOutcomeError('Facturapi may have processed the request', info)
  }
}

export function withoutSecrets(text: string, hidden: readonly string[] = []): string {
  let clean = text
  // The authority says names in capitals, however they were typed.
  for (const secret of hidden) if (secret.length > 2) clean = clean.replace(literally(secret), '…')
  return clean
    .replace(/\bsk_[\w*-]+/g, 'sk_…')
    .replace(/[^\s@<>"']+@[^\s@<>"']+/g, '…')
    .replace(/[A-ZÑ&]{3,4}\d{6}[A-Z0-9]{3}(?![A-Z0-9])/gi, '…')
    .slice(0, 300)
}

const literally = (text: string): RegExp => new RegExp(text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'), 'giu')

function isMerchantsToFix(says: FacturapiSays): boolean {
  if (codesOf(says).some((code) => OF_THE_MERCHANT.has(code))) return true
  if (says.details.some(({ code, source }) => source !== 'facturapi' && OF_THE_CERTIFICATE.has(code ?? ''))) return true
  const { field } = invoiceFailureOf(says)
  const isOfRequest = says.path !== undefined || says.details.some(({ path }) => path !== undefined)
  if (field !== undefined || isOfRequest) return false
  return [says.message, ...says.details.map(({ message }) => message ?? '')].some((text) =>
    MERCHANT_MUST_ACT.test(text),
  )
}

function codesOf(says: FacturapiSays | undefined): string[] {
  return [says?.code, ...(says?.details ?? []).map(({ code }) => code)].filter((code) => code !== undefined)
}
