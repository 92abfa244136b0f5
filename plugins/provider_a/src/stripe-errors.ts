import {
  ProviderAuthError,
  ProviderRejectedError,
  ProviderUnavailableError,
  ProviderUnknownOutcomeError,
  type ProviderErrorInfo,
  type ProviderFault,
} from '@paylink/plugin-api'

export type Effect = 'read' | 'write'

interface StripeFailure {
  status?: number
  /** `error.type`, e.g. `idempotency_error`. */
  type?: string
  /** `error.code`, e.g. `amount_too_small`. */
  code?: string
  message?: string
  requestId?: string
  retryAfterSeconds?: number
}

/** An answer outside Stripe's protocol: a proxy's page, a truncated object, a success without an id. */
export class GarbledAnswer extends Error {
  readonly failure: StripeFailure

  constructor(status: number, headers: Record<string, string>) {
    super('the answer is not one of Stripe’s')
    this.failure = { status, requestId: headers['request-id'], retryAfterSeconds: retryAfterOf(headers) }
  }
}

/** A concurrent request under the same key, or on the same object: ours may have had its effect. */
const MAY_HAVE_HAPPENED = new Set(['lock_timeout', 'idempotency_key_in_use'])

/**
 * The fault that an error answer stands for.
 *
 * A refused read says nothing about the payment: a session unknown to Stripe (`resource_missing`) may belong to another
 * account, or be newer than the replica that answered. Core must retry, not give up the payment.
 */
function faultOf(failure: StripeFailure, effect: Effect): ProviderFault {
  const { status = 0, type, code = '' } = failure
  const isStripeError = type !== undefined
  if (isStripeError && (status === 401 || status === 403)) return 'auth'
  if (effect === 'read') return 'unavailable'
  if (type === 'idempotency_error' || status === 409 || MAY_HAVE_HAPPENED.has(code)) return 'unknown'
  if (status === 429) return 'unavailable'
  if (isStripeError && (status === 400 || status === 402 || status === 404)) return 'rejected'
  return 'unknown'
}

/**
 * Never has the SDK's error as its cause: that holds the whole answer, in which Stripe repeats the request, including a
 * payer's email.
 */
export function providerErrorOf(failure: StripeFailure, effect: Effect): Error {
  const info: ProviderErrorInfo = {
    providerCode: failure.code ?? failure.type,
    httpStatus: failure.status,
    requestId: failure.requestId,
    retryAfterSeconds: failure.retryAfterSeconds,
  }
  const detail = redact(failure.message ?? '')
  switch (faultOf(failure, effect)) {
    case 'auth':
      return new ProviderAuthError('Stripe refused the credentials', info)
    case 'rejected':
      return new ProviderRejectedError(detail || 'Stripe refused the request', info)
    case 'unavailable':
      return new ProviderUnavailableError(detail ? `Stripe is unavailable: ${detail}` : 'Stripe is unavailable', info)
    case 'unknown':
      return new ProviderUnknownOutcomeError('Stripe may have processed the request', info)
  }
}

/** Recognizes an SDK error by its shape, which is stable, because its classes would load the SDK. */
export function failureOf(error: unknown): StripeFailure | undefined {
  if (error instanceof GarbledAnswer) return error.failure
  if (!(error instanceof Error) || !('statusCode' in error) || typeof error.statusCode !== 'number') return undefined
  const shaped = error as {
    statusCode: number
    rawType?: unknown
    code?: unknown
    requestId?: unknown
    headers?: unknown
  }
  return {
    status: shaped.statusCode,
    type: stringOf(shaped.rawType) ?? 'api_error',
    code: stringOf(shaped.code),
    message: error.message,
    requestId: stringOf(shaped.requestId),
    retryAfterSeconds: retryAfterOf((shaped.headers ?? {}) as Record<string, string>),
  }
}

function stringOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function retryAfterOf(headers: Record<string, string>): number | undefined {
  const value = headers['retry-after']
  return value !== undefined && /^\d{1,6}$/.test(value) ? Number(value) : undefined
}

function redact(text: string): string {
  return text
    .replace(/\b(sk|rk|pk|whsec)_[\w*-]+/g, '$1_…')
    .replace(/[^\s@<>"']+@[^\s@<>"']+/g, '…')
    .slice(0, 300)
}
