/** Types of the input of every operation, as TypeScript: what the contract room's `parse` returns. */
export function operationInputTypes({ paths, components }) {
  const named = new Map()
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
  const inputs = operations.map(({ operationId, parameters, requestBody }) => {
    const partOf = (location, nameOf = (name) => name) => {
      const fields = parameters
        .filter((parameter) => parameter.in === location)
        .map(({ name, required, schema }) => [nameOf(name), required, schema])
      return objectOf(fields)
    }
    const schema = requestBody?.content['application/json'].schema
    const body = schema ? typeOf(schema) + (requestBody.required ? '' : ' | undefined') : 'undefined'
    const headers = partOf('header', (name) => name.toLowerCase())
    return `  ${operationId}: { path: ${partOf('path')}; query: ${partOf('query')}; headers: ${headers}; body: ${body} }`
  })

  function typeOf(schema) {
    const type = baseType(schema)
    return schema.nullable ? `${type} | null` : type
  }

  function baseType(schema) {
    if (schema.$ref) return nameOf(schema.$ref)
    if (schema.allOf) return schema.allOf.map(typeOf).join(' & ')
    if (schema.anyOf) return schema.anyOf.map(typeOf).join(' | ')
    if (schema.enum)
      return schema.enum
        .filter((value) => value !== null)
        .map((value) => JSON.stringify(value))
        .join(' | ')
    if (schema.type === 'array') return `(${typeOf(schema.items)})[]`
    if (schema.properties) {
      const isRequired = (name) => schema.required?.includes(name)
      return objectOf(Object.entries(schema.properties).map(([name, field]) => [name, isRequired(name), field]))
    }
    if (typeof schema.additionalProperties === 'object') return `Record<string, ${typeOf(schema.additionalProperties)}>`
    return schema.type === 'integer' ? 'number' : schema.type
  }

  function objectOf(fields) {
    if (fields.length === 0) return 'Record<string, never>'
    return `{ ${fields.map(([name, required, schema]) => `'${name}'${required ? '' : '?'}: ${typeOf(schema)}`).join('; ')} }`
  }

  function nameOf(reference) {
    const name = reference.slice('#/components/schemas/'.length)
    if (!named.has(name)) {
      named.set(name, '')
      named.set(name, `type ${name} = ${typeOf(components.schemas[name])}`)
    }
    return name
  }

  return `${[...named.values()].join('\n')}\nexport interface OperationInputs {\n${inputs.join('\n')}\n}\n`
}
