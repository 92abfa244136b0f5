import type { VNode } from 'preact'
import type { Grant } from '../../agents/grant.js'
import type { FramedPage } from '../framed-page.js'
import { ButtonLink } from '../../web/button.js'
import { Notice } from '../../web/notice.js'
import { APPROVALS } from '../approvals/approval-paths.js'
import { approvalWords } from '../approvals/words.js'
import { Fold } from '../components/fields.js'
import { SparkIcon } from '../components/icons.js'
import { EmptyState } from '../components/menu.js'
import { PageHead } from '../components/page-head.js'
import { dayOf, KEYS } from '../keys/key-parts.js'
import { keysWords } from '../keys/words.js'
import { SettingRow } from '../settings/setting-row.js'
import type { Visit } from '../visit.js'
import { type Agent, AgentCard } from './agent-card.js'
import { ConnectCard } from './connect-card.js'
import { type AgentWords, agentWords } from './words.js'

interface Listed {
  agents: readonly Agent[]
  /** How many keys can do everything. */
  unlimited: number
  /** Whose access was taken away lately. */
  ended: readonly Grant[]
}

/** Those who have access, those who have too much of it, and how another one is connected. */
export function agentsPage(visit: Visit, { agents, unlimited, ended }: Listed): FramedPage {
  const words = agentWords(visit.locale)
  const { saved } = visit.request.query
  return {
    title: words.title,
    section: 'settings',
    content: (
      <>
        <PageHead title={words.title} about={words.about}>
          <ButtonLink href={visit.base + APPROVALS}>{approvalWords(visit.locale).waiting.all}</ButtonLink>
        </PageHead>
        {(saved === 'limits' || saved === 'revoked') && (
          <Notice tone="good">
            <p>{saved === 'limits' ? keysWords(visit.locale).limits.saved : words.revoked}</p>
          </Notice>
        )}
        <div class="stack">
          {agents.map((agent) => (
            <AgentCard visit={visit} words={words} agent={agent} />
          ))}
          {agents.length === 0 && (
            <section class="card full">
              <EmptyState icon={SparkIcon} title={words.empty}>
                {words.emptyText}
              </EmptyState>
            </section>
          )}
          {unlimited > 0 && <UnlimitedKeys visit={visit} words={words} count={unlimited} />}
          <ConnectCard visit={visit} words={words} />
          {ended.length > 0 && <EndedAgents visit={visit} words={words} grants={ended} />}
        </div>
      </>
    ),
  }
}

const UnlimitedKeys = ({ visit, words, count }: { visit: Visit; words: AgentWords; count: number }): VNode => (
  <Notice tone="attention">
    <b>{words.full.title(count)}</b>
    <p>{words.full.text}</p>
    <div class="unlimited">
      <ButtonLink isSmall href={visit.base + KEYS}>
        {words.full.action}
      </ButtonLink>
    </div>
  </Notice>
)

const EndedAgents = ({
  visit,
  words,
  grants,
}: {
  visit: Visit
  words: AgentWords
  grants: readonly Grant[]
}): VNode => (
  <Fold name={words.ended} value={keysWords(visit.locale).endedCount(grants.length)}>
    <ul class="ended-keys">
      {grants.map(({ clientName, createdAt, revokedAt }) => (
        <SettingRow
          icon={SparkIcon}
          title={`“${clientName}”`}
          about={words.endedOn(dayOf(visit, revokedAt ?? createdAt))}
        />
      ))}
    </ul>
  </Fold>
)
