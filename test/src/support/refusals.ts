import { NotSentError } from '@paylink/core/outbound/guarded-client'
import { UnsafeAddressError } from '@paylink/core/outbound/safe-url'

/** What a promise was refused with; nothing if it was kept. */
export const refusalOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )

export const isRefusedAsUnsafe = (error: unknown): boolean => error instanceof UnsafeAddressError

/** Not sent, and not because it failed on the way. */
export const isUnsent = (error: unknown): boolean => error instanceof NotSentError && isRefusedAsUnsafe(error.cause)
