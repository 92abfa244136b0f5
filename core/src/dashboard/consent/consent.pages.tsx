import type { VNode } from 'preact'
import { Problem } from '../../kernel/problem.js'
import { type ConsentRequest, type ConsentRequests, INTERACTION_COOKIE } from '../../oauth/consent-requests.js'
import { seeOther } from '../../web/answer.js'
import { cookieValues } from '../../web/cookies.js'
import { dashboardHeaders } from '../../web/dashboard-headers.js'
import type { FormFault } from '../../web/form.js'
import { renderOutside } from '../frame/outside.js'
import { isLiveLocked } from '../keys/key-list-page.js'
import { controlFaults } from '../keys/typed-controls.js'
import { keysWords } from '../keys/words.js'
import { everyField, type Route } from '../route.js'
import { parameter, type Visit } from '../visit.js'
import { Decided, Locked, NoRequest } from './consent-messages.js'
import { ConsentForm } from './consent-page.js'
import { CONSENT } from './consent-path.js'
import { readTypedDecision, suggestedValues } from './typed-consent.js'
import { consentWords } from './words.js'

/** `/settings/agents/connect/:id`: a program asks to be connected, and a person decides. */
export class ConsentPages {
  constructor(private readonly requests: ConsentRequests) {}

  routes(): Route[] {
    const permission = 'settings:manage'
    return [
      { method: 'get', path: CONSENT, permission, answer: this.ifWaiting(this.show) },
      {
        ...{ method: 'post', path: CONSENT, permission, confirms: true, keeps: everyField },
        answer: this.ifWaiting(this.allow),
      },
      {
        ...{ method: 'post', path: `${CONSENT}/refuse`, formAt: CONSENT, permission },
        answer: this.ifWaiting(async (visit, { uid }) => {
          seeOther(visit.response, await this.requests.deny(visit.principal, uid))
        }),
      },
    ]
  }

  /** Someone could begin a request of a known program, have another person allow it, and get the answer. */
  private readonly ifWaiting =
    (answer: (visit: Visit, request: ConsentRequest) => Promise<void>) =>
    async (visit: Visit): Promise<void> => {
      const uid = parameter(visit, 'id')
      const isOfBrowser = cookieValues(visit.request.headers.cookie, INTERACTION_COOKIE).includes(uid)
      const request = isOfBrowser ? await this.requests.find(visit.principal, uid) : undefined
      if (!request) return showNoRequest(visit, isOfBrowser ? 'ended' : 'elsewhere')
      // Else the press of a button that was pressed before goes on to the program, too.
      if (request.decision !== null && (request.isAnswered || visit.request.method !== 'POST')) {
        const goOn = request.isAnswered ? null : this.requests.answerPath(uid)
        return showRequest(visit, request, <Decided visit={visit} request={request} goOn={goOn} />)
      }
      await answer(visit, request)
    }

  private readonly show = (visit: Visit, request: ConsentRequest): Promise<void> => {
    if (isLiveLocked(visit)) {
      showRequest(visit, request, <Locked visit={visit} request={request} />)
      return Promise.resolve()
    }
    const wasTyped = Object.keys(visit.fields).length > 0
    this.showForm(visit, request, wasTyped ? visit.fields : suggestedValues(request))
    return Promise.resolve()
  }

  private readonly allow = async (visit: Visit, request: ConsentRequest): Promise<void> => {
    if (isLiveLocked(visit)) return this.show(visit, request)
    try {
      const decision = readTypedDecision(request, visit.fields)
      seeOther(visit.response, await this.requests.allow(visit.principal, request.uid, decision))
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      const faults = faultsOf(error, visit)
      if (faults.length === 0) throw error
      this.showForm(visit, request, visit.fields, faults)
    }
  }

  private showForm(
    visit: Visit,
    request: ConsentRequest,
    values: Visit['fields'],
    faults: readonly FormFault[] = [],
  ): void {
    const content = <ConsentForm visit={visit} request={request} form={{ values, faults }} />
    showRequest(visit, request, content, faults.length > 0 ? 422 : 200)
  }
}

function faultsOf(problem: Problem, { locale }: Visit): FormFault[] {
  const isScopes = problem.errors?.some(({ path }) => path === 'scopes') === true
  return [
    ...(isScopes ? [{ name: 'scopes', text: consentWords(locale).faults.scopes }] : []),
    ...controlFaults(problem, keysWords(locale)),
  ]
}

function showNoRequest(visit: Visit, kind: 'ended' | 'elsewhere'): void {
  const { title } = consentWords(visit.locale)[kind]
  send(visit, { title, content: <NoRequest visit={visit} kind={kind} />, status: 404, formTargets: [] })
}

/** Chromium also applies the policy to where the answer of a form redirects: in the end to the program. */
function showRequest(visit: Visit, { client, returnsTo }: ConsentRequest, content: VNode, status = 200): void {
  const title = consentWords(visit.locale).title(client.name)
  send(visit, { title, content, status, formTargets: [returnsTo.source] })
}

interface Sent {
  title: string
  content: VNode
  status: number
  formTargets: readonly string[]
}

/** Without the navigation of the dashboard: the person came from a program, and goes back to it. */
function send(visit: Visit, { title, content, status, formTargets }: Sent): void {
  const { response, locale, account, baseUrl, principal } = visit
  const html = renderOutside({
    ...{ locale, title, content, baseUrl, size: 'form', isTest: !principal.livemode, isLive: principal.livemode },
    merchant: { name: account.name, color: account.brand.color },
  })
  response.status(status).set(dashboardHeaders(formTargets)).send(html)
}
