import type { VNode } from 'preact'
import { DEFAULT_CURRENCY } from '../../kernel/currency.js'
import { modeOf } from '../../kernel/mode.js'
import type { ConsentRequest } from '../../oauth/consent-requests.js'
import { SubmitButton } from '../../web/button.js'
import { FaultSummary, type FormView } from '../../web/form.js'
import { CSRF_FIELD } from '../../web/csrf-guard.js'
import { CheckIcon, WarningIcon } from '../../web/icons.js'
import { Notice } from '../../web/notice.js'
import { Chip } from '../components/chip.js'
import { Facts } from '../components/timeline.js'
import { ControlFields } from '../keys/control-fields.js'
import { ScopeBoxes } from '../keys/scope-boxes.js'
import { needsControls } from '../keys/typed-controls.js'
import type { Visit } from '../visit.js'
import { consentPath } from './consent-path.js'
import { type ConsentWords, consentWords } from './words.js'

interface Parts {
  visit: Visit
  request: ConsentRequest
  form: FormView
}

/** Who asks, where it leads, for what, in which mode, within which limits: then two buttons. */
export function ConsentForm({ visit, request, form }: Parts): VNode {
  const { base, locale, account, csrfToken, principal } = visit
  const words = consentWords(locale)
  const mode = modeOf(principal.livemode)
  const action = base + consentPath(request.uid)
  return (
    <div class="stack consent">
      {form.faults.length > 0 && <FaultSummary title={words.refused} faults={form.faults} />}
      <div>
        <h1>{words.title(request.client.name)}</h1>
        <p class="muted">{words.about(account.name)}</p>
      </div>
      <Mode words={words} mode={mode} />
      <div class="card">
        <Asking visit={visit} request={request} words={words} />
      </div>
      <Warnings request={request} words={words} />
      <form method="post" action={action} class="stack" novalidate>
        <input type="hidden" name={CSRF_FIELD} value={csrfToken} />
        <div class="card">
          <ScopeBoxes visit={visit} legend={words.scopes} hint={words.scopesHint} scopes={request.scopes} form={form} />
        </div>
        {needsControls(request.scopes) && (
          <section class="card stack">
            <div>
              <h2>{words.controls}</h2>
              <p class="muted small">{words.controlsHint}</p>
            </div>
            <ControlFields visit={visit} form={form} currency={DEFAULT_CURRENCY} />
          </section>
        )}
        <div class="row">
          <SubmitButton kind="first" busy={words.busy}>
            {words.allow[mode]}
          </SubmitButton>
          <SubmitButton formAction={`${action}/refuse`}>{words.refuse}</SubmitButton>
        </div>
        <p class="muted small">{words.after}</p>
      </form>
    </div>
  )
}

export const Mode = ({ words, mode }: { words: ConsentWords; mode: 'live' | 'test' }): VNode => (
  <p class={mode === 'test' ? 'consent-mode test' : 'consent-mode'}>
    <b>{words.modes[mode].name}.</b> {words.modes[mode].text}
  </p>
)

function Asking({ visit, request, words }: Omit<Parts, 'form'> & { words: ConsentWords }): VNode {
  const { session, locale } = visit
  const { client, returnsTo } = request
  const facts = [
    {
      label: words.facts.program,
      value: (
        <span class="consent-name">
          <b>{client.name}</b>
          {client.host === null ? (
            <Chip tone="amber" icon={WarningIcon}>
              {words.unverified}
            </Chip>
          ) : (
            <Chip tone="grey" icon={CheckIcon}>
              {words.verified(client.host)}
            </Chip>
          )}
        </span>
      ),
    },
    {
      label: words.facts.returns,
      value: (
        <>
          <span class="code">{returnsTo.shown}</span>
          {returnsTo.isLoopback && ` (${words.yourComputer})`}
        </>
      ),
    },
    { label: words.facts.person, value: `${session.user.name} (${session.user.email})` },
  ]
  return <Facts facts={facts} locale={locale} isSide />
}

const Warnings = ({ request: { client, returnsTo }, words }: Pick<Parts, 'request'> & { words: ConsentWords }) => {
  const { unverified, loopback } = words.warnings
  const shown = [...(client.host === null ? [unverified] : []), ...(returnsTo.isLoopback ? [loopback] : [])]
  return (
    <>
      {shown.map(({ title, text }) => (
        <Notice tone="attention">
          <b>{title}</b>
          <p>{text}</p>
        </Notice>
      ))}
    </>
  )
}
