/** A refused request, with the error that Stripe would answer. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly error: { type: string; message: string; code?: string; param?: string },
  ) {
    super(error.message)
  }
}

export function invalid(message: string, about: { param?: string; code?: string } = {}): Refusal {
  return new Refusal(400, { type: 'invalid_request_error', message, ...about })
}

export function missing(what: string, id: string): Refusal {
  return new Refusal(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${what}: '${id}'`,
    param: what,
  })
}
