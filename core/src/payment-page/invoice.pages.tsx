import express, { type Request, type Response, type Router } from 'express'
import { messagePage } from '../html/message-page.js'
import { messagesOf } from '../html/messages/messages.js'
import type { FileAddresses } from '../invoicing/file-addresses.js'
import { hasFolio } from '../invoicing/invoice.js'
import type { Invoices } from '../invoicing/invoices.repository.js'
import type { ReadInvoiceFiles } from '../invoicing/read-invoice-files.js'
import type { RequestInvoice } from '../invoicing/request-invoice.js'
import { DAY_MS, HOUR_MS, iso, later, SECOND_MS } from '../kernel/clock.js'
import type { Log } from '../kernel/log.js'
import { Problem } from '../kernel/problem.js'
import type { RateLimiter } from '../rate-limiting/rate-limiter.js'
import { formOf, langQueryOf, localeOf, pageFailures, send, showMissing } from './answer.pages.js'
import { invoicePage } from './invoice-page.js'
import {
  freshForm,
  type InvoiceForm,
  type InvoiceNotice,
  type InvoicePageView,
  invoicePageState,
  toForm,
} from './invoice-page.view.js'
import type { LinkFacts } from './payment-page.view.js'
import { type PageSources, ReadLinkPage } from './read-link-page.js'
import { faultsIn, NOTHING_TYPED, readTyped, toWish } from './typed-receiver.js'

export interface InvoicePageDeps extends PageSources {
  requestInvoice: Pick<RequestInvoice, 'run'>
  readFiles: Pick<ReadInvoiceFiles, 'areHere' | 'have'>
  invoices: Pick<Invoices, 'latestOf' | 'countSince'>
  addresses: Pick<FileAddresses, 'of'>
  limiter: RateLimiter
  log: Log
}

const MOST_FORM_BYTES = '8kb'

/** How often in a minute the invoicing provider may be asked for an invoice of one link by whoever knows the link. */
const MOST_REQUESTS_A_MINUTE = 5

/** And in a day: each refused one is kept, and tells something of the taxpayer that was tried. */
const MOST_REQUESTS_A_DAY = 10

/** How often in a minute it may be asked for files that are not here yet. */
const MOST_FETCHES_A_MINUTE = 10

/** What the form is answered with where it cannot be taken. */
const REFUSALS = { not_paid: 409, not_invoiceable: 409, refunded: 409, too_late: 403 } as const

/** The payer's own invoice. Like the checkout, its form needs no cookie and looks at no `Origin`. */
export function invoicePages(deps: InvoicePageDeps): Router {
  const pages = new ReadLinkPage(deps)
  const router = express.Router()

  router.get('/p/:slug/invoice', async (request, response) => {
    const found = await pages.find(request.params.slug)
    if (!found) return showMissing(request, response)
    show(response, 200, viewOf(request, await pages.facts(found)))
  })

  router.post(
    '/p/:slug/invoice',
    express.urlencoded({ extended: false, limit: MOST_FORM_BYTES }),
    async (request, response) => {
      const found = await pages.find(String(request.params['slug']))
      if (!found) return showMissing(request, response)
      const view = viewOf(request, await pages.facts(found))
      const { state } = view
      // There is one already: pressed twice, or by two.
      if (state.name === 'stamping' || state.name === 'stamped' || state.name === 'cancel_pending') {
        return seeOther(response, view.address)
      }
      if (state.name !== 'form') return show(response, REFUSALS[state.name], view)
      const form = formOf(request)
      const typed = readTyped(form)
      const faults = faultsIn(typed, state.formas)
      if (form['step'] === 'narrow') {
        const ofRfc = faults.filter(({ field }) => field === 'rfc')
        return show(response, ofRfc.length > 0 ? 400 : 200, view, toForm(typed, ofRfc, true))
      }
      if (faults.length > 0) return show(response, 400, view, toForm(typed, faults))
      const dayAgo = iso(later(deps.clock.now(), -DAY_MS))
      if ((await deps.invoices.countSince(state.payment.id, dayAgo)) >= MOST_REQUESTS_A_DAY) {
        response.setHeader('Retry-After', String(HOUR_MS / SECOND_MS))
        return show(response, 429, view, toForm(typed, []), 'tooOftenToday')
      }
      const { allowed, retryAfterSeconds } = deps.limiter.take(`invoices:${found.link.id}`, MOST_REQUESTS_A_MINUTE)
      if (!allowed) {
        response.setHeader('Retry-After', String(retryAfterSeconds))
        return show(response, 429, view, toForm(typed, []), 'tooOften')
      }
      try {
        await deps.requestInvoice.run(found.link, state.payment.id, toWish(typed, state.formas))
      } catch (error) {
        if (!(error instanceof Problem) || error.status === 500) throw error
        // Between the two looks it was paid back, say.
        return show(response, error.status, viewOf(request, await pages.facts(found)), toForm(typed, []), 'notAsked')
      }
      seeOther(response, view.address)
    },
  )

  router.get('/p/:slug/invoice/:format', async (request, response) => {
    const { slug, format } = request.params
    const found = await pages.find(slug)
    if (!found || (format !== 'pdf' && format !== 'xml')) return showMissing(request, response)
    const facts = await pages.facts(found)
    const { link, address } = viewOf(request, facts)
    const { invoice } = facts
    const { noFile, filesAway, backToInvoice } = messagesOf(link.locale).invoice
    const back = { href: address, label: backToInvoice }
    if (!invoice || !hasFolio(invoice)) return send(response, 404, messagePage(link.locale, { ...noFile, link: back }))
    const away = () => send(response, 503, messagePage(link.locale, { ...filesAway, link: back }))
    if (!(await deps.readFiles.areHere(invoice))) {
      const fetching = deps.limiter.take(`invoice-files:${found.link.id}`, MOST_FETCHES_A_MINUTE)
      if (!fetching.allowed) return away()
    }
    try {
      await deps.readFiles.have(invoice)
    } catch (error) {
      if (!(error instanceof Problem) || error.status === 500) throw error
      return away()
    }
    // A fresh address each time, so that a page that was left open goes on working.
    seeOther(response, deps.addresses.of(invoice, format))
  })

  router.use(
    '/p/:slug/invoice',
    pageFailures(
      deps.log,
      ({ invoice: { misread, broken, backToInvoice: goBack } }) => ({ misread, broken, goBack }),
      ({ baseUrl }) => baseUrl,
    ),
  )

  function viewOf(request: Request, facts: LinkFacts): InvoicePageView {
    const locale = localeOf(request, facts.account.brand.locale)
    const link = pages.view(facts, locale, langQueryOf(request, locale))
    return { link, address: `${link.address}/invoice${link.langQuery}`, state: invoicePageState(facts, link) }
  }

  return router
}

function show(
  response: Response,
  status: number,
  view: InvoicePageView,
  form: InvoiceForm = view.state.name === 'form' ? freshForm(view.state) : toForm(NOTHING_TYPED, []),
  notice: InvoiceNotice | null = null,
): void {
  send(response, status, invoicePage(view, form, notice))
}

function seeOther(response: Response, address: string): void {
  response.status(303).set({ Location: address, 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' }).end()
}
