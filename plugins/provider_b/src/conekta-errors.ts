import {
  ProviderAuthError,
  ProviderRejectedError,
  ProviderUnavailableError,
  ProviderUnknownOutcomeError,
  type ProviderErrorInfo,
  type ProviderFault,
} from '@paylink/plugin-api'

export type Effect = 'read' | 'write'

/** Conekta's own word on what went wrong. */
interface ConektaSays {
  /** The type of the error, e.g. `parameter_validation_error`. */
  type: string
  /** The code of its first detail, or its type. */
  code: string
  message: string
  logId?: string
}

/** What came instead of an object of Conekta's. */
export class ConektaFailure extends Error {
  readonly says: ConektaSays | undefined

  constructor(
    readonly status: number,
    headers: Readonly<Record<string, string>> = {},
    body?: unknown,
  ) {
    super('Conekta answered with no object of its own')
    this.says = wordOf(body)
    this.retryAfterSeconds = retryAfterOf(headers)
  }

  readonly retryAfterSeconds: number | undefined
}

/** Refusals that may speak of another request than ours, or of one cut short. */
const MAY_HAVE_HAPPENED = new Set([408, 409, 425])

/**
 * What an answer lets us know.
 *
 * A read that is refused tells nothing about the payment: an order unknown to Conekta may be the wrong account's, or
 * younger than what answered. Core must ask again, not let the payment go.
 */
export function faultOf({ status, says }: ConektaFailure, effect: Effect): ProviderFault {
  if (says && (status === 401 || status === 403)) return 'auth'
  if (effect === 'read' || status === 429) return 'unavailable'
  const isRefusal = says !== undefined && status >= 400 && status < 500 && !MAY_HAVE_HAPPENED.has(status)
  return isRefusal ? 'rejected' : 'unknown'
}

export function providerErrorOf(failure: ConektaFailure, effect: Effect): Error {
  const { says, status, retryAfterSeconds } = failure
  const info: ProviderErrorInfo = {
    providerCode: says?.code,
    httpStatus: status,
    requestId: says?.logId,
    retryAfterSeconds,
  }
  const said = withoutSecrets(says?.message ?? '')
  switch (faultOf(failure, effect)) {
    case 'auth':
      return new ProviderAuthError('Conekta refused the credentials', info)
    case 'rejected':
      return new ProviderRejectedError(said || 'Conekta refused the request', info)
    case 'unavailable':
      return new ProviderUnavailableError(said ? `Conekta can’t answer: ${said}` : 'Conekta can’t answer now', info)
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

function wordOf(body: unknown): ConektaSays | undefined {
  if (!isRecord(body) || body['object'] !== 'error' || typeof body['type'] !== 'string') return undefined
  const details: unknown[] = Array.isArray(body['details']) ? body['details'] : []
  const first = details.find(isRecord)
  return {
    type: body['type'],
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
