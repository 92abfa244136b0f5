import type { VNode } from 'preact'
import type { Contract, Schema } from '../contract/contract.js'
import type { DocsLanguage } from './docs-words.js'
import { MarkedText } from './marked-text.js'
import { describeType, objectNameOf, resolve } from './schema-text.js'

interface TableParts {
  contract: Contract
  schema: Schema
  words: DocsLanguage
  /** Where a parameter goes: `path`, `query` or `header`. */
  locationOf?: (name: string) => string | null
}

/** The fields of an object, one per row. */
export function FieldTable({ contract, schema, words, locationOf }: TableParts): VNode {
  const { properties = {}, required = [] } = resolve(contract, schema)
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{words.name}</th>
          <th scope="col">{words.description}</th>
        </tr>
      </thead>
      <tbody>
        {Object.entries(properties).map(([name, field]) => (
          <tr>
            <th scope="row">
              <code>{name}</code>
              <span class="need">
                {[locationOf?.(name), required.includes(name) ? words.required : words.optional]
                  .filter(Boolean)
                  .join(', ')}
              </span>
            </th>
            <td lang="en">
              <Field contract={contract} field={field} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Field({ contract, field }: { contract: Contract; field: Schema }): VNode {
  const { description } = resolve(contract, field)
  const name = objectNameOf(contract, field)
  return (
    <>
      <span class="kind">
        {name ? <a href={`#${name}`}>{describeType(contract, field)}</a> : describeType(contract, field)}
      </span>
      {typeof description === 'string' && (
        <p>
          <MarkedText text={description} />
        </p>
      )}
    </>
  )
}
