import express, { type Request, type Response, type Router } from 'express'
import type { ServedContract } from '../contract/served-contract.js'
import { messagePage } from '../web/message-page.js'
import { messagesOf } from '../web/messages/messages.js'
import type { InvoiceMailStates } from '../invoicing/invoice-mail-state.js'
import { hasFolio, type Invoice } from '../invoicing/invoice.js'
import { isGuarded, mustProveToRequest } from '../invoicing/prove-receiver.js'
import type { ReadPayerInvoice } from '../invoicing/read-payer-invoice.js'
import { provesReceiver } from '../invoicing/receiver-proof.js'
import { InvoiceLimitProblem, type RequestInvoiceAsPayer } from '../invoicing/request-invoice-as-payer.js'
import type { Log } from '../kernel/log.js'
import { Problem, problemOf } from '../kernel/problem.js'
import type { LinkAndAccount } from '../payment-links/read-public-link.js'
import { addressGroup } from '../rate-limiting/address-group.js'
import {
  formOf,
  langQueryOf,
  ofLink,
  readerLocale,
  seeOther,
  sendMissingLink,
  sendPage,
  type Visit,
} from '../web/answer.js'
import { pageFailures } from '../web/page-failures.js'
import { invoicePage } from './invoice-page.js'
import {
  freshForm,
  type InvoiceFormView,
  type InvoiceNoticeName,
  type InvoicePageState,
  type InvoicePageView,
  invoicePageState,
  type InvoiceVisitor,
  toForm,
} from './invoice-page.view.js'
import type { InvoiceVisitors } from './invoice-visitors.js'
import type { PageFacts } from './payment-page.view.js'
import type { ReadLinkPage } from './read-link-page.js'
import { faultsIn, NOTHING_TYPED, readTyped, SEND_TO_KNOWN, toInvoiceInput } from './typed-receiver.js'

type LinkVisit = Visit<LinkAndAccount>
/** `path`: without a query. */
type View = InvoicePageView & { path: string }
/** `wait`: seconds until the visitor may try another proof. */
type ProvingVisitor = InvoiceVisitor & { wait: number }
type FormState = Extract<InvoicePageState, { name: 'form' }>

const readForm = express.urlencoded({ extended: false, limit: '8kb' })

/** Who knows a link's address may do what its page offers. */
const PAYER = { scopes: null }

/** The payer's invoice. Like the checkout, its form needs neither a cookie nor an `Origin` check. */
export class InvoicePages {
  constructor(
    private readonly pages: ReadLinkPage,
    private readonly contract: ServedContract,
    private readonly visitors: InvoiceVisitors,
    private readonly requestInvoice: RequestInvoiceAsPayer,
    private readonly readInvoice: ReadPayerInvoice,
    private readonly mails: InvoiceMailStates,
    private readonly log: Log,
  ) {}

  router(): Router {
    const router = express.Router()
    const on = (answer: (visit: LinkVisit) => Promise<void>) => ofLink(this.pages, answer)
    router.get('/p/:slug/invoice', on(this.showPage))
    router.post('/p/:slug/invoice', readForm, on(this.receiveForm))
    router.post('/p/:slug/invoice/receiver', readForm, on(this.receiveProof))
    router.get('/p/:slug/invoice/:format', on(this.openFile))
    router.use('/p/:slug/invoice', this.failures())
    return router
  }

  private readonly showPage = async ({ found, request, response }: LinkVisit): Promise<void> => {
    show(response, 200, await this.viewOf(request, await this.pages.facts(found)))
  }

  private readonly receiveForm = async (visit: LinkVisit): Promise<void> => {
    const { found, request, response } = visit
    const facts = await this.pages.facts(found)
    const visitor = this.visitorByProof(request, facts, mustProveToRequest)
    const view = await this.viewOf(request, facts, visitor)
    const { state } = view
    switch (state.name) {
      case 'stamping':
      case 'stamped':
      case 'cancel_pending':
        // It exists already: the form was sent twice, or by two visitors.
        if (visitor.isKnown) this.remember(response, view, state.invoice)
        return seeOther(response, view.address)
      case 'refused':
        return refuseUnknownVisitor(response, view, visitor, 'otherReceiver')
      case 'form':
        return formOf(request)['step'] === 'narrow'
          ? narrow(visit, view, state)
          : this.request(visit, view, state, visitor)
      default:
        show(response, state.name === 'too_late' ? 403 : 409, view)
    }
  }

  private async request(
    { found, request, response }: LinkVisit,
    view: View,
    state: FormState,
    visitor: InvoiceVisitor,
  ): Promise<void> {
    const typed = readTyped(formOf(request))
    const choice = choiceIn(request)
    const input = toInvoiceInput(typed, state.formas, choice.isToKnownEmail ? state.knownEmail : null)
    const asked = { path: { id: state.payment.id }, body: input }
    const refusal = await problemOf(async () => void this.contract.parse('request_payment_invoice', asked, PAYER))
    const faults = faultsIn(typed, state.formas, refusal)
    if (faults.length > 0) return show(response, 400, view, toForm(typed, faults, choice))
    try {
      if (refusal) throw refusal
      const invoice = await this.requestInvoice.run(found.link, state.payment.id, input)
      // Another visitor's request may have come first.
      if (provesReceiver(invoice, { ...typed, email: input.email ?? '' })) this.remember(response, view, invoice)
      seeOther(response, view.address)
    } catch (error) {
      if (!(error instanceof Problem) || error.status === 500) throw error
      // For instance, the payment was refunded since the state was read.
      const now = await this.viewOf(request, await this.pages.facts(found), visitor)
      response.set(error.headers)
      show(response, error.status, now, toForm(typed, [], choice), noticeOf(error))
    }
  }

  /** Proof of knowing the receiver: opens the invoice, or the details of the refused request. */
  private readonly receiveProof = async ({ found, request, response }: LinkVisit): Promise<void> => {
    const facts = await this.pages.facts(found)
    const visitor = this.visitorByProof(request, facts)
    const view = await this.viewOf(request, facts, visitor)
    const { invoice } = facts
    if (invoice && visitor.isKnown) this.remember(response, view, invoice)
    else if (invoice && isGuarded(invoice)) return refuseUnknownVisitor(response, view, visitor, 'wrongReceiver')
    seeOther(response, view.address)
  }

  private readonly openFile = async ({ found, request, response }: LinkVisit): Promise<void> => {
    const { format } = request.params
    if (format !== 'pdf' && format !== 'xml') return sendMissingLink(request, response)
    const facts = await this.pages.facts(found)
    const visitor = this.visitorOf(request, facts)
    const { link, address } = await this.viewOf(request, facts, visitor)
    const { invoice } = facts
    const { noFile, filesAway, backToInvoice } = messagesOf(link.locale).invoice
    const back = { href: address, label: backToInvoice }
    if (!invoice || !hasFolio(invoice))
      return sendPage(response, 404, messagePage(link.locale, { ...noFile, link: back }))
    // The page asks for the proof.
    if (!visitor.isKnown) return seeOther(response, address)
    try {
      seeOther(response, await this.readInvoice.fileUrl(found.link, invoice, format))
    } catch (error) {
      if (!(error instanceof Problem) || error.status === 500) throw error
      sendPage(response, 503, messagePage(link.locale, { ...filesAway, link: back }))
    }
  }

  private remember(response: Response, { path }: View, invoice: Invoice): void {
    const { name, value, options } = this.visitors.cookieFor(path, invoice)
    response.cookie(name, value, options)
  }

  /** By the cookie. */
  private visitorOf(request: Request, { invoice }: PageFacts): InvoiceVisitor {
    const isKnown = this.visitors.isKnown(request.headers.cookie, invoice)
    return { isKnown, startsOver: request.query['new'] !== undefined }
  }

  /** By the cookie, or by what was typed. */
  private visitorByProof(
    request: Request,
    { link, invoice }: PageFacts,
    isNeeded?: (last: Invoice) => boolean,
  ): ProvingVisitor {
    const given = readTyped(formOf(request))
    const proof = {
      cookies: request.headers.cookie,
      linkId: link.id,
      given,
      address: addressGroup(request.clientAddress),
    }
    return { ...this.visitors.check(invoice, proof, isNeeded), startsOver: true }
  }

  private async viewOf(request: Request, facts: PageFacts, visitor = this.visitorOf(request, facts)): Promise<View> {
    const locale = readerLocale(request, facts.account.brand.locale)
    const link = this.pages.view(facts, locale, langQueryOf(request, locale))
    const path = `${link.address}/invoice`
    return {
      ...{ link, path, address: path + link.langQuery },
      proofAddress: `${path}/receiver${link.langQuery}`,
      startOverAddress: `${path}${link.langQuery === '' ? '?' : `${link.langQuery}&`}new=1`,
      state: invoicePageState(facts, link, visitor),
      mail: await this.mails.stateOf(facts.link, facts.invoice),
    }
  }

  private failures() {
    return pageFailures(
      this.log,
      ({ invoice: { misread, broken, backToInvoice: goBack } }) => ({ misread, broken, goBack }),
      ({ baseUrl }) => baseUrl,
    )
  }
}

const choiceIn = (request: Request): { isToKnownEmail: boolean } => ({
  isToKnownEmail: formOf(request)[SEND_TO_KNOWN] === '1',
})

/** Offers only what fits the RFC. */
function narrow({ request, response }: LinkVisit, view: View, { formas }: FormState): void {
  const typed = readTyped(formOf(request))
  const ofRfc = faultsIn(typed, formas, null).filter(({ field }) => field === 'rfc')
  const form = toForm(typed, ofRfc, { ...choiceIn(request), isNarrowed: true })
  show(response, ofRfc.length > 0 ? 400 : 200, view, form)
}

function refuseUnknownVisitor(
  response: Response,
  view: View,
  { wait }: ProvingVisitor,
  notice: InvoiceNoticeName,
): void {
  if (wait === 0) return show(response, 403, view, undefined, notice)
  response.setHeader('Retry-After', String(wait))
  show(response, 429, view, undefined, 'tooManyProofs')
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
