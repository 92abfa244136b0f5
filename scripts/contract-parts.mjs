/** The parts of the contract that every operation shares: headers, problems, tags. */

/** A placeholder that `loadContract` replaces with the base URL of the installation. */
export const BASE_URL = 'https://paylink.invalid'

const header = (description, schema, more = {}) => ({ description, ...more, schema })
const always = { required: true }

export const HEADERS = {
  'X-Request-Id': header('Identifies the request: quote it when you contact the operator.', { type: 'string' }, always),
  'X-RateLimit-Limit': header('Requests allowed per minute.', { type: 'integer' }, always),
  'X-RateLimit-Remaining': header('Requests left in the current minute.', { type: 'integer' }, always),
  'X-RateLimit-Reset': header('Seconds until the whole limit is available again.', { type: 'integer' }, always),
  'Retry-After': header('Seconds to wait before repeating the request.', { type: 'integer' }),
  'Idempotency-Replayed': header(
    'Whether this is the stored response of an earlier request. Present when an idempotency key was sent.',
    {
      type: 'string',
      enum: ['true', 'false'],
    },
  ),
  'WWW-Authenticate': header('How to authenticate: `Bearer`.', { type: 'string' }),
  'Content-Disposition': header('A file name for the download.', { type: 'string' }, always),
}

export const ON_EVERY_RESPONSE = ['X-Request-Id', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']

export const BY_STATUS = {
  401: ['WWW-Authenticate'],
  409: ['Retry-After'],
  429: ['Retry-After'],
  500: ['Retry-After'],
  503: ['Retry-After'],
}

export const headerRefs = (names) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

/** Problems that any operation may return. */
export const EVERYWHERE = [
  'validation_error',
  'unauthorized',
  'forbidden',
  'rate_limited',
  'internal_error',
  'service_unavailable',
]
/** Also of operations without a body: a client may send one. */
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
    detail: { type: 'string', description: 'What is wrong with this request, in English.' },
    errors: {
      type: 'array',
      description: 'The fields or parameters at fault.',
      items: {
        type: 'object',
        required: ['path', 'message'],
        properties: { path: { type: 'string', example: 'items[0].quantity' }, message: { type: 'string' } },
      },
    },
  },
})

export const metadataSchema = ({ keys, keyLength, textLength }, description) => ({
  description:
    `The merchant's own pairs: at most ${keys}, keys of 1 to ${keyLength} characters, values of at most ${textLength} ` +
    `characters, numbers or booleans. ${description}`,
  type: 'object',
  maxProperties: keys,
  additionalProperties: { anyOf: [{ type: 'string', maxLength: textLength }, { type: 'number' }, { type: 'boolean' }] },
  example: { orderId: 'A-1042' },
})

/** Response enums that may grow within /v1, as schema or schema.property. Clients may match all others exhaustively. */
export const OPEN_ENUMS = [
  'Problem.code',
  'ProviderId',
  'PaymentProviderId',
  'PaymentMethod',
  'EmailStatus',
  'PaymentLink.channel',
  'InvoicingConnection.service',
]

/** Schemas of requests that are also returned, and the name of the response's copy: that is open, the request's strict. */
export const RESPONSE_NAMES = { PaymentItem: 'PaymentLinkItem' }

export const TAGS = [
  { name: 'Payment links', description: 'A fixed amount with a hosted page: create it, send its `url`, see it paid.' },
  { name: 'Payments', description: 'The outcome of each checkout, and payments recorded manually.' },
  { name: 'Connections', description: 'The payment providers connected in the mode of the key.' },
  { name: 'E-mail', description: 'Links emailed to customers, and the status of each email.' },
  { name: 'Invoicing', description: 'CFDI 4.0 invoices of paid links: requested, cancelled, downloaded.' },
]

export const CONTACT = { name: 'The operator of this installation', url: `${BASE_URL}/docs` }
