import type { SendInvoiceEmail } from '../../invoicing/send-invoice-email.js'
import { Problem } from '../../kernel/problem.js'
import type { PaymentDetail, ReadPaymentDetail } from '../../overview/read-payment-detail.js'
import { ButtonLink, SubmitButton } from '../../web/button.js'
import { FaultSummary, type FormView, PostForm, TextField } from '../../web/form.js'
import { MailIcon } from '../../web/icons.js'
import { Notice } from '../../web/notice.js'
import { redirect, showPage } from '../answer.js'
import { PageHead } from '../components/page-head.js'
import { refusalText } from '../problem-words.js'
import { fieldsNamed, type Route } from '../route.js'
import { keyOf, parameter, type Visit } from '../visit.js'
import { paymentWords } from './words.js'

/** `/payments/:id/invoice/email`: mails the stamped invoice again, to its receiver or to another address. */
export class InvoiceMailPages {
  constructor(
    private readonly detail: ReadPaymentDetail,
    private readonly sendInvoice: SendInvoiceEmail,
  ) {}

  routes(): Route[] {
    const shared = { path: '/payments/:id/invoice/email', permission: 'payments:manage' } as const
    return [
      { ...shared, method: 'get', answer: this.show },
      { ...shared, method: 'post', keeps: fieldsNamed('to'), answer: this.send },
    ]
  }

  private readonly show = async (visit: Visit): Promise<void> => {
    const payment = await this.paymentOf(visit)
    const { invoice } = payment.invoicing
    if (invoice?.status !== 'stamped') return redirect(visit, `/payments/${payment.id}`)
    const to = visit.fields['to'] ?? invoice.receiver.email ?? ''
    await this.showForm(visit, payment, { values: { to }, faults: [] })
  }

  private readonly send = async (visit: Visit): Promise<void> => {
    const { principal, locale } = visit
    const payment = await this.paymentOf(visit)
    const { invoiceMail: words } = paymentWords(locale)
    const typed = (visit.fields['to'] ?? '').trim()
    const key = keyOf(visit)
    try {
      const { body } = await this.sendInvoice.run(principal, payment.id, key, typed || undefined)
      redirect(visit, `/payments/${payment.id}?mailed=${encodeURIComponent(body.to)}`)
    } catch (error) {
      if (!(error instanceof Problem) || error.code === 'not_found') throw error
      const isAddress = error.errors?.some(({ path }) => path === 'to') === true
      if (!isAddress && error.code !== 'invoicing_rejected' && error.code !== 'email_unavailable') throw error
      const text = typed === '' ? words.missing : words.address
      const form = { values: { to: typed }, faults: isAddress ? [{ name: 'to', text }] : [] }
      const refusal = isAddress ? undefined : refusalText(locale, error)
      await this.showForm({ ...visit, formKey: key }, payment, form, isAddress ? 422 : 409, refusal)
    }
  }

  private paymentOf(visit: Visit): Promise<PaymentDetail> {
    return this.detail.one(visit.principal, parameter(visit, 'id'))
  }

  private async showForm(
    visit: Visit,
    payment: PaymentDetail,
    form: FormView,
    status = 200,
    refusal?: string,
  ): Promise<void> {
    const { locale, base, csrfToken, formKey } = visit
    const words = paymentWords(locale)
    const { invoiceMail: own } = words
    const href = `${base}/payments/${payment.id}`
    const content = (
      <>
        <PageHead title={own.title} about={own.about(payment.title)} back={{ href, label: words.back }} />
        {form.faults.length > 0 && <FaultSummary title={own.summary} faults={form.faults} />}
        {refusal !== undefined && (
          <Notice tone="wrong">
            <p>
              <b>{words.invoiceRefused}</b> {refusal}
            </p>
          </Notice>
        )}
        <section class="card narrow-card">
          <PostForm action={`${href}/invoice/email`} csrfToken={csrfToken} formKey={formKey}>
            <TextField form={form} name="to" type="email" label={own.to} hint={own.hint} autocomplete="off" />
            <div class="row below">
              <SubmitButton kind="first" icon={MailIcon} busy={own.busy}>
                {own.button}
              </SubmitButton>
              <ButtonLink href={href} kind="bare">
                {own.keep}
              </ButtonLink>
            </div>
          </PostForm>
        </section>
      </>
    )
    await showPage(visit, { title: own.title, section: 'payments', content }, status)
  }
}
