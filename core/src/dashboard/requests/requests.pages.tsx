import type { FindRequest } from '../../access-log/find-request.js'
import type { ReadActorNames } from '../../identity/read-actor-names.js'
import type { FormFault } from '../../web/form.js'
import { Notice } from '../../web/notice.js'
import { ABOUT } from '../about/check-up.js'
import { redirect, showPage } from '../answer.js'
import type { Route } from '../route.js'
import { settingsPage } from '../settings/settings-page.js'
import { parameter, type Visit } from '../visit.js'
import { FindRequestForm, ID_FIELD, REQUESTS } from './find-request-form.js'
import { RequestView } from './request-view.js'
import { requestsWords } from './words.js'

/** Wherever it stands in what was pasted. */
const REQUEST_ID = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/i
const MAX_TYPED = 1000

/** `/settings/requests`: what came of one request of this account. */
export class RequestPages {
  constructor(
    private readonly findRequest: FindRequest,
    private readonly names: ReadActorNames,
  ) {}

  routes(): Route[] {
    const permission = 'settings:manage'
    return [
      { method: 'get', path: REQUESTS, permission, answer: this.find },
      { method: 'get', path: `${REQUESTS}/:id`, permission, answer: this.show },
    ]
  }

  private readonly find = async (visit: Visit): Promise<void> => {
    const { [ID_FIELD]: given } = visit.request.query
    if (given === undefined) return this.showForm(visit)
    const typed = typeof given === 'string' ? given.slice(0, MAX_TYPED) : ''
    const [id] = REQUEST_ID.exec(typed) ?? []
    if (id !== undefined) return redirect(visit, `${REQUESTS}/${id.toLowerCase()}`)
    await this.showForm(visit, typed, [{ name: ID_FIELD, text: requestsWords(visit.locale).find.fault }])
  }

  private readonly show = async (visit: Visit): Promise<void> => {
    const words = requestsWords(visit.locale)
    const id = parameter(visit, 'id')
    const line = REQUEST_ID.test(id) ? await this.findRequest.ofAccount(visit.principal, id) : undefined
    if (!line) return this.showMissing(visit, id)
    const names = await this.names.run(visit.account.id, [line.keyId === null ? null : `key:${line.keyId}`])
    const head = { title: words.title, back: backTo(visit) }
    await showPage(visit, settingsPage(head, <RequestView visit={visit} line={line} names={names} />))
  }

  private async showForm(visit: Visit, typed = '', faults: readonly FormFault[] = []): Promise<void> {
    const { title, about } = requestsWords(visit.locale).find
    const content = (
      <section class="card">
        <FindRequestForm visit={visit} typed={typed} faults={faults} />
      </section>
    )
    const page = settingsPage({ title, about, back: backTo(visit) }, content)
    await showPage(visit, page, faults.length > 0 ? 422 : 200)
  }

  private async showMissing(visit: Visit, id: string): Promise<void> {
    const { title, text } = requestsWords(visit.locale).missing
    const content = (
      <>
        <Notice tone="plain">
          <p>{text}</p>
        </Notice>
        <section class="card">
          <FindRequestForm visit={visit} typed={id.slice(0, MAX_TYPED)} />
        </section>
      </>
    )
    await showPage(visit, settingsPage({ title, back: backTo(visit) }, content), 404)
  }
}

const backTo = ({ base, locale }: Visit): { href: string; label: string } => ({
  href: base + ABOUT,
  label: requestsWords(locale).back,
})
