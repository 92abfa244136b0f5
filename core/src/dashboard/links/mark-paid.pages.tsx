import type { VNode } from 'preact'
import type { ServedContract } from '../../contract/served-contract.js'
import { Problem } from '../../kernel/problem.js'
import type { PaymentLinkView } from '../../payment-links/payment-link.view.js'
import type { ReadPaymentLinks } from '../../payment-links/read-payment-links.js'
import type { MarkLinkPaid } from '../../payments/mark-link-paid.js'
import { ButtonLink, SubmitButton } from '../../web/button.js'
import { FaultSummary, type FormFault, PostForm } from '../../web/form.js'
import { Notice } from '../../web/notice.js'
import { redirect, showPage } from '../answer.js'
import { Amount } from '../components/amount.js'
import { ChoiceCards, DateField, FileField, TextAreaField } from '../components/fields.js'
import { PageHead } from '../components/page-head.js'
import { componentWords } from '../components/words.js'
import { everyField, type Route } from '../route.js'
import { hadFile, keyOf, type Visit } from '../visit.js'
import { readOwnLink } from './read-own-link.js'
import {
  ACCEPTED_FILES,
  emptyPayment,
  MAX_FILE_BYTES,
  methodsFor,
  readTypedPayment,
  toMarkPaidRequest,
  type TypedPayment,
} from './typed-payment.js'
import { linkWords } from './words.js'

interface Shown {
  link: PaymentLinkView
  typed: TypedPayment
  faults?: readonly FormFault[]
  refusal?: string
}

/** `/links/:id/mark-paid`: money that came outside the checkout. */
export class MarkPaidPages {
  constructor(
    private readonly links: ReadPaymentLinks,
    private readonly markLinkPaid: MarkLinkPaid,
    private readonly contract: ServedContract,
  ) {}

  routes(): Route[] {
    const permission = 'links:charge'
    const path = '/links/:id/mark-paid'
    return [
      { method: 'get', path, permission, answer: this.show },
      { method: 'post', path, permission, keeps: everyField, answer: this.receive },
    ]
  }

  private readonly show = async (visit: Visit): Promise<void> => {
    const link = await readOwnLink(this.links, visit)
    // Its page shows its state, and what can be done.
    if (link.status !== 'active') return redirect(visit, `/links/${link.id}`)
    const isKept = Object.keys(visit.fields).length > 0
    await this.showForm(visit, { link, typed: isKept ? readTypedPayment(visit) : emptyPayment(visit) })
  }

  private readonly receive = async (visit: Visit): Promise<void> => {
    const link = await readOwnLink(this.links, visit)
    const words = linkWords(visit.locale).paid
    const typed = readTypedPayment(visit)
    const { body, faults } = toMarkPaidRequest(visit, typed, words)
    const key = keyOf(visit)
    const again = { ...visit, formKey: key }
    if (faults.length > 0) return this.showForm(again, { link, typed, faults }, 422)
    try {
      const input = { path: { id: link.id }, headers: { 'idempotency-key': key }, body }
      const parsed = this.contract.parse('mark_payment_link_paid', input, visit.principal)
      await this.markLinkPaid.run(visit.principal, link.id, key, parsed.body ?? {})
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      if (error.code === 'request_in_flight') {
        return this.showForm(again, { link, typed, refusal: words.inProgress }, 409)
      }
      if (error.code === 'link_already_paid') return redirect(visit, `/links/${link.id}`)
      const [fault] = error.errors ?? []
      if (error.code !== 'validation_error' || !fault) throw error
      const text = fault.path.endsWith('reference') ? words.faults.file(words.faults.fileBroken) : words.faults.future
      const name = fault.path.endsWith('reference') ? 'proof' : 'paidOn'
      return this.showForm(again, { link, typed, faults: [{ name, text }] }, 422)
    }
    redirect(visit, `/links/${link.id}?done=paid`)
  }

  private async showForm(visit: Visit, shown: Shown, status = 200): Promise<void> {
    const { title } = linkWords(visit.locale).paid
    await showPage(visit, { title, section: 'links', content: <MarkPaidPage visit={visit} {...shown} /> }, status)
  }
}

function MarkPaidPage({ visit, link, typed, faults = [], refusal }: Shown & { visit: Visit }): VNode {
  const words = linkWords(visit.locale).paid
  const optionalWord = componentWords(visit.locale).optional
  const { base, locale } = visit
  const form = { values: { ...typed }, faults }
  const address = `${base}/links/${link.id}`
  return (
    <div class="forms-alone">
      <PageHead title={words.title} about={words.about} back={{ href: address, label: link.title }} />
      {faults.length > 0 && <FaultSummary title={words.refused(faults.length)} faults={faults} />}
      {refusal !== undefined && <Notice tone="attention">{refusal}</Notice>}
      <section class="card">
        <PostForm action={`${address}/mark-paid`} csrfToken={visit.csrfToken} formKey={visit.formKey} hasFile>
          <div class="stack">
            <p>
              <Amount locale={locale} centavos={link.amountCentavos} currency={link.currency} isStrong size="detail" />
            </p>
            <ChoiceCards
              legend={words.how}
              name="method"
              choices={methodsFor(visit).map((value) => ({ value, label: words.methods[value] }))}
              chosen={typed.method}
              fault={faults.find(({ name }) => name === 'method')?.text}
            />
            <div class="fields">
              <DateField form={form} name="paidOn" label={words.when} hint={words.whenHint} />
              <div class="field">
                <label for="paidTime">{words.hour}</label>
                <input id="paidTime" name="paidTime" type="time" value={typed.paidTime} />
              </div>
            </div>
            <TextAreaField
              form={form}
              name="note"
              label={words.note}
              hint={words.noteHint}
              optionalWord={optionalWord}
              maxLength={1000}
            />
            <FileField
              locale={locale}
              form={form}
              name="proof"
              label={words.proof}
              hint={words.proofHint}
              optionalWord={optionalWord}
              accept={ACCEPTED_FILES}
              maxBytes={MAX_FILE_BYTES}
              tooLarge={words.faults.file(words.faults.fileSize('{size}'))}
              wasSent={hadFile(visit, 'proof')}
            />
            <div class="row">
              <SubmitButton kind="first" busy={words.busy}>
                {words.confirm}
              </SubmitButton>
              <ButtonLink kind="bare" href={address}>
                {words.cancel}
              </ButtonLink>
            </div>
          </div>
        </PostForm>
      </section>
    </div>
  )
}
