import {
  ProviderAuthError,
  ProviderRejectedError,
  ProviderUnavailableError,
  ProviderUnknownOutcomeError,
  type ProviderErrorInfo,
  type ProviderFault,
} from '@paylink/plugin-api'

export type Effect = 'read' | 'write'

/** What Stripe answered instead of an object. */
export interface StripeFailure {
  status?: number
  /** `error.type`, e.g. `idempotency_error`. */
  type?: string
  /** `error.code`, e.g. `amount_too_small`. */
  code?: string
  message?: string
  requestId?: string
  retryAfterSeconds?: number
}

/** An answer that is no word of Stripe's API: a proxy's page, half an object, a success without an id. */
export class GarbledAnswer extends Error {
  readonly failure: StripeFailure

  constructor(status: number, headers: Record<string, string>) {
    super('the answer is not one of Stripe’s')
    this.failure = { status, requestId: headers['request-id'], retryAfterSeconds: retryAfterOf(headers) }
  }
}

/** Another request under the same key, or on the same object, is being processed, or was. It may have had its effect. */
const MAY_HAVE_HAPPENED = new Set(['lock_timeout', 'idempotency_key_in_use'])

/**
 * What an answer lets us know.
 *
 * A read that is refused tells nothing about the payment: a session unknown to Stripe (`resource_missing`) may be
 * the wrong account's, or younger than the replica that answered. Core must ask again, not let the payment go.
 */
export function faultOf(failure: StripeFailure, effect: Effect): ProviderFault {
  const { status = 0, type, code = '' } = failure
  const isStripesWord = type !== undefined
  if (isStripesWord && (status === 401 || status === 403)) return 'auth'
  if (effect === 'read') return 'unavailable'
  if (type === 'idempotency_error' || status === 409 || MAY_HAVE_HAPPENED.has(code)) return 'unknown'
  if (status === 429) return 'unavailable'
  if (isStripesWord && (status === 400 || status === 402 || status === 404)) return 'rejected'
  return 'unknown'
}

/**
 * Never with the SDK's error as its cause: that one holds the whole answer, in which Stripe repeats what it was
 * sent, a payer's e-mail included.
 */
export function providerErrorOf(failure: StripeFailure, effect: Effect): Error {
  const info: ProviderErrorInfo = {
    providerCode: failure.code ?? failure.type,
    httpStatus: failure.status,
    requestId: failure.requestId,
    retryAfterSeconds: failure.retryAfterSeconds,
  }
  const said = withoutSecrets(failure.message ?? '')
  switch (faultOf(failure, effect)) {
    case 'auth':
      return new ProviderAuthError('Stripe refused the credentials', info)
    case 'rejected':
      return new ProviderRejectedError(said || 'Stripe refused the request', info)
    case 'unavailable':
      return new ProviderUnavailableError(said ? `Stripe can't answer: ${said}` : 'Stripe can’t answer now', info)
    case 'unknown':
      return new ProviderUnknownOutcomeError('Stripe may have processed the request', info)
  }
}

/** Reads an error of the SDK by its shape, which is stable, instead of its classes, which load the SDK. */
export function failureOf(error: unknown): StripeFailure | undefined {
  if (error instanceof GarbledAnswer) return error.failure
  if (!(error instanceof Error) || !('statusCode' in error) || typeof error.statusCode !== 'number') return undefined
  const told = error as {
    statusCode: number
    rawType?: unknown
    code?: unknown
    requestId?: unknown
    headers?: unknown
  }
  return {
    status: told.statusCode,
    type: stringOf(told.rawType) ?? 'api_error',
    code: stringOf(told.code),
    message: error.message,
    requestId: stringOf(told.requestId),
    retryAfterSeconds: retryAfterOf((told.headers ?? {}) as Record<string, string>),
  }
}

function stringOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function retryAfterOf(headers: Record<string, string>): number | undefined {
  const value = headers['retry-after']
  return value !== undefined && /^\d{1,6}$/.test(value) ? Number(value) : undefined
}

function withoutSecrets(text: string): string {
  return text
    .replace(/\b(sk|rk|pk|whsec)_[\w*-]+/g, '$1_…')
    .replace(/[^\s@<>"']+@[^\s@<>"']+/g, '…')
    .slice(0, 300)
}
