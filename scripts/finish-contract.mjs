import {
  BASE_URL,
  BY_STATUS,
  CONTACT,
  EVERYWHERE,
  headerRefs,
  HEADERS,
  metadataSchema,
  ON_EVERY_RESPONSE,
  OPEN_ENUMS,
  problemSchema,
  RESPONSE_NAMES,
  TAGS,
  WITH_BODY,
} from './contract-parts.mjs'
import { DETAILS, PATH_IDS, PROBLEM_ERRORS, REQUESTS, RESPONSES } from './contract-examples.mjs'

const PREFIX = '#/components/schemas/'

/**
 * Adds to the generated contract what tsoa cannot express.
 *
 * @param problems the table `PROBLEMS` of the kernel: status and title by code
 * @param limits the module `limits` of the contract room
 */
export function finishContract(generated, problems, limits) {
  const contract = JSON.parse(JSON.stringify(generated).replace(/(#\/components\/schemas\/\w+?)(View|Body)"/g, '$1"'))
  const schemas = Object.entries(contract.components.schemas).map(([name, schema]) => [
    name.replace(/(View|Body)$/, ''),
    schema,
  ])
  contract.components = {
    schemas: { ...Object.fromEntries(schemas), Problem: problemSchema(Object.keys(problems)) },
    headers: HEADERS,
    examples: problemExamples(problems),
    securitySchemes: contract.components.securitySchemes,
  }
  finishSchemas(contract, limits)
  contract.info.license.url = 'https://opensource.org/license/mit'
  contract.info.contact = CONTACT
  contract.security = [{ bearer: [] }]
  contract.tags = TAGS
  contract.paths['/v1/payments/{id}/reference'].get.responses[200].content['application/octet-stream'].schema.format =
    'binary'
  for (const [path, operations] of Object.entries(contract.paths)) {
    for (const [method, operation] of Object.entries(operations)) finishOperation(path, method, operation, problems)
  }
  dropUnusedExamples(contract)
  return contract
}

function finishSchemas(contract, limits) {
  const { schemas } = contract.components
  delete schemas['Record_string.string-or-number-or-boolean_']
  schemas.Metadata = metadataSchema(limits.METADATA_LIMITS, schemas.Metadata.description)
  for (const name of ['CreatePaymentLink', 'UpdatePaymentLink']) schemas[name].properties.providers.uniqueItems = true
  openResponses(contract)
  for (const [field, keywords] of Object.entries(limits.CHECKED_LATER)) {
    const [name, property] = field.split('.')
    Object.assign(schemas[name].properties[property], keywords, { 'x-checked-later': true })
  }
  for (const location of OPEN_ENUMS) {
    const [name, property] = location.split('.')
    const schema = property ? schemas[name].properties[property] : schemas[name]
    schema['x-open-enum'] = true
  }
  for (const schema of Object.values(schemas)) {
    for (const [name, field] of Object.entries(schema.properties ?? {})) {
      schema.properties[name] = inlineNullable(field, contract)
    }
  }
  const used = reachable(schemas, contract.paths)
  for (const name of Object.keys(schemas)) if (name !== 'Problem' && !used.has(name)) delete schemas[name]
}

/** Requests allow declared properties only; responses may gain some. */
function openResponses(contract) {
  const { schemas } = contract.components
  const operations = Object.values(contract.paths).flatMap((methods) => Object.values(methods))
  const requested = reachable(
    schemas,
    operations.map(({ requestBody }) => requestBody),
  )
  const returned = reachable(
    schemas,
    operations.map(({ responses }) => responses),
  )
  for (const name of returned) {
    if (schemas[name].additionalProperties !== false) continue
    if (!requested.has(name)) {
      delete schemas[name].additionalProperties
      continue
    }
    const responseName = RESPONSE_NAMES[name]
    if (!responseName) throw new Error(`${name} is used in requests and responses: add a name to RESPONSE_NAMES`)
    const { additionalProperties: _, ...open } = schemas[name]
    schemas[responseName] = open
    for (const other of returned)
      if (!requested.has(other)) schemas[other] = renamed(schemas[other], name, responseName)
  }
}

const renamed = (part, from, to) =>
  JSON.parse(JSON.stringify(part).replaceAll(`"${PREFIX}${from}"`, `"${PREFIX}${to}"`))

function reachable(schemas, part, found = new Set()) {
  for (const [, name] of (JSON.stringify(part) ?? '').matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
    if (found.has(name)) continue
    found.add(name)
    reachable(schemas, schemas[name], found)
  }
  return found
}

/**
 * OpenAPI 3.0 ignores keywords beside a `$ref`, and `nullable` beside `allOf` allows no null, since the referenced
 * schema rejects it. So a nullable reference is inlined.
 */
function inlineNullable(field, contract) {
  const { $ref, ...siblings } = field
  if (siblings.nullable === false) delete siblings.nullable
  const reference = $ref ?? (field.allOf?.length === 1 ? field.allOf[0].$ref : undefined)
  if (!reference) return siblings.nullable && siblings.enum ? { ...siblings, enum: withNull(siblings.enum) } : siblings
  const { allOf: _, ...own } = siblings
  if (Object.keys(own).length === 0) return { $ref: reference }
  if (!own.nullable) return { ...own, allOf: [{ $ref: reference }] }
  const name = reference.slice(PREFIX.length)
  const { example: __, ...target } = contract.components.schemas[name]
  const inlined = { ...target, ...own, 'x-schema': name }
  return inlined.enum ? { ...inlined, enum: withNull(inlined.enum) } : inlined
}

const withNull = (values) => (values.includes(null) ? values : [...values, null])

function finishOperation(path, method, operation, table) {
  const { scope, problems } = operation['x-paylink']
  delete operation['x-paylink']
  delete operation.security
  operation['x-required-scope'] = scope
  const [summary, ...rest] = (operation.description ?? '').split(/(?<=\.)\s+/)
  operation.summary = summary
  operation.description = rest.join(' ') || summary
  for (const parameter of operation.parameters) {
    delete parameter.schema.default
    if (parameter.in === 'path') parameter.example = PATH_IDS[path.split('/')[2]]
    if (parameter.name === 'Idempotency-Key') parameter.example = 'pedido-1042'
  }
  const body = operation.requestBody?.content['application/json']
  if (body) body.example = exampleFor(REQUESTS, operation)
  const takesKey = operation.parameters.some(({ name }) => name === 'Idempotency-Key')
  for (const response of Object.values(operation.responses)) {
    response.headers = headerRefs([...ON_EVERY_RESPONSE, ...(takesKey ? ['Idempotency-Replayed'] : [])])
    const { 'application/json': json, 'application/octet-stream': file } = response.content ?? {}
    if (json) json.example = exampleFor(RESPONSES, operation)
    if (file) Object.assign(response.headers, headerRefs(['Content-Disposition']))
  }
  const codes = [...EVERYWHERE, ...(method === 'post' ? WITH_BODY : []), ...problems]
  for (const code of codes) addProblem(operation.responses, code, table)
}

function exampleFor(examples, { operationId }) {
  const example = examples[operationId]
  if (example === undefined) throw new Error(`${operationId} lacks an example in contract-examples.mjs`)
  return example
}

function addProblem(responses, code, table) {
  const status = table[code]?.status
  if (!status) throw new Error(`there is no problem ${code}`)
  const response = (responses[status] ??= {
    description: '',
    headers: headerRefs([...ON_EVERY_RESPONSE, ...(BY_STATUS[status] ?? [])]),
    content: { 'application/problem+json': { schema: { $ref: `${PREFIX}Problem` }, examples: {} } },
  })
  response.description = [response.description, `\`${code}\``].filter(Boolean).join(', ')
  response.content['application/problem+json'].examples[code] = { $ref: `#/components/examples/${code}` }
}

function problemExamples(problems) {
  return Object.fromEntries(
    Object.entries(problems).map(([code, { status, title }]) => {
      const detail = DETAILS[code]
      const errors = PROBLEM_ERRORS[code]
      const value = { type: `${BASE_URL}/problems/${code}`, title, status, code }
      return [code, { summary: title, value: { ...value, ...(detail && { detail }), ...(errors && { errors }) } }]
    }),
  )
}

/** Keeps only the examples that an operation uses. */
function dropUnusedExamples(contract) {
  const paths = JSON.stringify(contract.paths)
  const { examples } = contract.components
  for (const code of Object.keys(examples)) {
    if (!paths.includes(`"#/components/examples/${code}"`)) delete examples[code]
  }
}
