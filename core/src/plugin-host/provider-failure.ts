import { isProviderError, type ProviderError } from '@paylink/plugin-api'
import { answerText } from '../webhooks/answer-text.js'

/** What the log keeps about a failed call. */
export interface LoggedFailure {
  err?: unknown
  message?: string
  code?: string
  status?: number
  requestId?: string
}

/** Matches codes and request ids, but neither sentences nor names. */
const CODE = /^[\w.:-]{1,120}$/

/**
 * Never the provider's own message, which may repeat the customer's name or email; its codes are enough to find the
 * request at the provider. A failure without an answer is described by the message of `ctx.http`.
 */
export function logFields(cause: unknown, message: string): LoggedFailure {
  if (!isProviderError(cause)) return { err: cause, message }
  const { providerCode, httpStatus, requestId } = infoOf(cause)
  const isAnswered = httpStatus !== undefined || cause.fault === 'rejected'
  return {
    message: isAnswered ? undefined : (answerText(Buffer.from(message)) ?? undefined),
    code: codeIn(providerCode),
    status: typeof httpStatus === 'number' ? httpStatus : undefined,
    requestId: codeIn(requestId),
  }
}

/** The same error without the provider's message, so that the log may print it as a cause. */
export function withRedactedMessage(cause: unknown): unknown {
  if (!isProviderError(cause)) return cause
  const { message = 'the provider answered', code, status } = logFields(cause, cause.message)
  const redacted = new Error([message, code, status].filter((part) => part !== undefined).join(', '))
  return Object.defineProperties(redacted, {
    name: { value: cause.name },
    fault: { value: cause.fault },
    info: { value: cause.info },
  })
}

/** A plugin may bring its own error classes, so `info` may be anything. */
const infoOf = (error: ProviderError): Partial<ProviderError['info']> => error.info ?? {}

const codeIn = (value: unknown): string | undefined =>
  typeof value === 'string' && CODE.test(value) ? value : undefined
