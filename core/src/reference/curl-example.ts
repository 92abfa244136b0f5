import type { Contract, Operation, Schema } from '../http/contract.js'
import { nameOf, resolve } from './schema-text.js'

/** Better words than a schema can give, for the fields that every example shows. */
const BY_FIELD: Record<string, unknown> = {
  title: 'Anticipo arreglo floral',
  name: 'Centro de mesa',
  quantity: 10,
  unitPriceCentavos: 35000,
  note: 'Paid in cash at the shop',
}

/** By the schema's name, where it has one. */
const BY_SCHEMA: Record<string, unknown> = {
  EmailAddress: 'ana@example.com',
  Timestamp: '2026-12-31T18:00:00-06:00',
}

/** A command that can be pasted into a shell once the key and the id are filled in. */
export function curlExample(contract: Contract, baseUrl: string, method: string, path: string, of: Operation): string {
  const address = `${baseUrl}${path.replace(/\{(\w+)\}/g, (_whole, name: string) => `$${name.toUpperCase()}`)}`
  const schema = of.requestBody?.content['application/json']?.schema
  const lines = [
    `curl ${method === 'get' ? '' : `-X ${method.toUpperCase()} `}"${address}"`,
    '-H "Authorization: Bearer $API_KEY"',
    ...(of.parameters ?? []).filter(isNeededHeader).map(({ name }) => `-H "${name}: $(uuidgen)"`),
  ]
  if (schema) {
    lines.push('-H "Content-Type: application/json"')
    lines.push(`-d '${JSON.stringify(exampleOf(contract, schema, ''), null, 2).replaceAll("'", "'\\''")}'`)
  }
  return lines.join(' \\\n  ')
}

const isNeededHeader = ({ in: place, required }: { in: string; required?: boolean }): boolean =>
  place === 'header' && required === true

/** What is required, or for an object that requires nothing its first field. */
function exampleOf(contract: Contract, schema: Schema, field: string): unknown {
  const resolved = resolve(contract, schema)
  const known = BY_SCHEMA[nameOf(schema) ?? ''] ?? resolved['example'] ?? BY_FIELD[field]
  if (known !== undefined) return known
  if (resolved.properties) return exampleObject(contract, resolved)
  if (resolved.items) return [exampleOf(contract, resolved.items, field)]
  if (resolved['default'] !== undefined) return resolved['default']
  if (resolved.enum) return resolved.enum[0]
  if (resolved.type === 'integer' || resolved.type === 'number') return resolved['minimum'] ?? 1
  return resolved.type === 'boolean' ? true : '…'
}

function exampleObject(contract: Contract, { properties = {}, required = [] }: Schema): object {
  const names = required.length > 0 ? required : Object.keys(properties).slice(0, 1)
  return Object.fromEntries(names.map((name) => [name, exampleOf(contract, properties[name] ?? {}, name)]))
}
