import type { VNode } from 'preact'
import type { ApiScope } from '../../kernel/principal.js'
import { ButtonLink } from '../../web/button.js'
import { CopyButton, CopyField } from '../components/copy-button.js'
import { isLiveLocked, LockedCard } from '../keys/key-list-page.js'
import { suggestedAddress } from '../keys/typed-key.js'
import { keysWords } from '../keys/words.js'
import type { Visit } from '../visit.js'
import type { AgentWords } from './words.js'

interface Parts {
  visit: Visit
  words: AgentWords
}

const READS: readonly ApiScope[] = ['links:read', 'payments:read', 'invoices:read']
const CREATES: readonly ApiScope[] = ['links:read', 'links:write', 'payments:read']
const LIMITS = { rateLimit: 60, expires: '90' } as const

/** A limited key for another program, and where it asks. */
export function ConnectCard(parts: Parts): VNode {
  const {
    visit,
    words: { connect: words },
  } = parts
  if (isLiveLocked(visit)) return <LockedCard visit={visit} words={keysWords(visit.locale)} />
  const at = (scopes: readonly ApiScope[]): string => visit.base + suggestedAddress({ scopes, ...LIMITS })
  return (
    <section class="card stack">
      <div class="stack near">
        <h2>{words.title}</h2>
        <p class="muted small">{words.text}</p>
      </div>
      <div class="agent-body">
        <div class="stack near">
          <ButtonLink kind="first" href={at(CREATES)} isWide>
            {words.create}
          </ButtonLink>
          <p class="muted small">
            {words.createAbout} {words.together}
          </p>
        </div>
        <div class="stack near">
          <ButtonLink href={at(READS)} isWide>
            {words.read}
          </ButtonLink>
          <p class="muted small">{words.readAbout}</p>
        </div>
      </div>
      <p class="muted small">{words.note}</p>
      <Address visit={visit} id="api-address" label={words.address} text={`${visit.baseUrl}/v1`} />
      <Address visit={visit} id="contract-address" label={words.contract} text={`${visit.baseUrl}/openapi.json`} />
    </section>
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
