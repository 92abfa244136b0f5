import type { VNode } from 'preact'
import type { Contract, Operation, Parameter, Schema } from '../http/contract.js'
import { curlExample } from './curl-example.js'
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
}

/** One thing that the API does: what it takes, what it answers, and a command that does it. */
export function OperationSection({ contract, baseUrl, listed: { method, path, operation } }: OperationParts): VNode {
  const body = operation.requestBody?.content['application/json']?.schema
  const bodyName = body && objectNameOf(contract, body)
  const scope = operation['x-required-scope']
  return (
    <section class="operation" id={operation.operationId} aria-labelledby={`${operation.operationId}-title`}>
      <div>
        <h3 id={`${operation.operationId}-title`}>{operation.summary ?? operation.operationId}</h3>
        <p class="address">
          <code>
            <span class="method">{method.toUpperCase()}</span>
            {path}
          </code>
        </p>
        {operation.description && operation.description !== operation.summary && (
          <p>
            <MarkedText text={operation.description} />
          </p>
        )}
        {scope && (
          <p class="muted small">
            A restricted key needs the scope <code>{scope}</code>.
          </p>
        )}
        <Parameters contract={contract} parameters={operation.parameters ?? []} />
        {body && (
          <>
            <h4>
              Body{bodyName ? <> · {bodyName}</> : null}
              {operation.requestBody?.required ? '' : ' (optional)'}
            </h4>
            <FieldTable contract={contract} schema={body} />
          </>
        )}
      </div>
      <div>
        <h4>Example</h4>
        <pre tabIndex={0} role="region" aria-label="Example">
          {curlExample(baseUrl, method, path, operation)}
        </pre>
        <h4>Answers</h4>
        <Answers contract={contract} responses={operation.responses} />
      </div>
    </section>
  )
}

function Parameters({ contract, parameters }: { contract: Contract; parameters: readonly Parameter[] }): VNode | null {
  if (parameters.length === 0) return null
  const properties = Object.fromEntries(
    parameters.map(({ name, in: place, description, schema }) => [name, { place, description, schema }]),
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
    <>
      <h4>Parameters</h4>
      <FieldTable contract={contract} schema={schema} placeOf={(name) => properties[name]?.place ?? null} />
    </>
  )
}

function Answers({ contract, responses }: { contract: Contract; responses: Operation['responses'] }): VNode {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Status</th>
          <th scope="col">What</th>
        </tr>
      </thead>
      <tbody>
        {Object.entries(responses).map(([status, { description, content }]) => {
          const schema = content?.['application/json']?.schema
          const name = schema && objectNameOf(contract, schema)
          return (
            <tr>
              <th scope="row">{status}</th>
              <td>{name ? <a href={`#${name}`}>{name}</a> : <Codes text={description} />}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

/** Problem codes lead to the page that explains them. */
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
