import type { ServedContract } from '../../contract/served-contract.js'
import type { CancelInvoice } from '../../invoicing/cancel-invoice.js'
import type { ReadInvoicing } from '../../invoicing/read-invoicing.js'
import type { RequestInvoice } from '../../invoicing/request-invoice.js'
import { notFound, Problem, problemOf } from '../../kernel/problem.js'
import type { PaymentDetail, ReadPaymentDetail } from '../../overview/read-payment-detail.js'
import { faultsShown } from '../../payer-pages/invoice-words.js'
import {
  faultsIn,
  NOTHING_TYPED,
  readTyped,
  toInvoiceInput,
  type TypedReceiver,
} from '../../payer-pages/typed-receiver.js'
import { type FormFault } from '../../web/form.js'
import { redirect, showPage } from '../answer.js'
import { refusalText } from '../problem-words.js'
import { everyField, fieldsNamed, type Route } from '../route.js'
import { keyOf, parameter, type Visit } from '../visit.js'
import { CancelInvoicePage, RequestInvoicePage } from './invoice-forms.js'
import { paymentWords } from './words.js'

const MOTIVOS = ['02', '03'] as const

/** The invoice of one payment: requesting it, cancelling it, its files. */
export class PaymentInvoicePages {
  constructor(
    private readonly detail: ReadPaymentDetail,
    private readonly requestInvoice: RequestInvoice,
    private readonly cancelInvoice: CancelInvoice,
    private readonly readInvoicing: ReadInvoicing,
    private readonly contract: ServedContract,
  ) {}

  routes(): Route[] {
    const path = '/payments/:id/invoice'
    const permission = 'payments:manage'
    return [
      { method: 'get', path, permission, answer: this.showRequest },
      { method: 'post', path, permission, keeps: everyField, answer: this.request },
      { method: 'get', path: `${path}/cancel`, permission, answer: this.showCancel },
      { method: 'post', path: `${path}/cancel`, permission, keeps: fieldsNamed('motivo'), answer: this.cancel },
      ...(['pdf', 'xml'] as const).map((format): Route => ({
        method: 'get',
        path: `${path}/${format}`,
        permission: 'payments:read',
        answer: (visit) => this.sendFile(visit, format),
      })),
    ]
  }

  private readonly showRequest = async (visit: Visit): Promise<void> => {
    const payment = await this.paymentOf(visit)
    if (!canRequest(payment)) return redirect(visit, `/payments/${payment.id}`)
    const { invoice } = payment.invoicing
    const known = invoice ? { ...invoice.receiver, email: invoice.receiver.email ?? '' } : NOTHING_TYPED
    const typed = Object.keys(visit.fields).length > 0 ? readTyped(visit.fields) : { ...NOTHING_TYPED, ...known }
    await this.showForm(visit, payment, typed, [])
  }

  private readonly request = async (visit: Visit): Promise<void> => {
    const payment = await this.paymentOf(visit)
    const typed = readTyped(visit.fields)
    const { formasPago } = payment.invoicing
    const key = keyOf(visit)
    const input = toInvoiceInput(typed, formasPago, null)
    const given = { path: { id: payment.id }, headers: { 'idempotency-key': key }, body: input }
    const refusal = await problemOf(() => {
      this.contract.parse('request_payment_invoice', given, visit.principal)
      return Promise.resolve()
    })
    const faults = faultsShown(visit.locale, faultsIn(typed, formasPago, refusal))
    if (faults.length > 0) return this.showForm(visit, payment, typed, faults, 422)
    try {
      await this.requestInvoice.underKey(visit.principal, payment.id, key, input)
    } catch (error) {
      if (!(error instanceof Problem) || error.status >= 500) throw error
      return this.showForm(visit, payment, typed, [], 409, refusalText(visit.locale, error))
    }
    redirect(visit, `/payments/${payment.id}?invoice=requested`)
  }

  private readonly showCancel = async (visit: Visit): Promise<void> => {
    const payment = await this.paymentOf(visit)
    if (payment.invoicing.invoice?.status !== 'stamped') return redirect(visit, `/payments/${payment.id}`)
    await this.showCancelForm(visit, payment, { chosen: visit.fields['motivo'] ?? null })
  }

  private readonly cancel = async (visit: Visit): Promise<void> => {
    const payment = await this.paymentOf(visit)
    const words = paymentWords(visit.locale)
    const motivo = MOTIVOS.find((one) => one === visit.fields['motivo'])
    if (motivo === undefined) return this.showCancelForm(visit, payment, { fault: words.cancelForm.missing }, 422)
    try {
      const key = keyOf(visit)
      await this.cancelInvoice.run(visit.principal, payment.id, key, motivo)
    } catch (error) {
      if (!(error instanceof Problem) || error.status >= 500) throw error
      return this.showCancelForm(visit, payment, { chosen: motivo, refusal: refusalText(visit.locale, error) }, 409)
    }
    redirect(visit, `/payments/${payment.id}?invoice=canceled`)
  }

  private async sendFile(visit: Visit, format: 'pdf' | 'xml'): Promise<void> {
    const urls = await this.readInvoicing.fileUrls(visit.principal, parameter(visit, 'id'))
    const url = format === 'pdf' ? urls.pdfUrl : urls.xmlUrl
    if (url === null) throw notFound('file')
    visit.response.set('Cache-Control', 'no-store').redirect(303, url)
  }

  private paymentOf(visit: Visit): Promise<PaymentDetail> {
    return this.detail.one(visit.principal, parameter(visit, 'id'))
  }

  private async showForm(
    visit: Visit,
    payment: PaymentDetail,
    typed: TypedReceiver,
    faults: readonly FormFault[],
    status = 200,
    refusal?: string,
  ): Promise<void> {
    const { formasPago: formas } = payment.invoicing
    const content = <RequestInvoicePage {...{ visit, payment, typed, formas, faults, refusal }} />
    await showPage(visit, { title: paymentWords(visit.locale).invoiceForm.title, section: 'payments', content }, status)
  }

  private async showCancelForm(
    visit: Visit,
    payment: PaymentDetail,
    { chosen = null, fault, refusal }: { chosen?: string | null; fault?: string; refusal?: string },
    status = 200,
  ): Promise<void> {
    const content = <CancelInvoicePage {...{ visit, payment, chosen, fault, refusal }} />
    await showPage(visit, { title: paymentWords(visit.locale).cancelInvoice, section: 'payments', content }, status)
  }
}

function canRequest({ status, invoicing: { invoice, invoiceable } }: PaymentDetail): boolean {
  const isOpen = invoice !== null && invoice.status !== 'failed' && invoice.status !== 'cancelled'
  return invoiceable && status === 'succeeded' && !isOpen
}
