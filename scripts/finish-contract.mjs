/** What tsoa cannot say of the contract. */

const METADATA = {
  type: 'object',
  maxProperties: 50,
  additionalProperties: { anyOf: [{ type: 'string', maxLength: 500 }, { type: 'number' }, { type: 'boolean' }] },
  example: { orderId: 'A-1042' },
}

const PROBLEM = {
  type: 'object',
  description: 'Why a request failed.',
  required: ['type', 'title', 'status', 'code'],
  additionalProperties: false,
  properties: {
    type: { type: 'string', format: 'uri', description: 'A page that explains the code.' },
    title: { type: 'string' },
    status: { type: 'integer' },
    code: { type: 'string' },
    detail: { type: 'string' },
    errors: {
      type: 'array',
      description: 'Which fields are at fault.',
      items: {
        type: 'object',
        required: ['path', 'message'],
        additionalProperties: false,
        properties: { path: { type: 'string', example: 'items[0].quantity' }, message: { type: 'string' } },
      },
    },
  },
}

const STATUSES = {
  validation_error: 400,
  unauthorized: 401,
  subscription_required: 402,
  forbidden: 403,
  not_found: 404,
  link_already_paid: 409,
  no_active_connection: 409,
  request_in_flight: 409,
  link_expired: 410,
  payload_too_large: 413,
  unsupported_media_type: 415,
  idempotency_key_reuse: 422,
  provider_rejected: 422,
  invoicing_rejected: 422,
  rate_limited: 429,
  internal_error: 500,
  service_unavailable: 503,
  provider_unavailable: 503,
  email_unavailable: 503,
  invoicing_unavailable: 503,
}

const EVERYWHERE = [
  'validation_error',
  'unauthorized',
  'forbidden',
  'rate_limited',
  'internal_error',
  'service_unavailable',
]
/** What takes no body may be sent one all the same. */
const WITH_BODY = ['payload_too_large', 'unsupported_media_type']

const RATE_HEADERS = {
  'X-RateLimit-Limit': { description: 'Requests a minute.', schema: { type: 'integer' } },
  'X-RateLimit-Remaining': { description: 'How many are left.', schema: { type: 'integer' } },
  'X-RateLimit-Reset': { description: 'Seconds until all are free again.', schema: { type: 'integer' } },
}
const REPLAYED = {
  'Idempotency-Replayed': {
    description: 'Whether this answer was given before. Present when a key was sent.',
    schema: { type: 'string', enum: ['true', 'false'] },
  },
}
const RETRY_AFTER = { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } } }

export function finishContract(generated) {
  const contract = JSON.parse(JSON.stringify(generated).replace(/(#\/components\/schemas\/\w+?)(View|Body)"/g, '$1"'))
  const schemas = Object.entries(contract.components.schemas).map(([name, schema]) => [
    name.replace(/(View|Body)$/, ''),
    schema,
  ])
  contract.components = {
    schemas: { ...Object.fromEntries(schemas), Problem: PROBLEM },
    securitySchemes: contract.components.securitySchemes,
  }
  const { Metadata, PageLimit } = contract.components.schemas
  delete contract.components.schemas['Record_string.string-or-number-or-boolean_']
  PageLimit.default = 20
  for (const name of ['CreatePaymentLink', 'UpdatePaymentLink']) {
    contract.components.schemas[name].properties.providers.uniqueItems = true
  }
  contract.paths['/v1/payments/{id}/reference'].get.responses[200].content['application/octet-stream'].schema.format =
    'binary'
  contract.components.schemas.Metadata = { description: Metadata.description, ...METADATA }
  contract.info.license.url = 'https://opensource.org/license/mit'
  contract.security = [{ bearer: [] }]
  for (const { properties = {} } of Object.values(contract.components.schemas)) {
    for (const [name, field] of Object.entries(properties)) properties[name] = spellOut(field, contract)
  }
  for (const operations of Object.values(contract.paths)) {
    for (const [method, operation] of Object.entries(operations)) finishOperation(method, operation)
  }
  return contract
}

/** OpenAPI 3.0 does not look at what stands beside a `$ref`, nor at `nullable` without a `type`. */
function spellOut(field, contract) {
  const { $ref, ...beside } = field
  if ($ref) return Object.keys(beside).length > 0 ? { ...beside, allOf: [{ $ref }] } : field
  if (!field.nullable || field.allOf?.length !== 1) return field
  const target = contract.components.schemas[field.allOf[0].$ref.split('/').at(-1)]
  if (target.type === 'object') return { ...field, type: 'object' }
  const { allOf: _, ...rest } = field
  return { ...target, ...rest }
}

function finishOperation(method, operation) {
  const { scope, problems } = operation['x-paylink']
  delete operation['x-paylink']
  delete operation.security
  operation['x-required-scope'] = scope
  const [summary, ...rest] = (operation.description ?? '').split(/(?<=\.)\s+/)
  operation.summary = summary
  operation.description = rest.join(' ') || summary
  const takesKey = operation.parameters.some(({ name }) => name === 'Idempotency-Key')
  for (const response of Object.values(operation.responses)) {
    response.headers = { ...RATE_HEADERS, ...(takesKey ? REPLAYED : {}) }
  }
  const codes = [...EVERYWHERE, ...(method === 'post' ? WITH_BODY : []), ...problems]
  for (const code of codes) addProblem(operation.responses, code)
}

function addProblem(responses, code) {
  const status = STATUSES[code]
  if (!status) throw new Error(`no status is known for ${code}`)
  const response = (responses[status] ??= {
    description: '',
    headers: { ...RATE_HEADERS, ...(status === 429 || status === 409 || status === 503 ? RETRY_AFTER : {}) },
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
  })
  response.description = [response.description, `\`${code}\``].filter(Boolean).join(', ')
}
