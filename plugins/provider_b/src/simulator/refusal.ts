/** A refused request, with the error that Conekta would answer. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly type: string,
    readonly detail: { code: string; message: string; param?: string },
  ) {
    super(detail.message)
  }
}

export function invalid(param: string, reason: string, message: string): Refusal {
  const code = `conekta.errors.parameter_validation.${param.replaceAll(/\[\d+\]/g, '')}.${reason}`
  return new Refusal(422, 'parameter_validation_error', { code, param, message })
}

export function missing(kind: string, id: string): Refusal {
  return new Refusal(404, 'resource_not_found_error', {
    code: 'conekta.errors.resource_not_found.entity',
    message: `The object ${kind} "${id}" could not be found.`,
  })
}

export function precondition(message: string): Refusal {
  return new Refusal(428, 'precondition_required_error', {
    code: 'conekta.errors.precondition_required.order.cannot_be_updated',
    message,
  })
}
