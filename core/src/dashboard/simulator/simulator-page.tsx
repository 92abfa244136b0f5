import type { VNode } from 'preact'
import { FAULT_KINDS, type InjectedFault } from '../../sandbox/injected-faults.js'
import { SubmitButton } from '../../web/button.js'
import { FaultSummary, type FormView, PostForm, TextField } from '../../web/form.js'
import { Notice } from '../../web/notice.js'
import { WarningIcon } from '../../web/icons.js'
import { ChoiceCards } from '../components/fields.js'
import type { FramedPage } from '../framed-page.js'
import { textIn } from '../list-address.js'
import { SettingRow } from '../settings/setting-row.js'
import { settingsPage } from '../settings/settings-page.js'
import type { Visit } from '../visit.js'
import { faultsPath, faultText } from './fault-text.js'
import { simulatorWords } from './words.js'

interface Parts {
  visit: Visit
  provider: string
  name: string
  faults: readonly InjectedFault[]
  form: FormView
  back: { href: string; label: string }
}

/** What a simulator does wrong on purpose, and another fault for it. */
export function simulatorPage(parts: Parts): FramedPage {
  const { visit, name, form, back } = parts
  const words = simulatorWords(visit.locale)
  const saved = words.saved[textIn(visit.request.query, 'saved')]
  const content = (
    <>
      {form.faults.length > 0 && <FaultSummary title={words.refused} faults={form.faults} />}
      {form.faults.length === 0 && saved !== undefined && (
        <Notice tone="good">
          <p>{saved}</p>
        </Notice>
      )}
      <div class="stack">
        <Present {...parts} />
        <FaultForm {...parts} />
      </div>
    </>
  )
  return settingsPage({ title: words.title(name), about: words.about, back }, content)
}

function Present({ visit, provider, faults }: Parts): VNode {
  const words = simulatorWords(visit.locale)
  return (
    <section class="card full">
      <div class="card-head">
        <h2>{words.now}</h2>
        {faults.length > 1 && <OffForm visit={visit} provider={provider} label={words.removeAll} />}
      </div>
      {faults.length === 0 && <p class="setting-note">{words.none}</p>}
      <ul class="setting-list">
        {faults.map((fault) => (
          <SettingRow icon={WarningIcon} title={faultText(visit.locale, fault)} about={words.kinds[fault.kind].about}>
            <OffForm visit={visit} provider={provider} label={words.remove} fault={fault} />
          </SettingRow>
        ))}
      </ul>
    </section>
  )
}

/** Without a fault: all of them. */
function OffForm({
  visit,
  provider,
  label,
  fault,
}: {
  visit: Visit
  provider: string
  label: string
  fault?: InjectedFault
}): VNode {
  return (
    <PostForm action={`${visit.base}${faultsPath(provider)}/off`} csrfToken={visit.csrfToken}>
      {fault && (
        <>
          <input type="hidden" name="kind" value={fault.kind} />
          <input type="hidden" name="match" value={fault.match} />
        </>
      )}
      <SubmitButton isSmall busy={simulatorWords(visit.locale).removing}>
        {label}
      </SubmitButton>
    </PostForm>
  )
}

function FaultForm({ visit, provider, form }: Parts): VNode {
  const words = simulatorWords(visit.locale)
  return (
    <section class="card">
      <PostForm action={visit.base + faultsPath(provider)} csrfToken={visit.csrfToken}>
        <div class="stack">
          <h2>{words.add}</h2>
          <ChoiceCards
            legend={words.which}
            name="kind"
            choices={FAULT_KINDS.map((kind) => ({ value: kind, ...words.kinds[kind] }))}
            chosen={form.values['kind'] ?? null}
            fault={form.faults.find(({ name }) => name === 'kind')?.text}
          />
          <div class="fields">
            <TextField form={form} name="times" label={words.timesLabel} hint={words.timesHint} inputMode="numeric" />
            <TextField form={form} name="ms" label={words.msLabel} hint={words.msHint} inputMode="numeric" />
          </div>
          <TextField
            form={form}
            name="match"
            label={words.matchLabel}
            optionalWord={words.optional}
            hint={words.matchHint}
            autocomplete="off"
            spellcheck={false}
            isOptional
          />
          <div>
            <SubmitButton kind="first" busy={words.busy}>
              {words.button}
            </SubmitButton>
          </div>
        </div>
      </PostForm>
    </section>
  )
}
