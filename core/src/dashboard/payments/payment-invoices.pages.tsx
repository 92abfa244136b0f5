import type { ServedContract } from '../../contract/served-contract.js'
import type { CancelInvoice } from '../../invoicing/cancel-invoice.js'
import type { ReadInvoicing } from '../../invoicing/read-invoicing.js'
import type { RequestInvoice } from '../../invoicing/request-invoice.js'
import { notFound, Problem, problemOf } from '../../kernel/problem.js'
import type { PaymentDetail, ReadPaymentDetail } from '../../overview/read-payment-detail.js'
import {
  faultsIn,
  NOTHING_TYPED,
  readTyped,
  refusedField,
  toInvoiceInput,
  typedFor,
} from '../../payer-pages/typed-receiver.js'
import { redirect, showPage } from '../answer.js'
import { refusalText } from '../problem-words.js'
import { everyField, fieldsNamed, type Route } from '../route.js'
import { keyOf, parameter, type Visit } from '../visit.js'
import { shopFaults } from './invoice-faults.js'
import { CancelInvoicePage, type InvoiceFormState, RequestInvoicePage, requestTitle } from './invoice-forms.js'
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
    if (Object.keys(visit.fields).length > 0) return this.showForm(visit, payment, { typed: readTyped(visit.fields) })
    const last = await this.readInvoicing.latest(visit.principal, payment.id)
    const field = last ? refusedField(last, payment.invoicing.formasPago) : null
    await this.showForm(visit, payment, {
      typed: last ? typedFor(last) : NOTHING_TYPED,
      faults: field === null ? [] : shopFaults(visit.locale, [{ field, code: 'refused' }]),
      rejection: last?.status === 'failed' ? last.failureReason : null,
    })
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
    const faults = shopFaults(visit.locale, faultsIn(typed, formasPago, refusal))
    if (faults.length > 0) return this.showForm(visit, payment, { typed, faults }, 422)
    try {
      await this.requestInvoice.underKey(visit.principal, payment.id, key, input)
    } catch (error) {
      if (!(error instanceof Problem) || error.status >= 500) throw error
      return this.showForm(visit, payment, { typed, refusal: refusalText(visit.locale, error) }, 409)
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
    { faults = [], rejection = null, ...rest }: Partial<InvoiceFormState> & Pick<InvoiceFormState, 'typed'>,
    status = 200,
  ): Promise<void> {
    const content = <RequestInvoicePage {...{ visit, payment, faults, rejection, ...rest }} />
    const title = requestTitle(visit.locale, payment)
    await showPage(visit, { title, section: 'payments', content }, status)
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
