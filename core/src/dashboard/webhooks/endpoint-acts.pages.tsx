import type { DeleteEndpoint } from '../../webhooks/delete-endpoint.js'
import type { PingEndpoint } from '../../webhooks/ping-endpoint.js'
import type { ReadDeliveries } from '../../webhooks/read-deliveries.js'
import type { ReadEndpoints, ShownEndpoint } from '../../webhooks/read-endpoints.js'
import type { RegisterEndpoint } from '../../webhooks/register-endpoint.js'
import type { ResendEvents } from '../../webhooks/resend-events.js'
import type { SwitchEndpoint } from '../../webhooks/switch-endpoint.js'
import { type ActOnce, RepeatedForm } from '../act-once.js'
import { redirect, showPage } from '../answer.js'
import { fieldsNamed, type Route } from '../route.js'
import { questionPage } from '../settings/question-page.js'
import { settingsPage } from '../settings/settings-page.js'
import { keyOf, parameter, type Visit } from '../visit.js'
import { waitingText } from './endpoint-notices.js'
import { hostOf, pathOf, WEBHOOKS } from './endpoint-parts.js'
import type { ShowEndpoint } from './show-endpoint.js'
import { NewSecretForm, OVERLAPS, ShownSecret } from './shown-secret.js'
import { webhooksWords } from './words.js'

const ONE = `${WEBHOOKS}/:id`

/** `/settings/webhooks/:id`: one endpoint, and what is done with it. */
export class EndpointPages {
  constructor(
    private readonly show: ShowEndpoint,
    private readonly endpoints: ReadEndpoints,
    private readonly deliveries: ReadDeliveries,
    private readonly acts: EndpointActs,
    private readonly actOnce: ActOnce,
  ) {}

  routes(): Route[] {
    const permission = 'settings:manage'
    const post = { method: 'post', permission, formAt: ONE } as const
    const confirmed = { permission, confirms: true } as const
    return [
      { method: 'get', path: ONE, permission, answer: (visit) => this.show.run(visit) },
      { ...post, path: `${ONE}/ping`, answer: this.ping },
      // Where a reload of the answer leads.
      { method: 'get', path: `${ONE}/ping`, permission, answer: this.toEndpoint },
      { ...post, path: `${ONE}/pause`, answer: this.switchTo('disable', '') },
      { ...post, path: `${ONE}/resume`, answer: this.switchTo('enable', '?saved=resumed') },
      { ...post, path: `${ONE}/resend`, answer: this.resendUndelivered },
      { ...post, path: `${ONE}/events/:event/resend`, answer: this.resendOne },
      { ...confirmed, method: 'get', path: `${ONE}/secret`, answer: this.askForSecret },
      { ...confirmed, method: 'post', path: `${ONE}/secret`, keeps: fieldsNamed('overlap'), answer: this.rotate },
      { ...confirmed, method: 'get', path: `${ONE}/delete`, answer: this.askToDelete },
      { ...confirmed, method: 'post', path: `${ONE}/delete`, answer: this.remove },
    ]
  }

  private one(visit: Visit): Promise<ShownEndpoint> {
    return this.endpoints.one(visit.principal, parameter(visit, 'id'))
  }

  private readonly toEndpoint = async (visit: Visit): Promise<void> => redirect(visit, pathOf(await this.one(visit)))

  private readonly ping = async (visit: Visit): Promise<void> => {
    const { id } = await this.one(visit)
    await this.show.run(visit, await this.acts.ping.run(visit.principal, id))
  }

  private readonly switchTo =
    (state: 'enable' | 'disable', query: string) =>
    async (visit: Visit): Promise<void> => {
      const { id } = await this.one(visit)
      await this.acts.turn[state](visit.principal, id)
      redirect(visit, pathOf({ id }) + query)
    }

  private readonly resendUndelivered = async (visit: Visit): Promise<void> => {
    const endpoint = await this.one(visit)
    const path = pathOf(endpoint)
    // Paused in another window meanwhile: the page says so.
    if (endpoint.status === 'disabled') return redirect(visit, path)
    const filter = { onlyUndelivered: true, includesWaiting: true }
    const [resent] = await this.acts.resend.many(visit.principal, endpoint.id, filter)
    redirect(visit, `${path}?resent=${resent?.events ?? 0}`)
  }

  private readonly resendOne = async (visit: Visit): Promise<void> => {
    const endpoint = await this.one(visit)
    const path = pathOf(endpoint)
    if (endpoint.status === 'disabled') return redirect(visit, path)
    const eventId = parameter(visit, 'event')
    const once = this.actOnce.of(visit, `resend_event ${eventId} ${endpoint.id}`)
    try {
      await this.acts.resend.one(visit.principal, eventId, endpoint.id, once)
    } catch (error) {
      if (!(error instanceof RepeatedForm)) throw error
      return redirect(visit, `${path}?saved=resent_before`)
    }
    redirect(visit, `${path}?resent=1`)
  }

  private readonly askForSecret = async (visit: Visit): Promise<void> => this.showSecretForm(visit)

  private async showSecretForm(visit: Visit, fault?: string): Promise<void> {
    const endpoint = await this.one(visit)
    const { secret: words } = webhooksWords(visit.locale)
    const host = hostOf(endpoint)
    const back = { href: visit.base + pathOf(endpoint), label: host }
    const chosen = visit.fields['overlap'] ?? OVERLAPS[0]
    const content = <NewSecretForm visit={visit} endpoint={endpoint} chosen={chosen} fault={fault} />
    const page = settingsPage({ title: words.ask(host), about: words.askAbout, back }, content)
    await showPage(visit, page, fault === undefined ? 200 : 422)
  }

  private readonly rotate = async (visit: Visit): Promise<void> => {
    const { id } = await this.one(visit)
    const { secret: words } = webhooksWords(visit.locale)
    const chosen = OVERLAPS.find((hours) => hours === visit.fields['overlap'])
    if (chosen === undefined) return this.showSecretForm({ ...visit, formKey: keyOf(visit) }, words.choose)
    const once = this.actOnce.of(visit, `rotate_webhook_secret ${id}`)
    try {
      const rotated = await this.acts.register.rotateSecret(visit.principal, id, Number(chosen), once)
      const head = { title: words.newTitle, about: words.about }
      await showPage(visit, settingsPage(head, <ShownSecret visit={visit} {...rotated} isRotated />))
    } catch (error) {
      if (!(error instanceof RepeatedForm)) throw error
      redirect(visit, `${pathOf({ id })}?saved=secret_before`)
    }
  }

  private readonly askToDelete = async (visit: Visit): Promise<void> => {
    const endpoint = await this.one(visit)
    const words = webhooksWords(visit.locale)
    const waiting = await this.deliveries.waiting(visit.principal, endpoint.id)
    const text = (
      <>
        <p>{waiting.count === 0 ? words.ask.nothing : words.ask.text(waitingText(words, waiting))}</p>
        <p>{words.ask.events}</p>
      </>
    )
    const page = questionPage(visit, {
      ...{ title: words.ask.title(hostOf(endpoint)), text, path: `${pathOf(endpoint)}/delete`, back: pathOf(endpoint) },
      ...{ keep: words.ask.keep, confirm: words.ask.confirm, busy: words.ask.busy },
    })
    await showPage(visit, page)
  }

  private readonly remove = async (visit: Visit): Promise<void> => {
    const id = parameter(visit, 'id')
    if (await this.endpoints.isDeleted(visit.principal, id)) {
      // A second press of the same question.
      await this.acts.remove.finish(id)
    } else {
      await this.one(visit)
      await this.acts.remove.run(visit.principal, id)
    }
    redirect(visit, `${WEBHOOKS}?saved=deleted`)
  }
}

/** The use cases behind the buttons of one endpoint. */
export class EndpointActs {
  constructor(
    readonly ping: PingEndpoint,
    readonly turn: SwitchEndpoint,
    readonly resend: ResendEvents,
    readonly register: RegisterEndpoint,
    readonly remove: DeleteEndpoint,
  ) {}
}
