import type { VNode } from 'preact'
import { addDays, localDay, localHour } from '../../kernel/local-day.js'
import type { ReadEndpoints } from '../../webhooks/read-endpoints.js'
import { checkPeriod, type ResendEvents, type ResendFilter } from '../../webhooks/resend-events.js'
import { Problem } from '../../kernel/problem.js'
import { ButtonLink, SubmitButton } from '../../web/button.js'
import { controlAttributes, FaultSummary, Field, type FormFault, type FormView, PostForm } from '../../web/form.js'
import type { ActOnce } from '../act-once.js'
import { redirect, showPage } from '../answer.js'
import { ChoiceCards, DateField } from '../components/fields.js'
import { pickedTime } from '../link-form/link-request.js'
import { everyField, type Route } from '../route.js'
import { settingsPage } from '../settings/settings-page.js'
import { keyOf, parameter, type Visit } from '../visit.js'
import { hostOf, pathOf, WEBHOOKS } from './endpoint-parts.js'
import { webhooksWords } from './words.js'

const PATH = `${WEBHOOKS}/:id/period`

/** Which events of the period. */
const KINDS = {
  undelivered: { onlyUndelivered: true, includesWaiting: true },
  failed: { onlyUndelivered: true, includesWaiting: false },
  all: { onlyUndelivered: false, includesWaiting: false },
} satisfies Record<string, ResendFilter>

type Kind = keyof typeof KINDS
const KIND_NAMES = Object.keys(KINDS) as Kind[]

/** `/settings/webhooks/:id/period`: sends an endpoint its events of a period again. */
export class ResendPeriodPages {
  constructor(
    private readonly endpoints: ReadEndpoints,
    private readonly resend: ResendEvents,
    private readonly actOnce: ActOnce,
  ) {}

  routes(): Route[] {
    const permission = 'settings:manage'
    return [
      { method: 'get', path: PATH, permission, answer: (visit) => this.show(visit) },
      { method: 'post', path: PATH, permission, keeps: everyField, answer: this.receive },
    ]
  }

  private async show(visit: Visit, faults: readonly FormFault[] = []): Promise<void> {
    const endpoint = await this.endpoints.one(visit.principal, parameter(visit, 'id'))
    if (endpoint.status === 'disabled') return redirect(visit, pathOf(endpoint))
    const { period: words } = webhooksWords(visit.locale)
    const host = hostOf(endpoint)
    const back = { href: visit.base + pathOf(endpoint), label: host }
    const form = { values: { ...beforehand(visit), ...visit.fields }, faults }
    const content = <PeriodForm visit={visit} path={pathOf(endpoint)} form={form} />
    await showPage(
      visit,
      settingsPage({ title: words.title(host), about: words.about, back }, content),
      statusOf(faults),
    )
  }

  private readonly receive = async (visit: Visit): Promise<void> => {
    const endpoint = await this.endpoints.one(visit.principal, parameter(visit, 'id'))
    const path = pathOf(endpoint)
    if (endpoint.status === 'disabled') return redirect(visit, path)
    const typed = readPeriod(visit)
    if ('faults' in typed) return this.show({ ...visit, formKey: keyOf(visit) }, typed.faults)
    const { filter } = typed
    const once = this.actOnce.batches(visit, `resend_period ${endpoint.id}`, filter)
    const [resent] = await this.resend.many(visit.principal, endpoint.id, filter, once)
    redirect(visit, `${path}?resent=${resent?.events ?? 0}`)
  }
}

const statusOf = (faults: readonly FormFault[]): number => (faults.length > 0 ? 422 : 200)

/** Since yesterday, up to this minute: a form that is sent twice names the same period. */
function beforehand({ account, now }: Visit): Record<string, string> {
  const { timeZone } = account.brand
  const today = localDay(now, timeZone)
  return {
    ...{ sinceDay: addDays(today, -1), sinceTime: '00:00', untilDay: today, untilTime: localHour(now, timeZone) },
    which: KIND_NAMES[0] ?? '',
  }
}

function readPeriod(visit: Visit): { filter: ResendFilter } | { faults: FormFault[] } {
  const { fields, account, locale } = visit
  const { faults: words } = webhooksWords(locale).period
  const at = (end: 'since' | 'until'): Date | null =>
    pickedTime(account.brand.timeZone, fields[`${end}Day`] ?? '', fields[`${end}Time`] ?? '')
  const [since, until] = [at('since'), at('until')]
  const kind = KIND_NAMES.find((name) => name === fields['which'])
  const faults: FormFault[] = [
    ...(since === null ? [{ name: 'sinceDay', text: words.when }] : []),
    ...(until === null ? [{ name: 'untilDay', text: words.when }] : []),
    ...(kind === undefined ? [{ name: 'which', text: words.which }] : []),
  ]
  if (!since || !until || !kind) return { faults }
  const filter = { since: since.toISOString(), until: until.toISOString(), ...KINDS[kind] }
  try {
    checkPeriod(filter)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { faults: [{ name: 'sinceDay', text: words.order }] }
  }
  return { filter }
}

function PeriodForm({ visit, path, form }: { visit: Visit; path: string; form: FormView }): VNode {
  const { period: words, form: common } = webhooksWords(visit.locale)
  return (
    <>
      {form.faults.length > 0 && <FaultSummary title={common.refused} faults={form.faults} />}
      <div class="card">
        <PostForm action={`${visit.base}${path}/period`} csrfToken={visit.csrfToken} formKey={visit.formKey}>
          <div class="stack">
            {(['since', 'until'] as const).map((end) => (
              <div class="fields">
                <DateField form={form} name={`${end}Day`} label={words[end].day} />
                <Field form={form} name={`${end}Time`} label={words[end].time}>
                  <input
                    {...controlAttributes({ form, name: `${end}Time`, label: words[end].time })}
                    type="time"
                    value={form.values[`${end}Time`]}
                  />
                </Field>
              </div>
            ))}
            <ChoiceCards
              legend={words.which}
              name="which"
              choices={KIND_NAMES.map((value) => ({ value, ...words.kinds[value] }))}
              chosen={form.values['which'] ?? null}
              fault={form.faults.find(({ name }) => name === 'which')?.text}
            />
            <p class="muted small">{words.note}</p>
            <div class="row">
              <SubmitButton kind="first" busy={words.busy}>
                {words.button}
              </SubmitButton>
              <ButtonLink kind="bare" href={visit.base + path}>
                {common.cancel}
              </ButtonLink>
            </div>
          </div>
        </PostForm>
      </div>
    </>
  )
}
