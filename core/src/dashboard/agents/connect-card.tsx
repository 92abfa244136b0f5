import type { VNode } from 'preact'
import type { ApiScope } from '../../kernel/principal.js'
import { mcpPath } from '../../oauth/protected-resources.js'
import { ButtonLink } from '../../web/button.js'
import { amountText } from '../components/amount.js'
import { CopyButton, CopyField } from '../components/copy-button.js'
import { Fold } from '../components/fields.js'
import { isLiveLocked, LockedCard } from '../keys/key-list-page.js'
import { SUGGESTED_CONTROLS } from '../keys/suggested-controls.js'
import { suggestedAddress } from '../keys/typed-key.js'
import { keysWords } from '../keys/words.js'
import type { Visit } from '../visit.js'
import { AGENTS } from './agent-paths.js'
import type { AgentWords } from './words.js'

interface Parts {
  visit: Visit
  words: AgentWords['connect']
}

const READS: readonly ApiScope[] = ['links:read', 'payments:read', 'invoices:read']
const CREATES: readonly ApiScope[] = ['links:read', 'links:write', 'payments:read']
const LIMITS = { rateLimit: 60, expires: '90' } as const

/** Where an agent is connected; a limited key for those that cannot sign in. */
export function ConnectCard({ visit, words: { connect: words } }: { visit: Visit; words: AgentWords }): VNode {
  if (isLiveLocked(visit)) {
    return <LockedCard visit={visit} words={keysWords(visit.locale)} instead={{ ...words.locked, path: AGENTS }} />
  }
  const { baseUrl, principal } = visit
  return (
    <section class="card stack">
      <div class="stack near">
        <h2>{words.title}</h2>
        <p class="muted small">{words.text}</p>
      </div>
      <Address visit={visit} id="mcp-address" label={words.mcp} text={baseUrl + mcpPath(principal.livemode)} />
      <p class="muted small">{words.then}</p>
      <Fold name={words.keys.title} value={words.keys.value}>
        <LimitedKeys visit={visit} words={words} />
      </Fold>
    </section>
  )
}

function LimitedKeys({ visit, words: { keys: words } }: Parts): VNode {
  const at = (suggested: Parameters<typeof suggestedAddress>[0]): string => visit.base + suggestedAddress(suggested)
  const { currency, linkLimit, dailyLimit } = SUGGESTED_CONTROLS
  const textOf = (centavos: number): string => amountText(visit.locale, centavos, currency)
  return (
    <>
      <p class="muted small">{words.text}</p>
      <div class="agent-body">
        <div class="stack near">
          <ButtonLink href={at({ scopes: CREATES, ...LIMITS, controls: SUGGESTED_CONTROLS })} isWide>
            {words.create}
          </ButtonLink>
          <p class="muted small">
            {words.createAbout(textOf(linkLimit), textOf(dailyLimit))} {words.together}
          </p>
        </div>
        <div class="stack near">
          <ButtonLink href={at({ scopes: READS, ...LIMITS })} isWide>
            {words.read}
          </ButtonLink>
          <p class="muted small">{words.readAbout}</p>
        </div>
      </div>
      <p class="muted small">{words.note}</p>
      <Address visit={visit} id="api-address" label={words.address} text={`${visit.baseUrl}/v1`} />
      <Address visit={visit} id="contract-address" label={words.contract} text={`${visit.baseUrl}/openapi.json`} />
    </>
  )
}

const Address = ({ visit, id, label, text }: { visit: Visit; id: string; label: string; text: string }): VNode => (
  <div class="agent-address">
    <p class="small" aria-hidden="true">
      {label}
    </p>
    <div class="row">
      <CopyField id={id} label={label} text={text} />
      <CopyButton text={text} locale={visit.locale} look="small" />
    </div>
  </div>
)
