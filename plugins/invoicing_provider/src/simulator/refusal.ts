interface RefusalDetail {
  code: string
  message: string
  path?: string
  source: 'facturapi' | 'sat' | 'pac'
}

/** An error answer of Facturapi's. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly details: readonly RefusalDetail[] = [],
  ) {
    super(message)
  }
}

/** Facturapi refuses the request. */
export function invalid(path: string, code: string, message: string): Refusal {
  return new Refusal(400, 'invalid_request', 'La solicitud no es válida.', [
    { code, message: `"${path}" ${message}`, path, source: 'facturapi' },
  ])
}

export function refusedBySat(code: string, message: string, path: string): Refusal {
  return new Refusal(400, 'invoice_stamping_validation_error', `Validación de timbrado: ${message}`, [
    { code, message, path, source: 'sat' },
  ])
}

export function missing(kind: string): Refusal {
  return new Refusal(404, `${kind}_not_found`, 'No se encontró el recurso solicitado.')
}
