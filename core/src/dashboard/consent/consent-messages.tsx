import type { VNode } from 'preact'
import { modeOf } from '../../kernel/mode.js'
import { mcpPath } from '../../oauth/protected-resources.js'
import type { ConsentRequest } from '../../oauth/consent-requests.js'
import { ButtonLink, SubmitButton } from '../../web/button.js'
import { CSRF_FIELD } from '../../web/csrf-guard.js'
import { AGENTS } from '../agents/agent-paths.js'
import { CopyField } from '../components/copy-button.js'
import { keysWords } from '../keys/words.js'
import { may, type Visit } from '../visit.js'
import { Mode } from './consent-page.js'
import { consentPath } from './consent-path.js'
import { type ConsentWords, consentWords } from './words.js'

interface Parts {
  visit: Visit
  request: ConsentRequest
}

/** Nothing to decide: the request is over, or is not of this browser. */
export function NoRequest({ visit: { base, locale }, kind }: { visit: Visit; kind: 'ended' | 'elsewhere' }): VNode {
  const words = consentWords(locale)
  const { title, text } = words[kind]
  return (
    <section class="card stack">
      <h1>{title}</h1>
      <p>{text}</p>
      <ButtonLink href={base}>{words.home}</ButtonLink>
    </section>
  )
}

/** After the decision: a person who came back, or whose browser lost the answer. @param goOn null: the program has it */
export function Decided({ visit: { base, locale }, request, goOn }: Parts & { goOn: string | null }): VNode {
  const { decided: words } = consentWords(locale)
  const { title, text } = words[request.decision ?? 'denied']
  return (
    <section class="card stack">
      <h1>{title}</h1>
      <p>{text(request.client.name)}</p>
      <div class="row">
        {goOn !== null && (
          <ButtonLink kind="first" href={goOn}>
            {words.goOn(request.client.name)}
          </ButtonLink>
        )}
        <ButtonLink href={base + AGENTS}>{words.agents}</ButtonLink>
      </div>
    </section>
  )
}

/** A live agent needs a verified profile, as a live key does. */
export function Locked({ visit, request }: Parts): VNode {
  const { base, baseUrl, locale, csrfToken, principal } = visit
  const words: ConsentWords = consentWords(locale)
  return (
    <div class="stack consent">
      <h1>{words.title(request.client.name)}</h1>
      <Mode words={words} mode={modeOf(principal.livemode)} />
      <section class="card stack">
        <h2>{words.locked.title}</h2>
        <p>{words.locked.text}</p>
        {may(visit, 'account:manage') && (
          <ButtonLink href={`${visit.otherBase}/setup/2`}>{keysWords(locale).unverified.action}</ButtonLink>
        )}
        <CopyField id="test-address" label={words.modes.test.name} text={baseUrl + mcpPath(false)} />
      </section>
      <form method="post" action={`${base}${consentPath(request.uid)}/refuse`}>
        <input type="hidden" name={CSRF_FIELD} value={csrfToken} />
        <SubmitButton>{words.refuse}</SubmitButton>
      </form>
    </div>
  )
}
