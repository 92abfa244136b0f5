import type { VNode } from 'preact'
import type { ListedKey } from '../../accounts/read-keys.js'
import type { FramedPage } from '../framed-page.js'
import { ButtonLink } from '../../web/button.js'
import { Notice } from '../../web/notice.js'
import { APPROVALS } from '../approvals/approval-paths.js'
import { approvalWords } from '../approvals/words.js'
import { SparkIcon } from '../components/icons.js'
import { EmptyState } from '../components/menu.js'
import { PageHead } from '../components/page-head.js'
import { KEYS } from '../keys/key-parts.js'
import type { Visit } from '../visit.js'
import { AgentCard, isLimited } from './agent-card.js'
import { ConnectCard } from './connect-card.js'
import { type AgentWords, agentWords } from './words.js'

/** Those who have access, those who have too much of it, and how another one is connected. */
export function agentsPage(visit: Visit, keys: readonly ListedKey[]): FramedPage {
  const words = agentWords(visit.locale)
  const limited = keys.filter(isLimited)
  const unlimited = keys.length - limited.length
  return {
    title: words.title,
    section: 'settings',
    content: (
      <>
        <PageHead title={words.title} about={words.about}>
          <ButtonLink href={visit.base + APPROVALS}>{approvalWords(visit.locale).waiting.all}</ButtonLink>
        </PageHead>
        <div class="stack">
          {limited.map((key) => (
            <AgentCard visit={visit} words={words} agent={key} />
          ))}
          {limited.length === 0 && (
            <section class="card full">
              <EmptyState icon={SparkIcon} title={words.empty}>
                {words.emptyText}
              </EmptyState>
            </section>
          )}
          {unlimited > 0 && <UnlimitedKeys visit={visit} words={words} count={unlimited} />}
          <ConnectCard visit={visit} words={words} />
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
