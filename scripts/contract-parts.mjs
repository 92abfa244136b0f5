/** The parts of the contract that every operation shares: headers, problems, tags. */

/** Stands for the address of the installation; `openContract` puts the real one in its place. */
export const BASE_URL = 'https://paylink.invalid'

const header = (description, schema, more = {}) => ({ description, ...more, schema })
const always = { required: true }

export const HEADERS = {
  'X-Request-Id': header('Names the request: quote it when you ask the operator about it.', { type: 'string' }, always),
  'X-RateLimit-Limit': header('Requests a minute.', { type: 'integer' }, always),
  'X-RateLimit-Remaining': header('How many are left.', { type: 'integer' }, always),
  'X-RateLimit-Reset': header('Seconds until all are free again.', { type: 'integer' }, always),
  'Retry-After': header('Seconds to wait before the request is repeated.', { type: 'integer' }),
  'Idempotency-Replayed': header('Whether this answer was given before. Present when a key was sent.', {
    type: 'string',
    enum: ['true', 'false'],
  }),
  'WWW-Authenticate': header('How to authenticate: `Bearer`.', { type: 'string' }),
  'Content-Disposition': header('A file name for the download.', { type: 'string' }, always),
}

export const ON_EVERY_ANSWER = ['X-Request-Id', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']

export const BY_STATUS = {
  401: ['WWW-Authenticate'],
  409: ['Retry-After'],
  429: ['Retry-After'],
  500: ['Retry-After'],
  503: ['Retry-After'],
}

export const headerRefs = (names) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

/** What any operation may answer. */
export const EVERYWHERE = [
  'validation_error',
  'unauthorized',
  'forbidden',
  'rate_limited',
  'internal_error',
  'service_unavailable',
]
/** An operation that takes no body may be sent one all the same. */
export const WITH_BODY = ['payload_too_large', 'unsupported_media_type']

export const problemSchema = (codes) => ({
  type: 'object',
  description: 'Why a request failed.',
  required: ['type', 'title', 'status', 'code'],
  properties: {
    type: { type: 'string', format: 'uri', description: 'A page that explains the code.' },
    title: { type: 'string' },
    status: { type: 'integer' },
    code: { type: 'string', enum: codes },
    detail: { type: 'string', description: 'What is wrong with this request, for people.' },
    errors: {
      type: 'array',
      description: 'Which fields or parameters are at fault.',
      items: {
        type: 'object',
        required: ['path', 'message'],
        properties: { path: { type: 'string', example: 'items[0].quantity' }, message: { type: 'string' } },
      },
    },
  },
})

export const METADATA = {
  type: 'object',
  maxProperties: 50,
  additionalProperties: { anyOf: [{ type: 'string', maxLength: 500 }, { type: 'number' }, { type: 'boolean' }] },
  example: { orderId: 'A-1042' },
}

/**
 * Enums of answers that may grow within /v1, as schema or schema.property. The others are complete: a client may
 * match them exhaustively.
 */
export const OPEN_ENUMS = [
  'Problem.code',
  'ProviderId',
  'PaymentProviderId',
  'PaymentMethod',
  'EmailStatus',
  'PaymentLink.channel',
  'InvoicingConnection.service',
]

/** Rules that the operation itself checks, together with those that a schema cannot express: all faults in one answer. */
export const CHECKED_LATER = ['InvoiceRequest.name', 'InvoiceRequest.zip']

/** Where a request's shape is answered too: the answer's name. It is open, the request's is strict. */
export const ANSWER_NAMES = { PaymentItem: 'PaymentLinkItem' }

export const TAGS = [
  { name: 'Payment links', description: 'A fixed amount with a hosted page: create it, send its `url`, see it paid.' },
  { name: 'Payments', description: 'What became of each checkout, and money that was recorded by hand.' },
  { name: 'Connections', description: 'The payment providers that a key’s mode is connected with.' },
  { name: 'E-mail', description: 'Links mailed to customers, and the fate of each mail.' },
  { name: 'Invoicing', description: 'CFDI 4.0 invoices of paid links: requested, cancelled, downloaded.' },
]

export const CONTACT = { name: 'The operator of this installation', url: `${BASE_URL}/docs` }
