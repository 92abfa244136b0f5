/** One detail of what Facturapi refused. `source` tells who refused: Facturapi, the SAT or the PAC. */
export interface Detail {
  code?: string
  message?: string
  path?: string
  source?: string
}

export interface FacturapiErrorBody {
  /** Stable, e.g. `organization_incomplete`. */
  code?: string
  message: string
  path?: string
  details: Detail[]
}

/** An answer that is not the expected Facturapi object. */
export class FacturapiFailure extends Error {
  readonly body: FacturapiErrorBody | undefined
  readonly retryAfterSeconds: number | undefined
  readonly requestId: string | undefined

  constructor(
    readonly status: number,
    headers: Readonly<Record<string, string>> = {},
    body?: unknown,
  ) {
    super('Facturapi did not answer with the expected object')
    this.body = errorBodyOf(body)
    this.retryAfterSeconds = retryAfterOf(headers)
    this.requestId = headers['x-facturapi-log-id']
  }
}

function errorBodyOf(body: unknown): FacturapiErrorBody | undefined {
  if (!isRecord(body) || typeof body['message'] !== 'string') return undefined
  const errors: unknown[] = Array.isArray(body['errors']) ? body['errors'] : []
  return {
    code: textOf(body['code']),
    message: body['message'],
    path: textOf(body['path']),
    details: errors.filter(isRecord).map((error) => ({
      code: textOf(error['code']),
      message: textOf(error['message']),
      path: textOf(error['path']),
      source: textOf(error['source']),
    })),
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** PAC codes are sometimes numbers. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}

function retryAfterOf(headers: Readonly<Record<string, string>>): number | undefined {
  const value = headers['retry-after']
  return value !== undefined && /^\d{1,6}$/.test(value) ? Number(value) : undefined
}
