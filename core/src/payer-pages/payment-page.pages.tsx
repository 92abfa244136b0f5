import express, { type Request, type Router } from 'express'
import type { OpenCheckout } from '../checkout/open-checkout.js'
import type { TrackDelivery } from '../mail/track-delivery.js'
import { isLogoType } from '../accounts/logo.js'
import { prefersJson, prefersPage } from '../web/accepted-type.js'
import type { Log } from '../kernel/log.js'
import type { LinkAndAccount } from '../payment-links/read-public-link.js'
import { Problem } from '../kernel/problem.js'
import type { VerifyOnReturn } from '../reconciliation/verify-on-return.js'
import { toAgentView } from './agent.view.js'
import {
  fileHeaders,
  formOf,
  langQueryOf,
  ofLink,
  readerLocale,
  seeOther,
  sendData,
  sendMissingLink,
  sendPage,
  type Visit,
} from '../web/answer.js'
import { pageFailures } from '../web/page-failures.js'
import { noticeOf } from './page-problem.js'
import { type NoticeName, paymentPage } from './payment-page.js'
import { linkRefresh, returnRefresh, waitingAt } from './page-refresh.js'
import type { PageFacts, PaymentPageView } from './payment-page.view.js'
import type { ReadLinkPage } from './read-link-page.js'
import { returnPage } from './return-page.js'

type LinkVisit = Visit<LinkAndAccount>

const readForm = express.urlencoded({ extended: false, limit: '4kb' })

/**
 * The payer's pages. Only the POST acts for the payer; it needs neither a cookie nor an `Origin` check. The return page
 * triggers a verification that the background would make anyway; no other GET has a side effect.
 */
export class PaymentPages {
  constructor(
    private readonly pages: ReadLinkPage,
    private readonly openCheckout: OpenCheckout,
    private readonly verifyOnReturn: VerifyOnReturn,
    private readonly trackDelivery: TrackDelivery,
    private readonly log: Log,
  ) {}

  router(): Router {
    const router = express.Router()
    const on = (answer: (visit: LinkVisit) => Promise<void>) => ofLink(this.pages, answer)
    router.get('/p/:slug', on(this.showPage))
    router.get('/p/:slug/return', on(this.showReturn))
    router.get('/p/:slug/logo', on(this.sendLogo))
    router.post('/p/:slug/checkout', readForm, on(this.startCheckout))
    router.use('/p', (request, response, next) => (prefersPage(request) ? sendMissingLink(request, response) : next()))
    router.use('/p', this.failures())
    return router
  }

  private readonly showPage = async (visit: LinkVisit): Promise<void> => {
    const { found, request, response } = visit
    if (prefersJson(request)) {
      const view = this.viewOf(request, await this.pages.facts(found))
      return sendData(response, toAgentView(view))
    }
    this.recordClick(request, found.link.id)
    await this.showLink(visit)
  }

  private readonly showReturn = async ({ found: known, request, response }: LinkVisit): Promise<void> => {
    const isChanged = !isPassive(request) && (await this.verifyOnReturn.run(known.link))
    const found = (isChanged ? await this.pages.find(known.link.slug) : undefined) ?? known
    const facts = await this.pages.facts(found)
    const lastAttemptFailed = facts.link.status === 'active' && (await this.pages.didLastAttemptFail(facts))
    const view = this.viewOf(request, facts)
    const refresh = returnRefresh(view, lastAttemptFailed, waitingAt(`${view.address}/return`, request.query))
    sendPage(response, 200, returnPage(view, lastAttemptFailed, refresh), this.pages.formTargets(facts))
  }

  private readonly sendLogo = async ({ found, request, response }: LinkVisit): Promise<void> => {
    const logo = await this.pages.logo(found)
    if (!logo || !isLogoType(logo.type)) return sendMissingLink(request, response)
    response.status(200).set({
      ...fileHeaders(logo.type),
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Cache-Control': 'private, max-age=300',
    })
    response.end(Buffer.from(logo.bytes))
  }

  private readonly startCheckout = async (visit: LinkVisit): Promise<void> => {
    const { found, request, response } = visit
    const { provider, startOver } = formOf(request)
    const facts = await this.pages.facts(found)
    if (typeof provider !== 'string' || !this.pages.isProvider(provider, facts)) return this.showLink(visit, 400)
    const locale = readerLocale(request, found.account.brand.locale)
    try {
      const address = await this.openCheckout.run(facts.link, { provider, startOver: startOver === '1', locale })
      seeOther(response, address)
    } catch (error) {
      if (!(error instanceof Problem) || error.status === 500) throw error
      const now = await this.pages.find(facts.link.slug)
      if (now) await this.showLink({ found: now, request, response }, error.status, error)
      else sendMissingLink(request, response)
    }
  }

  /** A payer who follows the link in an email has received it. Recorded in the background: a failure does not reach the payer. */
  private recordClick(request: Request, linkId: string): void {
    const token = request.query['m']
    if (typeof token !== 'string' || isPassive(request)) return
    this.trackDelivery
      .recordClick(token, linkId)
      .catch((error: unknown) => this.log.error({ err: error }, 'could not record a click'))
  }

  private async showLink({ found, request, response }: LinkVisit, status = 200, problem?: Problem): Promise<void> {
    const facts = await this.pages.facts(found)
    const view = this.viewOf(request, facts)
    const unknownWay: NoticeName = view.state.name === 'payable' ? 'unknownWay' : 'unknownWayNow'
    const notice = problem ? noticeOf(problem, view.state) : status === 400 ? unknownWay : null
    const refresh = linkRefresh(view, waitingAt(view.address, request.query))
    for (const [name, value] of Object.entries(problem?.headers ?? {})) response.setHeader(name, value)
    sendPage(response, status, paymentPage(view, notice, refresh), this.pages.formTargets(facts))
  }

  private viewOf(request: Request, facts: PageFacts): PaymentPageView {
    const locale = readerLocale(request, facts.account.brand.locale)
    return this.pages.view(facts, locale, langQueryOf(request, locale))
  }

  private failures() {
    return pageFailures(
      this.log,
      ({ misread, broken, returned: { goBack } }) => ({ misread, broken, goBack }),
      ({ baseUrl, path }) => `${baseUrl}/${path.split('/')[1] ?? ''}`,
    )
  }
}

/** A prefetch or a HEAD request: it must have no effect. */
function isPassive({ method, headers }: Request): boolean {
  const purpose = `${String(headers['sec-purpose'])} ${String(headers['purpose'])}`
  return method === 'HEAD' || /prefetch|prerender/i.test(purpose)
}
