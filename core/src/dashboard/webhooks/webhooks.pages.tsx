import { modeOf } from '../../kernel/mode.js'
import { Problem } from '../../kernel/problem.js'
import type { ReadEndpoints } from '../../webhooks/read-endpoints.js'
import type { RegisterEndpoint } from '../../webhooks/register-endpoint.js'
import type { UpdateEndpoint } from '../../webhooks/update-endpoint.js'
import type { FormFault } from '../../web/form.js'
import { type ActOnce, RepeatedForm } from '../act-once.js'
import { redirect, showPage } from '../answer.js'
import { everyField, type Route } from '../route.js'
import { settingsPage } from '../settings/settings-page.js'
import { keyOf, parameter, type Visit } from '../visit.js'
import { EndpointForm } from './endpoint-form.js'
import { EndpointListPage } from './endpoint-list-page.js'
import { hostOf, pathOf, WEBHOOKS } from './endpoint-parts.js'
import { ShownSecret } from './shown-secret.js'
import {
  endpointFaults,
  hiddenIn,
  hiddenOf,
  typedChanges,
  typedEvents,
  typedUrl,
  typedValues,
  valuesOf,
} from './typed-endpoint.js'
import { webhooksWords } from './words.js'

/** `/settings/webhooks`: the endpoints of a mode, adding one, and changing where its events go. */
export class WebhookPages {
  constructor(
    private readonly endpoints: ReadEndpoints,
    private readonly register: RegisterEndpoint,
    private readonly update: UpdateEndpoint,
    private readonly actOnce: ActOnce,
  ) {}

  routes(): Route[] {
    const permission = 'settings:manage'
    const confirmed = { permission, confirms: true } as const
    const post = { ...confirmed, method: 'post', keeps: everyField } as const
    const edit = `${WEBHOOKS}/:id/edit`
    return [
      { method: 'get', path: WEBHOOKS, permission, answer: this.showList },
      { ...confirmed, method: 'get', path: `${WEBHOOKS}/new`, answer: (visit) => this.showForm(visit, []) },
      // At the address of the list, which a reload of the answer shows.
      { ...post, path: WEBHOOKS, formAt: `${WEBHOOKS}/new`, answer: this.create },
      { ...confirmed, method: 'get', path: edit, answer: (visit) => this.showEdit(visit, []) },
      { ...post, path: edit, answer: this.save },
    ]
  }

  private readonly showList = async (visit: Visit): Promise<void> => {
    const endpoints = await this.endpoints.ofMode(visit.principal)
    const content = <EndpointListPage visit={visit} endpoints={endpoints} />
    await showPage(visit, { title: webhooksWords(visit.locale).title, section: 'settings', content })
  }

  private async showForm(visit: Visit, faults: readonly FormFault[]): Promise<void> {
    const words = webhooksWords(visit.locale)
    const head = {
      title: words.form.title,
      about: words.form.about[modeOf(visit.principal.livemode)],
      back: { href: `${visit.base}${WEBHOOKS}`, label: words.title },
    }
    const values = typedValues(visit)
    const content = <EndpointForm {...{ visit, values, faults }} action={WEBHOOKS} back={WEBHOOKS} />
    await showPage(visit, settingsPage(head, content), faults.length > 0 ? 422 : 200)
  }

  private readonly create = async (visit: Visit): Promise<void> => {
    const words = webhooksWords(visit.locale)
    const { principal, fields } = visit
    try {
      const input = { url: typedUrl(fields), events: typedEvents(fields) }
      const made = await this.register.run(principal, input, this.actOnce.of(visit, 'create_webhook_endpoint'))
      const head = { title: words.secret.title, about: words.secret.about }
      await showPage(visit, settingsPage(head, <ShownSecret visit={visit} {...made} />))
    } catch (error) {
      if (error instanceof RepeatedForm) return this.showRepeated(visit)
      await this.showForm({ ...visit, formKey: keyOf(visit) }, faultsFor(visit, error))
    }
  }

  /** To the endpoint that the form made, whose secret is not shown again. */
  private async showRepeated(visit: Visit): Promise<void> {
    const url = typedUrl(visit.fields)
    const made = (await this.endpoints.ofMode(visit.principal)).find((one) => one.url === new URL(url).href)
    redirect(visit, made ? `${pathOf(made)}?saved=secret_before` : WEBHOOKS)
  }

  private async showEdit(visit: Visit, faults: readonly FormFault[]): Promise<void> {
    const { locale, base, fields } = visit
    const endpoint = await this.endpoints.one(visit.principal, parameter(visit, 'id'))
    const isTyped = Object.keys(fields).length > 0
    const words = webhooksWords(locale)
    const path = pathOf(endpoint)
    const head = {
      title: words.form.editTitle(hostOf(endpoint)),
      back: { href: base + path, label: hostOf(endpoint) },
    }
    const content = (
      <EndpointForm
        visit={visit}
        values={isTyped ? typedValues(visit) : valuesOf(endpoint)}
        before={isTyped ? hiddenIn(fields) : hiddenOf(endpoint)}
        faults={faults}
        action={`${path}/edit`}
        back={path}
      />
    )
    await showPage(visit, settingsPage(head, content), faults.length > 0 ? 422 : 200)
  }

  private readonly save = async (visit: Visit): Promise<void> => {
    const { principal, fields } = visit
    const { id } = await this.endpoints.one(principal, parameter(visit, 'id'))
    try {
      const { resolves } = await this.update.run(principal, id, typedChanges(fields))
      redirect(visit, `${pathOf({ id })}?saved=${resolves ? 'updated' : 'unresolved'}`)
    } catch (error) {
      await this.showEdit(visit, faultsFor(visit, error))
    }
  }
}

/** @throws the error, where no field is to blame */
function faultsFor(visit: Visit, error: unknown): FormFault[] {
  const faults = error instanceof Problem ? endpointFaults(error, webhooksWords(visit.locale)) : []
  if (faults.length === 0) throw error
  return faults
}
