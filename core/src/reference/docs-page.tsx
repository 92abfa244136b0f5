import type { VNode } from 'preact'
import type { Contract, Operation, Schema } from '../contract/contract.js'
import { type RenderedPage, renderPage } from '../web/layout.js'
import { OtherLanguage } from '../web/other-language.js'
import type { PageLocale } from '../kernel/choose-locale.js'
import { DOCS_STYLES } from './docs.styles.js'
import { type DocsLanguage, DOCS_WORDS } from './docs-words.js'
import { FieldTable } from './field-table.js'
import { MarkedText } from './marked-text.js'
import { type ListedOperation, OperationSection } from './operation.js'
import { namedSchemas } from './schema-text.js'
import { REFERENCE_STYLES } from './reference.styles.js'

type Tag = [name: string, operations: ListedOperation[]]

/** The whole contract on one searchable page: its texts in English, the page around them translated. */
export function docsPage(contract: Contract, baseUrl: string, locale: PageLocale): RenderedPage {
  const words = DOCS_WORDS[locale]
  const tags = byTag(contract)
  const schemas = namedSchemas(contract)
  const body = (
    <div class="page docs">
      <nav class="side" aria-label={words.contents}>
        <Contents tags={tags} words={words} />
      </nav>
      <div class="read">
        <header>
          <div class="top">
            <h1>{words.title}</h1>
            <p class="small">
              <OtherLanguage locale={locale} />
            </p>
          </div>
          <p class="lead">{words.lead}</p>
        </header>
        <details class="menu">
          <summary>{words.contents}</summary>
          <nav aria-label={words.contents}>
            <Contents tags={tags} words={words} />
          </nav>
        </details>
        <main>
          <Introduction words={words} baseUrl={baseUrl} />
          {tags.map(([tag, operations]) => (
            <>
              <h2 id={anchorOf(tag)} lang="en">
                {tag}
              </h2>
              {operations.map((listed) => (
                <OperationSection contract={contract} baseUrl={baseUrl} listed={listed} words={words} />
              ))}
            </>
          ))}
          <h2 id="schemas">{words.schemas}</h2>
          {schemas.map(([name, schema]) => (
            <SchemaDetails contract={contract} name={name} schema={schema} words={words} />
          ))}
        </main>
      </div>
    </div>
  )
  const title = `${contract.info.title} · ${words.title}`
  const head = <script src="docs.js" defer />
  return renderPage({ locale, title, body, head, styles: [REFERENCE_STYLES, DOCS_STYLES] })
}

function byTag(contract: Contract): Tag[] {
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

const anchorOf = (tag: string): string => `tag-${tag.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`

/** A summary is a sentence; in a list of links it goes without its full stop. */
const titleOf = ({ summary, operationId }: Operation): string => summary?.replace(/\.$/, '') ?? operationId

function Contents({ tags, words }: { tags: Tag[]; words: DocsLanguage }): VNode {
  return (
    <ul>
      <li>
        <a href="#getting-started">{words.gettingStarted}</a>
      </li>
      {tags.map(([tag, operations]) => (
        <li lang="en">
          <a href={`#${anchorOf(tag)}`}>{tag}</a>
          <ul>
            {operations.map(({ operation }) => (
              <li>
                <a href={`#${operation.operationId}`}>{titleOf(operation)}</a>
              </li>
            ))}
          </ul>
        </li>
      ))}
      <li>
        <a href="#schemas">{words.schemas}</a>
      </li>
      <li>
        <a href="problems">{words.problems}</a>
      </li>
    </ul>
  )
}

function Introduction({ words, baseUrl }: { words: DocsLanguage; baseUrl: string }): VNode {
  return (
    <>
      <h2 id="getting-started">{words.gettingStarted}</h2>
      <p>
        {words.address} <code>{baseUrl}</code>. {words.contract} <a href="openapi.json">openapi.json</a>.
      </p>
      {words.topics.map(({ title, text }) => (
        <>
          <h3 class="topic">{title}</h3>
          <p>
            <MarkedText text={text} />
          </p>
        </>
      ))}
      <p>
        <a href="problems">{words.problems}</a>
      </p>
    </>
  )
}

/** Collapsed: a page of a hundred tables is searched, not read. */
function SchemaDetails({ contract, name, schema, words }: SchemaParts): VNode {
  return (
    <details class="schema" id={name}>
      <summary>
        <h3>{name}</h3>
      </summary>
      {typeof schema['description'] === 'string' && (
        <p class="muted" lang="en">
          <MarkedText text={schema['description']} />
        </p>
      )}
      <FieldTable contract={contract} schema={schema} words={words} />
    </details>
  )
}

interface SchemaParts {
  contract: Contract
  name: string
  schema: Schema
  words: DocsLanguage
}
