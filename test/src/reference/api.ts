import type { Contract, Operation, Schema } from '@paylink/core/contract/contract'
import { describeType, namedSchemas, objectNameOf, resolve } from '@paylink/core/reference/schema-text'
import { currentContract } from '../contract-gate/released.js'
import { code, inLine, page, table } from './markdown.js'

function typeOf(contract: Contract, schema: Schema): string {
  const name = objectNameOf(contract, schema)
  const text = describeType(contract, schema)
  return name === null ? text : text.replace(name, `[${name}](#${name.toLowerCase()})`)
}

const textOf = (description: unknown): string => (typeof description === 'string' ? description : '')

function fieldsOf(contract: Contract, schema: Schema): string {
  const { properties = {}, required = [] } = resolve(contract, schema)
  return table(
    ['field', 'type', 'meaning'],
    Object.entries(properties).map(([name, field]) => [
      `${code(name)}${required.includes(name) ? '' : ', optional'}`,
      typeOf(contract, field),
      textOf(resolve(contract, field).description),
    ]),
  )
}

function sectionOf(contract: Contract, request: string, operation: Operation): string[] {
  const { operationId, summary = '', description = '', parameters = [], responses } = operation
  const body = operation.requestBody?.content['application/json']?.schema
  const [success = '', answer] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? []
  const [media] = Object.entries(answer?.content ?? {})
  const codes = Object.values(responses).flatMap((one) =>
    [...one.description.matchAll(/`(\w+)`/g)].map(([, name]) => name),
  )
  const object = media && objectNameOf(contract, media[1].schema)
  return [
    `### ${request}`,
    inLine(`${summary === description ? '' : summary} ${description}`),
    `Tool of agents: ${code(operationId)}. Scope: ${code(operation['x-required-scope'] ?? 'none')}.`,
    table(
      ['parameter', 'type', 'meaning'],
      parameters.map(({ name, in: place, required = false, schema, description: about }) => [
        `${code(name)}, ${place}${required ? '' : ', optional'}`,
        describeType(contract, schema),
        textOf(about ?? resolve(contract, schema).description),
      ]),
    ),
    ...(body ? ['The body:', fieldsOf(contract, body)] : []),
    `Answers ${success}${object ? ` with [${object}](#${object.toLowerCase()})` : media ? ` with ${code(media[0])}` : ''}, or
     ${[...new Set(codes)].map((name) => `[${code(name ?? '')}](errors.md#${name})`).join(', ')}.`,
  ]
}

/** Of the contract that an installation with the built-in providers serves. */
export function apiPage(): string {
  const contract = currentContract()
  const operations = Object.entries(contract.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ request: `${method.toUpperCase()} ${path}`, operation })),
  )
  const tags = [...new Set(operations.map(({ operation }) => operation.tags?.[0] ?? ''))]
  return page(
    '# API',
    `Every operation of \`/v1\`. An installation serves the same with examples at \`/docs\`, and for programs at \`/openapi.json\`.
     How to use it: [integrate](../integrate.md).`,
    ...tags.flatMap((tag) => [
      `## ${tag}`,
      ...operations
        .filter(({ operation }) => operation.tags?.[0] === tag)
        .flatMap(({ request, operation }) => sectionOf(contract, request, operation)),
    ]),
    '## Objects',
    ...namedSchemas(contract).flatMap(([name, schema]) => [
      `### ${name}`,
      inLine(textOf(schema.description)),
      fieldsOf(contract, schema),
    ]),
  )
}
