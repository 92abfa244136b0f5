import type { InvoiceFailure } from './invoicing.js'

/**
 * What a plugin *knows* after a failed call.
 *
 * - `rejected`: the provider answered and nothing was created or charged.
 * - `auth`: bad, revoked or wrong-mode credentials; nothing was created or charged.
 * - `unavailable`: the request never reached processing.
 * - `unknown`: it may have been processed.
 */
export type ProviderFault = 'rejected' | 'auth' | 'unavailable' | 'unknown'

/** The provider's details of the fault. Must never hold a credential or a payer's data. */
export interface ProviderErrorInfo {
  /** The provider's own code, e.g. `amount_too_small`. */
  providerCode?: string
  httpStatus?: number
  /** The provider's id of the request, for its support desk. */
  requestId?: string
  /** Whole seconds, from the provider's `Retry-After`. */
  retryAfterSeconds?: number
  /** Why an invoice was refused. */
  failure?: InvoiceFailure
  cause?: unknown
}

/** The base of the four errors below. Throw one of those. */
export abstract class ProviderError extends Error {
  abstract readonly fault: ProviderFault

  constructor(
    message: string,
    readonly info: ProviderErrorInfo = {},
  ) {
    super(message, { cause: info.cause })
    this.name = new.target.name
  }
}

/** Definite: the provider answered, and nothing was created or charged. The payment fails and the link is released. */
export class ProviderRejectedError extends ProviderError {
  readonly fault = 'rejected' as const
}

/** Definite, and for the merchant to fix: bad or revoked credentials. The connection goes to `error`. */
export class ProviderAuthError extends ProviderError {
  readonly fault = 'auth' as const
}

/** Definite: the request never reached processing (DNS, refused connection, TLS, 429). Safe to retry. */
export class ProviderUnavailableError extends ProviderError {
  readonly fault = 'unavailable' as const
}

/**
 * The request may have been processed: a timeout, a reset after sending, a 5xx, a malformed answer, a conflict under the
 * same idempotency key. The payment stays pending and core asks the provider about it.
 */
export class ProviderUnknownOutcomeError extends ProviderError {
  readonly fault = 'unknown' as const
}

export type WebhookSignatureFault = 'missing' | 'malformed' | 'stale' | 'mismatch'

/** A notification that can't be trusted. Core answers 400 and keeps nothing of it. */
export class WebhookSignatureError extends Error {
  constructor(
    readonly reason: WebhookSignatureFault,
    options?: { cause?: unknown },
  ) {
    super(`webhook signature ${reason}`, options)
    this.name = 'WebhookSignatureError'
  }
}

/**
 * How core classifies anything that a plugin throws. An error outside the contract, or a missed deadline, counts as
 * `unknown` for a write and as `unavailable` for a read. (If `ctx.http` had not begun to send the write by then, it is
 * never sent, and counts as `unavailable`.)
 */
export function classifyFault(error: unknown, effect: 'read' | 'write'): ProviderFault {
  if (!isProviderError(error)) return effect === 'write' ? 'unknown' : 'unavailable'
  return effect === 'read' && error.fault === 'unknown' ? 'unavailable' : error.fault
}

/** By shape, not by class: a plugin may bring its own copy of plugin-api. */
export function isProviderError(error: unknown): error is ProviderError {
  const fault: unknown = error instanceof Error && 'fault' in error ? error.fault : undefined
  return fault === 'rejected' || fault === 'auth' || fault === 'unavailable' || fault === 'unknown'
}

/** By shape, not by class, like `isProviderError`. */
export function isWebhookSignatureError(error: unknown): error is WebhookSignatureError {
  if (!(error instanceof Error) || error.name !== 'WebhookSignatureError' || !('reason' in error)) return false
  const { reason } = error
  return reason === 'missing' || reason === 'malformed' || reason === 'stale' || reason === 'mismatch'
}
