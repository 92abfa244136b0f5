import {
  ProviderAuthError,
  ProviderRejectedError,
  ProviderUnavailableError,
  ProviderUnknownOutcomeError,
  type ProviderErrorInfo,
  type ProviderFault,
} from '@paylink/plugin-api'

export type Effect = 'read' | 'write'

interface ConektaError {
  /** The code of the first detail, e.g. `conekta.errors.authentication.missing_key`; otherwise the error's type. */
  code: string
  message: string
  logId?: string
}

/** An answer that is not a Conekta object, with the error in it, if any. */
export class ConektaFailure extends Error {
  readonly apiError: ConektaError | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(
    readonly status: number,
    headers: Readonly<Record<string, string>> = {},
    body?: unknown,
  ) {
    super('the answer is not a Conekta object')
    this.apiError = errorIn(body)
    this.retryAfterSeconds = retryAfterOf(headers)
  }
}

/** Refusals that may refer to a concurrent or aborted request, not ours. */
const MAY_HAVE_HAPPENED = new Set([408, 409, 425])

/**
 * The fault that an error answer stands for.
 *
 * A refused read says nothing about the payment: an order unknown to Conekta may belong to another account, or be newer
 * than the replica that answered. Core must retry, not give up the payment.
 */
function faultOf({ status, apiError: apiError }: ConektaFailure, effect: Effect): ProviderFault {
  if (apiError && (status === 401 || status === 403)) return 'auth'
  if (effect === 'read' || status === 429) return 'unavailable'
  const isRefusal = apiError !== undefined && status >= 400 && status < 500 && !MAY_HAVE_HAPPENED.has(status)
  return isRefusal ? 'rejected' : 'unknown'
}

export function providerErrorOf(failure: ConektaFailure, effect: Effect): Error {
  const { apiError: apiError, status, retryAfterSeconds } = failure
  const info: ProviderErrorInfo = {
    providerCode: apiError?.code,
    httpStatus: status,
    requestId: apiError?.logId,
    retryAfterSeconds,
  }
  const detail = withoutSecrets(apiError?.message ?? '')
  switch (faultOf(failure, effect)) {
    case 'auth':
      return new ProviderAuthError('Conekta refused the credentials', info)
    case 'rejected':
      return new ProviderRejectedError(detail || 'Conekta refused the request', info)
    case 'unavailable':
      return new ProviderUnavailableError(detail ? `Conekta is unavailable: ${detail}` : 'Conekta is unavailable', info)
    case 'unknown':
      return new ProviderUnknownOutcomeError('Conekta may have processed the request', info)
  }
}

export function withoutSecrets(text: string): string {
  return text
    .replace(/\bkey_[\w*-]+/g, 'key_…')
    .replace(/[^\s@<>"']+@[^\s@<>"']+/g, '…')
    .slice(0, 300)
}

function errorIn(body: unknown): ConektaError | undefined {
  if (!isRecord(body) || body['object'] !== 'error' || typeof body['type'] !== 'string') return undefined
  const details: unknown[] = Array.isArray(body['details']) ? body['details'] : []
  const first = details.find(isRecord)
  return {
    code: textOf(first?.['code']) ?? body['type'],
    message: textOf(first?.['message']) ?? textOf(first?.['debug_message']) ?? '',
    logId: textOf(body['log_id']),
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

function retryAfterOf(headers: Readonly<Record<string, string>>): number | undefined {
  const value = headers['retry-after']
  return value !== undefined && /^\d{1,6}$/.test(value) ? Number(value) : undefined
}
