import type { VNode } from 'preact'
import { approvalPath } from '../../agents/approval.js'
import type { ListedApproval } from '../../agents/read-approvals.js'
import { type Column, DataTable } from '../../web/data-table.js'
import { operationText } from '../../web/messages/operations.js'
import { AGENTS } from '../agents/agents.pages.js'
import { amountText } from '../components/amount.js'
import { StatusChip } from '../components/chip.js'
import { SparkIcon } from '../components/icons.js'
import { EmptyState } from '../components/menu.js'
import { Moment } from '../components/moment.js'
import { PageHead } from '../components/page-head.js'
import type { FramedPage } from '../framed-page.js'
import type { ActorNames } from '../links/actor-text.js'
import { timeFormatOf } from '../time-format.js'
import type { Visit } from '../visit.js'
import { linkAskedFor } from './argument-facts.js'
import { visibleText } from './visible-text.js'
import { type ApprovalWords, approvalWords } from './words.js'

interface ListParts {
  visit: Visit
  /** The oldest first. */
  pending: readonly ListedApproval[]
  past: readonly ListedApproval[]
  names: ActorNames
}

/** What waits for a person, then the latest that no longer does. */
export function approvalListPage(parts: ListParts): FramedPage {
  const { visit, pending, past } = parts
  const { base, locale } = visit
  const words = approvalWords(locale)
  const { waiting } = words
  return {
    title: words.title,
    section: 'settings',
    content: (
      <>
        <PageHead title={words.title} about={words.about} back={{ href: base + AGENTS, label: words.agents }} />
        <div class="stack">
          <section class="card full approvals">
            {pending.length === 0 ? (
              <EmptyState icon={SparkIcon} title={waiting.none}>
                {waiting.noneText}
              </EmptyState>
            ) : (
              <Table parts={parts} title={waiting.title(pending.length)} columns={pendingColumns} rows={pending} />
            )}
          </section>
          {past.length > 0 && (
            <section class="card full approvals">
              <Table parts={parts} title={words.past.title} columns={pastColumns} rows={past} />
            </section>
          )}
        </div>
      </>
    ),
  }
}

interface TableParts {
  parts: ListParts
  title: string
  columns: (parts: ListParts, words: ApprovalWords) => Column<ListedApproval>[]
  rows: readonly ListedApproval[]
}

const Table = ({ parts, title, columns, rows }: TableParts): VNode => (
  <>
    <div class="card-head">
      <h2>{title}</h2>
    </div>
    <DataTable
      caption={title}
      columns={columns(parts, approvalWords(parts.visit.locale))}
      rows={rows}
      href={({ id }) => parts.visit.base + approvalPath(id)}
    />
  </>
)

const whatColumn = ({ visit }: ListParts, words: ApprovalWords): Column<ListedApproval> => ({
  head: words.past.columns.what,
  place: 'title',
  cell: ({ operation }) => capitalized(operationText(visit.locale, operation)),
  about: (approval) => {
    const link = linkAskedFor(approval)
    if (!link) return null
    return <bdi>{`${amountText(visit.locale, link.amountCentavos, link.currency)} · “${visibleText(link.title)}”`}</bdi>
  },
})

const agentColumn = ({ names }: ListParts, words: ApprovalWords): Column<ListedApproval> => ({
  head: words.past.columns.agent,
  place: 'more',
  cell: ({ holder }) => {
    const name = names.get(holder)?.name
    return name ? <bdi>{visibleText(name)}</bdi> : words.someAgent
  },
})

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

function pendingColumns(parts: ListParts, words: ApprovalWords): Column<ListedApproval>[] {
  const timeFormat = timeFormatOf(parts.visit)
  return [
    whatColumn(parts, words),
    agentColumn(parts, words),
    {
      head: words.until,
      place: 'status',
      cell: ({ expiresAt }) => (
        <span>
          <span class="list-word">{words.until} </span>
          <Moment at={expiresAt} timeFormat={timeFormat} />
        </span>
      ),
    },
    {
      head: words.asked,
      place: 'time',
      cell: ({ createdAt }) => <Moment at={createdAt} timeFormat={timeFormat} />,
    },
  ]
}

function pastColumns(parts: ListParts, words: ApprovalWords): Column<ListedApproval>[] {
  const { visit, names } = parts
  const { columns, unanswered } = words.past
  const timeFormat = timeFormatOf(visit)
  return [
    whatColumn(parts, words),
    agentColumn(parts, words),
    {
      head: columns.state,
      place: 'status',
      cell: ({ state }) => <StatusChip of="approval" status={state} locale={visit.locale} />,
    },
    {
      head: columns.who,
      place: 'wide',
      cell: ({ decidedBy }) => (decidedBy === null ? unanswered : (names.get(decidedBy)?.name ?? words.states.someone)),
    },
    { head: columns.when, place: 'time', cell: ({ createdAt }) => <Moment at={createdAt} timeFormat={timeFormat} /> },
  ]
}
