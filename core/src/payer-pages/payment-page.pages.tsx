import express, { type Request, type Response, type Router } from 'express'
import type { OpenCheckout } from '../checkout/open-checkout.js'
import type { TrackDelivery } from '../mail/track-delivery.js'
import { isLogoType } from '../accounts/logo.js'
import { prefersJson, prefersPage } from '../web/accepted-type.js'
import type { Clock } from '../kernel/clock.js'
import type { Log } from '../kernel/log.js'
import type { LinkAndAccount } from '../payment-links/read-public-link.js'
import { Problem } from '../kernel/problem.js'
import type { VerifyOnReturn } from '../reconciliation/verify-on-return.js'
import { toAgentView } from './agent.view.js'
import { fileHeaders, formOf, langQueryOf, readerLocale, seeOther, sendMissingLink, sendPage } from '../web/answer.js'
import { pageFailures } from '../web/page-failures.js'
import { noticeOf } from './page-problem.js'
import { type NoticeName, paymentPage } from './payment-page.js'
import { linkRefresh, returnRefresh, waitingAt } from './page-refresh.js'
import type { PageFacts, PaymentPageView } from './payment-page.view.js'
import type { ReadLinkPage } from './read-link-page.js'
import { returnPage } from './return-page.js'

interface PaymentPageDeps {
  pages: ReadLinkPage
  clock: Clock
  baseUrl: string
  openCheckout: Pick<OpenCheckout, 'run'>
  verifyOnReturn: Pick<VerifyOnReturn, 'run'>
  trackDelivery: Pick<TrackDelivery, 'recordClick'>
  log: Log
}

const MAX_FORM_BYTES = '4kb'

/**
 * The payer's pages. Only the POST acts for the payer; it needs neither a cookie nor an `Origin` check. The return page
 * triggers a verification that the background would make anyway; no other GET has a side effect.
 */
export function paymentPages({ pages, ...deps }: PaymentPageDeps): Router {
  const router = express.Router()

  router.get('/p/:slug', async (request, response) => {
    const found = await pages.find(request.params.slug)
    if (!found) return sendMissingLink(request, response)
    if (prefersJson(request)) return sendJson(response, toAgentView(found, deps))
    recordClick(request, found.link.id)
    await showLink(request, response, found)
  })

  router.get('/p/:slug/return', async (request, response) => {
    const known = await pages.find(request.params.slug)
    if (!known) return sendMissingLink(request, response)
    const isChanged = !isPassive(request) && (await deps.verifyOnReturn.run(known.link))
    const found = (isChanged ? await pages.find(request.params.slug) : undefined) ?? known
    const facts = await pages.facts(found)
    const lastAttemptFailed = facts.link.status === 'active' && (await pages.didLastAttemptFail(facts))
    const view = viewOf(request, facts)
    const refresh = returnRefresh(view, lastAttemptFailed, waitingAt(`${view.address}/return`, request.query))
    sendPage(response, 200, returnPage(view, lastAttemptFailed, refresh), pages.formTargets(facts))
  })

  router.get('/p/:slug/logo', async (request, response) => {
    const found = await pages.find(request.params.slug)
    const logo = found && (await pages.logo(found))
    if (!logo || !isLogoType(logo.type)) return sendMissingLink(request, response)
    response.status(200).set({
      ...fileHeaders(logo.type),
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Cache-Control': 'private, max-age=300',
    })
    response.end(Buffer.from(logo.bytes))
  })

  router.post(
    '/p/:slug/checkout',
    express.urlencoded({ extended: false, limit: MAX_FORM_BYTES }),
    async (request, response) => {
      const found = await pages.find(String(request.params['slug']))
      if (!found) return sendMissingLink(request, response)
      const { provider, startOver } = formOf(request)
      const facts = await pages.facts(found)
      if (typeof provider !== 'string' || !pages.isProvider(provider, facts)) {
        return showLink(request, response, found, 400)
      }
      const locale = readerLocale(request, found.account.brand.locale)
      try {
        const address = await deps.openCheckout.run(facts.link, { provider, startOver: startOver === '1', locale })
        seeOther(response, address)
      } catch (error) {
        if (!(error instanceof Problem) || error.status === 500) throw error
        const now = await pages.find(facts.link.slug)
        if (now) await showLink(request, response, now, error.status, error)
        else sendMissingLink(request, response)
      }
    },
  )

  router.use('/p', (request, response, next) => (prefersPage(request) ? sendMissingLink(request, response) : next()))

  const addressOf = ({ baseUrl, path }: Request): string => `${baseUrl}/${path.split('/')[1] ?? ''}`
  router.use(
    '/p',
    pageFailures(deps.log, ({ misread, broken, returned: { goBack } }) => ({ misread, broken, goBack }), addressOf),
  )

  /** A payer who follows the link in an email has received it. Recorded in the background: a failure does not reach the payer. */
  function recordClick(request: Request, linkId: string): void {
    const token = request.query['m']
    if (typeof token !== 'string' || isPassive(request)) return
    deps.trackDelivery
      .recordClick(token, linkId)
      .catch((error: unknown) => deps.log.error({ err: error }, 'could not record a click'))
  }

  async function showLink(
    request: Request,
    response: Response,
    found: LinkAndAccount,
    status = 200,
    problem?: Problem,
  ): Promise<void> {
    const facts = await pages.facts(found)
    const view = viewOf(request, facts)
    const unknownWay: NoticeName = view.state.name === 'payable' ? 'unknownWay' : 'unknownWayNow'
    const notice = problem ? noticeOf(problem, view.state) : status === 400 ? unknownWay : null
    const refresh = linkRefresh(view, waitingAt(view.address, request.query))
    for (const [name, value] of Object.entries(problem?.headers ?? {})) response.setHeader(name, value)
    sendPage(response, status, paymentPage(view, notice, refresh), pages.formTargets(facts))
  }

  function viewOf(request: Request, facts: PageFacts): PaymentPageView {
    const locale = readerLocale(request, facts.account.brand.locale)
    return pages.view(facts, locale, langQueryOf(request, locale))
  }

  return router
}

function sendJson(response: Response, body: object): void {
  response
    .status(200)
    .set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex' })
    .vary('Accept')
    .json(body)
}

/** A prefetch or a HEAD request: it must have no effect. */
function isPassive({ method, headers }: Request): boolean {
  const purpose = `${String(headers['sec-purpose'])} ${String(headers['purpose'])}`
  return method === 'HEAD' || /prefetch|prerender/i.test(purpose)
}
