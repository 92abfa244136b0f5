/** Every problem the service can answer, with status and title. The text of its page is in `reference/problem-words`. */
export const PROBLEMS = {
  validation_error: { status: 400, title: 'The request is not valid' },
  unauthorized: { status: 401, title: 'The API key is missing or not valid' },
  subscription_required: { status: 402, title: 'Live links need an active subscription' },
  forbidden: { status: 403, title: 'This key is not allowed to do that' },
  not_found: { status: 404, title: 'Not found' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  link_already_paid: { status: 409, title: 'The link is already paid' },
  no_active_connection: { status: 409, title: 'No payment provider is connected' },
  request_in_flight: { status: 409, title: 'Another operation is still in progress' },
  link_expired: { status: 410, title: 'The link has expired' },
  payload_too_large: { status: 413, title: 'The request body is too large' },
  unsupported_media_type: { status: 415, title: 'The request body must be application/json' },
  idempotency_key_reuse: { status: 422, title: 'This idempotency key was used for another request' },
  provider_rejected: { status: 422, title: 'The payment provider rejected the request' },
  invoicing_rejected: { status: 422, title: 'The invoice cannot be requested or cancelled' },
  rate_limited: { status: 429, title: 'Too many requests' },
  internal_error: { status: 500, title: 'Something went wrong on our end' },
  service_unavailable: { status: 503, title: 'The service is temporarily unavailable' },
  provider_unavailable: { status: 503, title: 'The payment provider cannot be reached' },
  email_unavailable: { status: 503, title: 'Email cannot be sent right now' },
  billing_unavailable: { status: 503, title: 'The subscription cannot be checked right now' },
  invoicing_unavailable: { status: 503, title: 'The invoicing provider cannot be reached' },
} as const satisfies Record<string, { status: number; title: string }>

export type ProblemCode = keyof typeof PROBLEMS

export interface FieldFault {
  /** Like `items[0].quantity`. */
  path: string
  message: string
}

interface ProblemDetails {
  detail?: string
  errors?: FieldFault[]
  headers?: Record<string, string>
  cause?: unknown
}

/** An API error. Its detail is written for the client. */
export class Problem extends Error {
  /** Writable, not a getter: the routes tsoa generates assign to it. */
  status: number
  readonly detail: string | undefined
  readonly errors: FieldFault[] | undefined
  readonly headers: Record<string, string>

  constructor(
    readonly code: ProblemCode,
    details: ProblemDetails = {},
  ) {
    super(details.detail ?? PROBLEMS[code].title, { cause: details.cause })
    this.name = 'Problem'
    this.status = PROBLEMS[code].status
    this.detail = details.detail
    this.errors = details.errors
    this.headers = details.headers ?? {}
  }
}

/** One field of the request is wrong. */
export const invalid = (path: string, message: string): Problem => invalidFields([{ path, message }])

/** Several fields are wrong. */
export function invalidFields(errors: FieldFault[]): Problem {
  const detail = errors
    .slice(0, 3)
    .map(({ path, message }) => `${path}: ${message}`)
    .join('; ')
  return new Problem('validation_error', { detail: errors.length > 3 ? `${detail}; …` : detail, errors })
}

/** Returns the problem that `check` throws instead of throwing it; null: none. */
export async function problemOf(check: () => Promise<void>): Promise<Problem | null> {
  try {
    await check()
    return null
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
}

export const notFound = (what: string): Problem => new Problem('not_found', { detail: `There is no such ${what}.` })
