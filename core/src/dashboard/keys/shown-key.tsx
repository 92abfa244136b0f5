import type { VNode } from 'preact'
import type { ApiKey } from '../../accounts/api-key.js'
import { ButtonLink } from '../../web/button.js'
import { Notice } from '../../web/notice.js'
import { Secret } from '../components/copy-button.js'
import type { Visit } from '../visit.js'
import { KEYS } from './key-parts.js'
import { scopeText } from './scope-text.js'
import { keysWords } from './words.js'

/** What each scope lets one read without knowing an id. */
const READABLE = [
  ['links:read', '/v1/payment_links'],
  ['payments:read', '/v1/payments'],
  ['connections:read', '/v1/connections'],
] as const

/** The answer to the form alone: the key is never shown again. */
export function ShownKey({ visit, made: { key, text } }: { visit: Visit; made: { key: ApiKey; text: string } }): VNode {
  const words = keysWords(visit.locale)
  const { shown } = words
  const command = commandFor(visit, key, text)
  return (
    <div class="card stack">
      <div class="stack near">
        <p class="muted small">
          {key.name} · {scopeText(visit.locale, key.scopes)}
        </p>
        <Secret text={text} locale={visit.locale} />
      </div>
      {key.livemode && (
        <Notice tone="attention">
          <b>{shown.live}</b>
          <p>{shown.liveText}</p>
        </Notice>
      )}
      {command !== null && (
        <details class="try-it" open>
          <summary>{shown.try}</summary>
          <pre class="code-block" tabIndex={0} aria-label={shown.try}>
            {command}
          </pre>
        </details>
      )}
      <div>
        <ButtonLink kind="first" href={`${visit.base}${KEYS}`}>
          {shown.saved}
        </ButtonLink>
      </div>
    </div>
  )
}

/** A request that this key may make; null: it may read no list. */
function commandFor({ baseUrl }: Visit, { scopes }: ApiKey, text: string): string | null {
  const readable = READABLE.find(([scope]) => scopes === null || scopes.includes(scope))
  return readable ? `curl ${baseUrl}${readable[1]} \\\n  -H "Authorization: Bearer ${text}"` : null
}
