import express, { type Request, type Response, type Router } from 'express'
import type { ServedContract } from '../contract/served-contract.js'
import { messagePage } from '../web/message-page.js'
import { messagesOf } from '../web/messages/messages.js'
import type { InvoiceMailStates } from '../invoicing/invoice-mail-state.js'
import { hasFolio, type Invoice } from '../invoicing/invoice.js'
import type { ReadPayerInvoice } from '../invoicing/read-payer-invoice.js'
import { InvoiceLimitProblem, type RequestInvoiceAsPayer } from '../invoicing/request-invoice-as-payer.js'
import type { Log } from '../kernel/log.js'
import { Problem } from '../kernel/problem.js'
import { addressGroup } from '../rate-limiting/address-group.js'
import { formOf, langQueryOf, readerLocale, seeOther, sendMissingLink, sendPage } from '../web/answer.js'
import { pageFailures } from '../web/page-failures.js'
import { invoicePage } from './invoice-page.js'
import {
  freshForm,
  type InvoiceFormView,
  type InvoiceNoticeName,
  type InvoiceVisitor,
  mustProveToRequest,
  type InvoicePageView,
  invoicePageState,
  toForm,
} from './invoice-page.view.js'
import type { PageFacts } from './payment-page.view.js'
import { type InvoiceVisitors, isGuarded } from './invoice-visitors.js'
import type { ReadLinkPage } from './read-link-page.js'
import { provesReceiver } from './receiver-proof.js'
import {
  faultsIn,
  NOTHING_TYPED,
  readTyped,
  SEND_TO_KNOWN,
  toInvoiceInput,
  type TypedReceiver,
} from './typed-receiver.js'

interface InvoicePageDeps {
  pages: ReadLinkPage
  contract: Pick<ServedContract, 'parse'>
  visitors: InvoiceVisitors
  requestInvoice: Pick<RequestInvoiceAsPayer, 'run'>
  readInvoice: Pick<ReadPayerInvoice, 'fileUrl'>
  mails: Pick<InvoiceMailStates, 'stateOf'>
  log: Log
}

const readForm = express.urlencoded({ extended: false, limit: '8kb' })

/** Who knows a link's address may do what its page offers. */
const PAYER = { scopes: null }

/** Status of the answer to a form that cannot be accepted. */
const REFUSALS = { not_paid: 409, not_invoiceable: 409, refunded: 409, too_late: 403 } as const

/** The payer's invoice. Like the checkout, its form needs neither a cookie nor an `Origin` check. */
export function invoicePages({
  pages,
  visitors,
  requestInvoice,
  readInvoice,
  mails,
  log,
  contract,
}: InvoicePageDeps): Router {
  const router = express.Router()

  router.get('/p/:slug/invoice', async (request, response) => {
    const found = await pages.find(request.params.slug)
    if (!found) return sendMissingLink(request, response)
    show(response, 200, await viewOf(request, await pages.facts(found)))
  })

  router.post('/p/:slug/invoice', readForm, async (request, response) => {
    const found = await pages.find(String(request.params['slug']))
    if (!found) return sendMissingLink(request, response)
    const facts = await pages.facts(found)
    const form = formOf(request)
    const typed = readTyped(form)
    const { visitor, wait } = visitorByProof(request, facts, typed, mustProveToRequest)
    const view = await viewOf(request, facts, visitor)
    const { state } = view
    // It exists already: the form was sent twice, or by two visitors.
    if (state.name === 'stamping' || state.name === 'stamped' || state.name === 'cancel_pending') {
      if (visitor.isKnown) remember(response, view.path, state.invoice)
      return seeOther(response, view.address)
    }
    if (state.name === 'refused') return refuseUnknownVisitor(response, view, wait, 'otherReceiver')
    if (state.name !== 'form') return show(response, REFUSALS[state.name], view)
    const shown = { isToKnownEmail: form[SEND_TO_KNOWN] === '1' }
    const faults = faultsIn(typed, state.formas)
    if (form['step'] === 'narrow') {
      const ofRfc = faults.filter(({ field }) => field === 'rfc')
      return show(response, ofRfc.length > 0 ? 400 : 200, view, toForm(typed, ofRfc, { ...shown, isNarrowed: true }))
    }
    if (faults.length > 0) return show(response, 400, view, toForm(typed, faults, shown))
    try {
      const input = toInvoiceInput(typed, state.formas, shown.isToKnownEmail ? state.knownEmail : null)
      const asked = { path: { id: state.payment.id }, body: input }
      const { path, body } = contract.parse('request_payment_invoice', asked, PAYER)
      const invoice = await requestInvoice.run(found.link, path.id, body)
      // Another visitor's request may have come first.
      if (provesReceiver(invoice, { ...typed, email: body.email ?? '' })) remember(response, view.path, invoice)
    } catch (error) {
      if (!(error instanceof Problem) || error.status === 500) throw error
      // For instance, the payment was refunded since the state was read.
      const now = await viewOf(request, await pages.facts(found), visitor)
      response.set(error.headers)
      return show(response, error.status, now, toForm(typed, [], shown), noticeOf(error))
    }
    seeOther(response, view.address)
  })

  /** Proof of knowing the receiver: opens the invoice, or the details of the refused request. */
  router.post('/p/:slug/invoice/receiver', readForm, async (request, response) => {
    const found = await pages.find(String(request.params['slug']))
    if (!found) return sendMissingLink(request, response)
    const facts = await pages.facts(found)
    const { visitor, wait } = visitorByProof(request, facts, readTyped(formOf(request)))
    const view = await viewOf(request, facts, visitor)
    if (visitor.isKnown && facts.invoice) remember(response, view.path, facts.invoice)
    else if (facts.invoice && isGuarded(facts.invoice))
      return refuseUnknownVisitor(response, view, wait, 'wrongReceiver')
    seeOther(response, view.address)
  })

  router.get('/p/:slug/invoice/:format', async (request, response) => {
    const { slug, format } = request.params
    const found = await pages.find(slug)
    if (!found || (format !== 'pdf' && format !== 'xml')) return sendMissingLink(request, response)
    const facts = await pages.facts(found)
    const visitor = visitorOf(request, facts)
    const { link, address } = await viewOf(request, facts, visitor)
    const { invoice } = facts
    const { noFile, filesAway, backToInvoice } = messagesOf(link.locale).invoice
    const back = { href: address, label: backToInvoice }
    if (!invoice || !hasFolio(invoice))
      return sendPage(response, 404, messagePage(link.locale, { ...noFile, link: back }))
    // The page asks for the proof.
    if (!visitor.isKnown) return seeOther(response, address)
    try {
      seeOther(response, await readInvoice.fileUrl(found.link, invoice, format))
    } catch (error) {
      if (!(error instanceof Problem) || error.status === 500) throw error
      sendPage(response, 503, messagePage(link.locale, { ...filesAway, link: back }))
    }
  })

  router.use(
    '/p/:slug/invoice',
    pageFailures(
      log,
      ({ invoice: { misread, broken, backToInvoice: goBack } }) => ({ misread, broken, goBack }),
      ({ baseUrl }) => baseUrl,
    ),
  )

  function remember(response: Response, path: string, invoice: Invoice): void {
    const { name, value, options } = visitors.cookieFor(path, invoice)
    response.cookie(name, value, options)
  }

  /** By the cookie. */
  function visitorOf(request: Request, { invoice }: PageFacts): InvoiceVisitor {
    const isKnown = visitors.isKnown(request.headers.cookie, invoice)
    return { isKnown, startsOver: request.query['new'] !== undefined }
  }

  function visitorByProof(
    request: Request,
    { link, invoice }: PageFacts,
    typed: TypedReceiver,
    isNeeded?: (last: Invoice) => boolean,
  ): { visitor: InvoiceVisitor; wait: number } {
    const address = addressGroup(request.clientAddress)
    const proof = { cookies: request.headers.cookie, linkId: link.id, typed, address }
    const { isKnown, wait } = visitors.check(invoice, proof, isNeeded)
    return { visitor: { isKnown, startsOver: true }, wait }
  }

  function refuseUnknownVisitor(
    response: Response,
    view: InvoicePageView,
    wait: number,
    notice: InvoiceNoticeName,
  ): void {
    if (wait === 0) return show(response, 403, view, undefined, notice)
    response.setHeader('Retry-After', String(wait))
    show(response, 429, view, undefined, 'tooManyProofs')
  }

  async function viewOf(
    request: Request,
    facts: PageFacts,
    visitor = visitorOf(request, facts),
  ): Promise<InvoicePageView & { path: string }> {
    const locale = readerLocale(request, facts.account.brand.locale)
    const link = pages.view(facts, locale, langQueryOf(request, locale))
    const path = `${link.address}/invoice`
    return {
      ...{ link, path, address: path + link.langQuery },
      proofAddress: `${path}/receiver${link.langQuery}`,
      startOverAddress: `${path}${link.langQuery === '' ? '?' : `${link.langQuery}&`}new=1`,
      state: invoicePageState(facts, link, visitor),
      mail: await mails.stateOf(facts.link, facts.invoice),
    }
  }

  return router
}

function noticeOf(problem: Problem): InvoiceNoticeName {
  if (!(problem instanceof InvoiceLimitProblem)) return 'notAsked'
  return problem.per === 'day' ? 'tooOftenToday' : 'tooOften'
}

function show(
  response: Response,
  status: number,
  view: InvoicePageView,
  form: InvoiceFormView = view.state.name === 'form' ? freshForm(view.state) : toForm(NOTHING_TYPED, []),
  notice: InvoiceNoticeName | null = null,
): void {
  sendPage(response, status, invoicePage(view, form, notice))
}
