import type { VNode } from 'preact'
import type { Contract, Operation, Parameter, Schema } from '../contract/contract.js'
import { curlExample } from './curl-example.js'
import type { DocsLanguage } from './docs-words.js'
import { FieldTable } from './field-table.js'
import { MarkedText } from './marked-text.js'
import { objectNameOf } from './schema-text.js'

export interface ListedOperation {
  method: string
  path: string
  operation: Operation
}

interface OperationParts {
  contract: Contract
  baseUrl: string
  listed: ListedOperation
  words: DocsLanguage
}

/** One operation: an example command, and its parameters, body and responses, collapsed. */
export function OperationSection({ contract, baseUrl, listed, words }: OperationParts): VNode {
  const { method, path, operation } = listed
  const body = operation.requestBody?.content['application/json']?.schema
  const bodyName = body && objectNameOf(contract, body)
  const scope = operation['x-required-scope']
  return (
    <section class="operation" id={operation.operationId} aria-labelledby={`${operation.operationId}-title`}>
      <div>
        <h3 id={`${operation.operationId}-title`} lang="en">
          {operation.summary ?? operation.operationId}
        </h3>
        <p class="address">
          <code>
            <span class="method">{method.toUpperCase()}</span>
            {path}
          </code>
        </p>
        {operation.description && operation.description !== operation.summary && (
          <p lang="en">
            <MarkedText text={operation.description} />
          </p>
        )}
        {scope && (
          <p class="muted small">
            {words.scope} <code>{scope}</code>.
          </p>
        )}
        <Parameters contract={contract} parameters={operation.parameters ?? []} words={words} />
        {body && (
          <details>
            <summary>
              <h4>
                {words.body}
                {bodyName ? <> · {bodyName}</> : null}
                {operation.requestBody?.required ? '' : ` (${words.optional})`}
              </h4>
            </summary>
            <FieldTable contract={contract} schema={body} words={words} />
          </details>
        )}
        <details>
          <summary>
            <h4>{words.responses}</h4>
          </summary>
          <Responses contract={contract} responses={operation.responses} words={words} />
        </details>
      </div>
      <div>
        <h4>{words.example}</h4>
        <div class="sample">
          <pre tabIndex={0} role="region" aria-label={words.example}>
            {curlExample(baseUrl, method, path, operation)}
          </pre>
        </div>
      </div>
    </section>
  )
}

function Parameters({
  contract,
  parameters,
  words,
}: {
  contract: Contract
  parameters: readonly Parameter[]
  words: DocsLanguage
}): VNode | null {
  if (parameters.length === 0) return null
  const properties = Object.fromEntries(
    parameters.map(({ name, in: location, description, schema }) => [name, { location, description, schema }]),
  )
  const schema: Schema = {
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, { description, schema: inner }]) => [
        name,
        description === undefined ? inner : { ...inner, description },
      ]),
    ),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
  }
  return (
    <details>
      <summary>
        <h4>{words.parameters}</h4>
      </summary>
      <FieldTable
        contract={contract}
        schema={schema}
        words={words}
        locationOf={(name) => properties[name]?.location ?? null}
      />
    </details>
  )
}

function Responses({
  contract,
  responses,
  words,
}: {
  contract: Contract
  responses: Operation['responses']
  words: DocsLanguage
}): VNode {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{words.status}</th>
          <th scope="col">{words.description}</th>
        </tr>
      </thead>
      <tbody>
        {Object.entries(responses).map(([status, { description, content }]) => {
          const schema = content?.['application/json']?.schema
          const name = schema && objectNameOf(contract, schema)
          return (
            <tr>
              <th scope="row">{status}</th>
              <td lang="en">{name ? <a href={`#${name}`}>{name}</a> : <Codes text={description} />}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

/** Problem codes, each linked to its page. */
function Codes({ text }: { text: string }): VNode {
  const codes = [...text.matchAll(/`([a-z_]+)`/g)].flatMap(([, code]) => code ?? [])
  if (codes.length === 0) return <>{text}</>
  return (
    <>
      {codes.map((code, index) => (
        <>
          {index > 0 && ', '}
          <a href={`problems/${code}`}>
            <code>{code}</code>
          </a>
        </>
      ))}
    </>
  )
}
