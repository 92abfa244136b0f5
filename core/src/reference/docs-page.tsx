import type { VNode } from 'preact'
import { type RenderedPage, renderPage } from '../html/layout.js'
import type { Contract } from '../http/contract.js'
import { FieldTable } from './field-table.js'
import { MarkedText } from './marked-text.js'
import { type ListedOperation, OperationSection } from './operation.js'
import { shapesOf } from './schema-text.js'
import { REFERENCE_STYLES } from './reference.styles.js'

/** The whole contract as one page to read and to search in. */
export function docsPage(contract: Contract, baseUrl: string): RenderedPage {
  const tags = byTag(contract)
  const schemas = shapesOf(contract)
  const body = (
    <div class="page">
      <header>
        <h1>{contract.info.title}</h1>
        <p class="lead">{contract.info.description}</p>
      </header>
      <main>
        <Introduction baseUrl={baseUrl} />
        <h2 id="operations">What it does</h2>
        <nav aria-labelledby="operations">
          <ul class="index two">
            {tags
              .flatMap(([, operations]) => operations)
              .map((listed) => (
                <IndexEntry listed={listed} />
              ))}
          </ul>
        </nav>
        {tags.map(([tag, operations]) => (
          <>
            <h2>{tag}</h2>
            {operations.map((listed) => (
              <OperationSection contract={contract} baseUrl={baseUrl} listed={listed} />
            ))}
          </>
        ))}
        <h2 id="schemas">Shapes</h2>
        {schemas.map(([name, schema]) => (
          <section class="schema" id={name}>
            <h3>{name}</h3>
            {typeof schema['description'] === 'string' && (
              <p class="muted">
                <MarkedText text={schema['description']} />
              </p>
            )}
            <FieldTable contract={contract} schema={schema} />
          </section>
        ))}
      </main>
    </div>
  )
  return renderPage({ locale: 'en', title: contract.info.title, body, styles: [REFERENCE_STYLES] })
}

function byTag(contract: Contract): [string, ListedOperation[]][] {
  const tags = new Map<string, ListedOperation[]>()
  for (const [path, operations] of Object.entries(contract.paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      const tag = operation.tags?.[0] ?? 'Other'
      tags.set(tag, [...(tags.get(tag) ?? []), { method, path, operation }])
    }
  }
  for (const operations of tags.values()) operations.sort((a, b) => a.path.length - b.path.length)
  return [...tags].sort(([, a], [, b]) => b.length - a.length)
}

function IndexEntry({ listed: { method, path, operation } }: { listed: ListedOperation }): VNode {
  return (
    <li>
      <a href={`#${operation.operationId}`}>{operation.summary ?? operation.operationId}</a>{' '}
      <code class="muted">
        {method.toUpperCase()} {path}
      </code>
    </li>
  )
}

function Introduction({ baseUrl }: { baseUrl: string }): VNode {
  return (
    <>
      <h2>How to talk to it</h2>
      <p>
        Every address begins with <code>{baseUrl}</code>. Bodies and answers are JSON. The machine-readable contract is{' '}
        <a href="openapi.json">openapi.json</a>.
      </p>
      <h3 class="topic">Keys</h3>
      <p>
        Send your API key with every request: <code>Authorization: Bearer sk_test_…</code>. A key belongs to one account
        and one mode: what <code>sk_test_…</code> creates is never seen by <code>sk_live_…</code>, and in test mode no
        money moves. A restricted key may do only what its scopes name.
      </p>
      <h3 class="topic">Repeating a request</h3>
      <p>
        Where a request takes an <code>Idempotency-Key</code>, send a new one for every thing you want done and the same
        one when you repeat it: within 24 hours the repeat gives the first answer, to the letter, and nothing is done
        twice. <code>Idempotency-Replayed: true</code> says that it was a repeat.
      </p>
      <h3 class="topic">Amounts, times, lists</h3>
      <p>
        Amounts are whole numbers of minor units: <code>435000</code> is 4,350.00. Times are ISO 8601 with a zone. Lists
        come newest first; pass the last id you saw as <code>starting_after</code> while <code>has_more</code> is true.
      </p>
      <h3 class="topic">When it goes wrong</h3>
      <p>
        A failure is <code>application/problem+json</code> with a <code>code</code>, and a <code>type</code> that leads
        to <a href="problems">the page that explains it</a>. Every answer carries <code>X-Request-Id</code>; quote it
        when you ask for help.
      </p>
    </>
  )
}
