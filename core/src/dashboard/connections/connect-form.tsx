import type { ConfigField } from '@paylink/plugin-api'
import type { ConnectionKind } from '../../connections/connection.js'
import { ButtonLink, SubmitButton } from '../../web/button.js'
import { FaultSummary, type FormView, PostForm } from '../../web/form.js'
import { Notice } from '../../web/notice.js'
import type { FramedPage } from '../framed-page.js'
import { PluginFields } from '../provider-form/plugin-fields.js'
import { providerFormWords } from '../provider-form/words.js'
import { settingsPage } from '../settings/settings-page.js'
import { may, type Visit } from '../visit.js'
import { connectionWords } from './words.js'

/** Where a fault of no field leads. */
export const CONNECT_FORM = 'connect-form'

interface ConnectFormParts {
  visit: Visit
  kind: ConnectionKind
  provider: string
  name: string
  fields: readonly ConfigField[]
  form: FormView
  /** What the provider answered when it refused, in its own words. */
  answer: string | null
  /** What is connected now. */
  inUse: { sandbox: boolean } | null
  /** Below the base. */
  action: string
  back: { href: string; label: string }
}

/** The form that connects a provider, as its plugin declares it. */
export function connectPage({ back, ...parts }: ConnectFormParts): FramedPage {
  const { visit, provider, name, fields, form, answer, inUse, action, kind } = parts
  const { base, csrfToken, locale, principal, account } = visit
  const words = connectionWords(locale).form
  const isChange = inUse !== null && !inUse.sandbox
  const { livemode } = principal
  const buttons = isChange
    ? livemode
      ? words.changeLive
      : words.changeButton
    : livemode && kind === 'payment'
      ? words.buttonLive(name)
      : words.button(name)
  const content = (
    <div class="card" id={CONNECT_FORM} tabIndex={-1}>
      {form.faults.length > 0 && (
        <FaultSummary title={words.faults} faults={form.faults}>
          {answer !== null && <p class="small">{providerFormWords(locale).detail(answer)}</p>}
        </FaultSummary>
      )}
      {livemode && account.verifiedAt === null && (
        <Notice tone="attention">
          <p>
            {words.unverified} {may(visit, 'account:manage') && <a href={`${base}/setup/2`}>{words.describe}</a>}
          </p>
        </Notice>
      )}
      <PostForm action={base + action} csrfToken={csrfToken}>
        <div class="stack">
          <PluginFields form={form} provider={provider} locale={locale} fields={fields} />
          {fields.length === 0 && <p class="muted">{words.nothing}</p>}
          {isChange && <p class="muted small">{words.same}</p>}
          {inUse?.sandbox && <p class="muted small">{words.replacesSimulator}</p>}
          <div class="row">
            <SubmitButton kind="first" busy={words.busy(name)}>
              {buttons}
            </SubmitButton>
            <ButtonLink kind="bare" href={base + back.href}>
              {words.cancel}
            </ButtonLink>
          </div>
          <p class="muted small">{words.foot(name)}</p>
        </div>
      </PostForm>
    </div>
  )
  const title = isChange ? words.change(name) : words.connect(name)
  const head = { title, about: livemode ? words.live : words.test, back: { ...back, href: base + back.href } }
  return { ...settingsPage(head, content), script: 'secrets.js' }
}
