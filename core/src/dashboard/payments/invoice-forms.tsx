import type { VNode } from 'preact'
import { CFDI_USES } from '../../invoicing/catalogs/cfdi-uses.js'
import { TAX_REGIMES } from '../../invoicing/catalogs/tax-regimes.js'
import type { PageLocale } from '../../kernel/choose-locale.js'
import type { PaymentDetail } from '../../overview/read-payment-detail.js'
import type { TypedReceiver } from '../../payer-pages/typed-receiver.js'
import { ButtonLink, SubmitButton } from '../../web/button.js'
import { FaultSummary, type FormFault, type FormView, PostForm, SelectField, TextField } from '../../web/form.js'
import { Notice } from '../../web/notice.js'
import { ChoiceCards } from '../components/fields.js'
import { PageHead } from '../components/page-head.js'
import { componentWords } from '../components/words.js'
import type { Visit } from '../visit.js'
import { paymentWords } from './words.js'

export interface InvoiceFormState {
  typed: TypedReceiver
  faults: readonly FormFault[]
  /** What the SAT answered to the last one, in its words; null: it did not reject it. */
  rejection: string | null
  /** Why nothing can be requested now. */
  refusal?: string
}

interface RequestParts extends InvoiceFormState {
  visit: Visit
  payment: PaymentDetail
}

export function requestTitle(locale: PageLocale, { invoicing: { invoice } }: Pick<PaymentDetail, 'invoicing'>): string {
  const { invoiceForm } = paymentWords(locale)
  return invoice?.status === 'failed' ? invoiceForm.again : invoiceForm.title
}

export function RequestInvoicePage({ visit, payment, typed, faults, rejection, refusal }: RequestParts): VNode {
  const words = paymentWords(visit.locale)
  const { invoiceForm } = words
  const { formasPago: formas } = payment.invoicing
  const form: FormView = { values: typed, faults }
  const href = `${visit.base}/payments/${payment.id}`
  return (
    <>
      <PageHead
        title={requestTitle(visit.locale, payment)}
        about={invoiceForm.about(payment.title)}
        back={{ href, label: words.back }}
      />
      {(faults.length > 0 || rejection !== null) && (
        <FaultSummary title={rejection === null ? invoiceForm.summary : invoiceForm.rejected} faults={faults}>
          {faults.length === 0 && <p>{invoiceForm.rejectedOtherwise}</p>}
          {rejection !== null && (
            <p class="small">
              {invoiceForm.theirWords} <q lang="es">{rejection}</q>
            </p>
          )}
        </FaultSummary>
      )}
      {refusal !== undefined && (
        <Notice tone="wrong">
          <p>
            <b>{words.invoiceRefused}</b> {refusal}
          </p>
        </Notice>
      )}
      <section class="card narrow-card">
        <PostForm action={`${href}/invoice`} csrfToken={visit.csrfToken} formKey={visit.formKey}>
          <div class="stack">
            <TextField form={form} name="rfc" label={invoiceForm.rfc} autocapitalize="characters" spellcheck={false} />
            <TextField form={form} name="name" label={invoiceForm.name} hint={invoiceForm.nameHint} />
            <TextField form={form} name="zip" label={invoiceForm.zip} inputMode="numeric" />
            <SelectField
              form={form}
              name="regimenFiscal"
              label={invoiceForm.regimenFiscal}
              placeholder={invoiceForm.choose}
            >
              {TAX_REGIMES.map(({ clave, nombre }) => (
                <option value={clave} selected={clave === typed.regimenFiscal}>{`${clave} ${nombre}`}</option>
              ))}
            </SelectField>
            <SelectField form={form} name="usoCfdi" label={invoiceForm.usoCfdi} placeholder={invoiceForm.choose}>
              {CFDI_USES.map(({ clave, nombre }) => (
                <option value={clave} selected={clave === typed.usoCfdi}>{`${clave} ${nombre}`}</option>
              ))}
            </SelectField>
            {formas.suggested === null && (
              <SelectField form={form} name="formaPago" label={invoiceForm.formaPago} placeholder={invoiceForm.choose}>
                {formas.allowed.map(({ code, label }) => (
                  <option value={code} selected={code === typed.formaPago}>{`${code} ${label}`}</option>
                ))}
              </SelectField>
            )}
            <TextField
              form={form}
              name="email"
              type="email"
              label={invoiceForm.email}
              optionalWord={componentWords(visit.locale).optional}
              isOptional
            />
          </div>
          <div class="row below">
            <SubmitButton kind="first" busy={words.requestingInvoice}>
              {words.requestInvoice}
            </SubmitButton>
            <ButtonLink href={href} kind="bare">
              {invoiceForm.keep}
            </ButtonLink>
          </div>
        </PostForm>
      </section>
    </>
  )
}

interface CancelParts {
  visit: Visit
  payment: PaymentDetail
  chosen: string | null
  fault?: string
  refusal?: string
}

export function CancelInvoicePage({ visit, payment, chosen, fault, refusal }: CancelParts): VNode {
  const words = paymentWords(visit.locale)
  const { cancelForm } = words
  const href = `${visit.base}/payments/${payment.id}`
  return (
    <section class="card narrow-card confirm">
      <h1>{cancelForm.question(payment.title)}</h1>
      <p class="muted">{cancelForm.cost}</p>
      {refusal !== undefined && (
        <Notice tone="wrong">
          <p>
            <b>{words.invoiceRefused}</b> {refusal}
          </p>
        </Notice>
      )}
      <PostForm action={`${href}/invoice/cancel`} csrfToken={visit.csrfToken} formKey={visit.formKey}>
        <div class="whole">
          <ChoiceCards
            legend={cancelForm.why}
            name="motivo"
            chosen={chosen}
            fault={fault}
            choices={[
              { value: '02', label: cancelForm.errors, about: cancelForm.errorsAbout },
              { value: '03', label: cancelForm.notDone, about: cancelForm.notDoneAbout },
            ]}
          />
        </div>
        <ButtonLink href={href}>{cancelForm.keep}</ButtonLink>
        <SubmitButton kind="danger" busy={words.cancelingInvoice}>
          {words.cancelInvoice}
        </SubmitButton>
      </PostForm>
    </section>
  )
}
