import type { VNode } from 'preact'
import type { ListedEndpoint } from '../../webhooks/read-endpoints.js'
import { ButtonLink, SubmitButton } from '../../web/button.js'
import { DataTable } from '../../web/data-table.js'
import { PostForm } from '../../web/form.js'
import { Notice } from '../../web/notice.js'
import { PlugIcon, PlusIcon } from '../components/icons.js'
import { EmptyState } from '../components/menu.js'
import { Moment } from '../components/moment.js'
import { PageHead } from '../components/page-head.js'
import { timeFormatOf } from '../time-format.js'
import type { Visit } from '../visit.js'
import { UrlField } from './endpoint-form.js'
import { EndpointChip, eventName, hostOf, pathOf, WEBHOOKS } from './endpoint-parts.js'
import { webhooksWords, type WebhooksWords } from './words.js'

export function EndpointListPage({ visit, endpoints }: { visit: Visit; endpoints: readonly ListedEndpoint[] }): VNode {
  const words = webhooksWords(visit.locale)
  return (
    <>
      <PageHead title={words.title} about={words.about}>
        {endpoints.length > 0 && (
          <ButtonLink kind="first" href={`${visit.base}${WEBHOOKS}/new`} icon={PlusIcon}>
            {words.new}
          </ButtonLink>
        )}
      </PageHead>
      {visit.request.query['saved'] === 'deleted' && (
        <Notice tone="good">
          <p>{words.deleted}</p>
        </Notice>
      )}
      <section class="card full endpoints">
        {endpoints.length === 0 ? (
          <EmptyState icon={PlugIcon} title={words.empty} action={<FirstForm visit={visit} words={words} />}>
            {words.emptyText}
          </EmptyState>
        ) : (
          <EndpointTable visit={visit} endpoints={endpoints} words={words} />
        )}
      </section>
    </>
  )
}

function EndpointTable({
  visit,
  endpoints,
  words,
}: {
  visit: Visit
  endpoints: readonly ListedEndpoint[]
  words: WebhooksWords
}): VNode {
  const timeFormat = timeFormatOf(visit)
  return (
    <DataTable
      caption={words.caption}
      columns={[
        { head: words.columns.host, place: 'title', cell: hostOf, about: ({ url }) => pathText(url) },
        { head: words.columns.events, place: 'more', cell: ({ events }) => eventsText(words, events) },
        {
          head: words.columns.status,
          place: 'status',
          cell: (endpoint) => <EndpointChip visit={visit} endpoint={endpoint} />,
        },
        {
          head: words.columns.since,
          place: 'time',
          cell: ({ createdAt }) => <Moment at={createdAt} timeFormat={timeFormat} />,
        },
      ]}
      rows={endpoints}
      href={(endpoint) => visit.base + pathOf(endpoint)}
    />
  )
}

/** Two endpoints of one host differ by their path; null: it has none. */
const pathText = (url: string): string | null => {
  const { pathname } = new URL(url)
  return pathname === '/' ? null : pathname
}

function eventsText(words: WebhooksWords, events: ListedEndpoint['events']): string {
  if (events === null) return words.defaultEvents
  return events.length <= 2 ? events.map((type) => eventName(words, type)).join(', ') : words.eventCount(events.length)
}

const FirstForm = ({ visit, words }: { visit: Visit; words: WebhooksWords }): VNode => (
  <div class="first-endpoint">
    <PostForm action={`${visit.base}${WEBHOOKS}`} csrfToken={visit.csrfToken} formKey={visit.formKey}>
      <div class="stack">
        <UrlField form={{ values: visit.fields, faults: [] }} visit={visit} />
        <SubmitButton kind="first" busy={words.form.creating} isWide>
          {words.form.create}
        </SubmitButton>
        <p class="muted tiny">{words.form.confirms}</p>
      </div>
    </PostForm>
  </div>
)
