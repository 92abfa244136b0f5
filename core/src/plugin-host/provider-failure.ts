import { isProviderError, type ProviderError } from '@paylink/plugin-api'
import { answerText } from '../webhooks/answer-text.js'

/** What the log keeps of a failed call. */
export interface LoggedFailure {
  err?: unknown
  message?: string
  code?: string
  status?: number
  requestId?: string
}

/** Codes and ids of requests are made of these, sentences and names are not. */
const CODE = /^[\w.:-]{1,120}$/

/**
 * Never a provider's own words: a refusal may repeat the customer's name or e-mail. Codes are enough to find it at the
 * provider. What failed before there was an answer is told in words of `ctx.http`.
 */
export function toLog(cause: unknown, message: string): LoggedFailure {
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

/** The same error as a cause to pass on, which the log may print: its message is ours. */
export function withoutWords(cause: unknown): unknown {
  if (!isProviderError(cause)) return cause
  const { message = 'the provider answered', code, status } = toLog(cause, cause.message)
  const quiet = new Error([message, code, status].filter((part) => part !== undefined).join(', '))
  return Object.defineProperties(quiet, {
    name: { value: cause.name },
    fault: { value: cause.fault },
    info: { value: cause.info },
  })
}

/** A plugin may bring classes of its own: `info` is what it made of it. */
const infoOf = (error: ProviderError): Partial<ProviderError['info']> => error.info ?? {}

const codeIn = (value: unknown): string | undefined =>
  typeof value === 'string' && CODE.test(value) ? value : undefined
