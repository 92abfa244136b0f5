import type { VNode } from 'preact'
import { NotClosedProblem } from '../../checkout/checkout-problems.js'
import type { ReleaseLink } from '../../checkout/release-link.js'
import { Problem } from '../../kernel/problem.js'
import type { DisablePaymentLink } from '../../payment-links/disable-payment-link.js'
import type { PaymentLinkView } from '../../payment-links/payment-link.view.js'
import type { ReadPaymentLinks } from '../../payment-links/read-payment-links.js'
import { ButtonLink, SubmitButton } from '../../web/button.js'
import { ConfirmStep } from '../../web/confirm-step.js'
import { FaultSummary, type FormFault, PostForm } from '../../web/form.js'
import { Notice } from '../../web/notice.js'
import { redirect, showPage } from '../answer.js'
import { TextAreaField } from '../components/fields.js'
import { PageHead } from '../components/page-head.js'
import { fieldsNamed, type Route } from '../route.js'
import { keyOf, type Visit } from '../visit.js'
import { isOpenLink, readOwnLink } from './read-own-link.js'
import { linkWords } from './words.js'

const MAX_REASON = 1000

/** `/links/:id/disable` and, where the provider refuses to close an open payment, `/links/:id/release`. */
export class DisablePages {
  constructor(
    private readonly links: ReadPaymentLinks,
    private readonly disableLink: DisablePaymentLink,
    private readonly releaseLink: ReleaseLink,
  ) {}

  routes(): Route[] {
    const permission = 'links:manage'
    return [
      { method: 'get', path: '/links/:id/disable', permission, answer: this.askDisable },
      { method: 'post', path: '/links/:id/disable', permission, answer: this.disable },
      { method: 'get', path: '/links/:id/release', permission, answer: this.askRelease },
      { method: 'post', path: '/links/:id/release', permission, keeps: fieldsNamed('reason'), answer: this.release },
    ]
  }

  private readonly askDisable = async (visit: Visit): Promise<void> => {
    const link = await readOwnLink(this.links, visit)
    if (!isOpenLink(link)) return this.showOver(visit, link)
    await this.showQuestion(visit, link)
  }

  private readonly disable = async (visit: Visit): Promise<void> => {
    const link = await readOwnLink(this.links, visit)
    try {
      await this.disableLink.run(visit.principal, link.id, keyOf(visit))
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      const words = linkWords(visit.locale).disable
      if (error.code === 'link_already_paid' || error.code === 'link_expired') return this.showOver(visit, link)
      if (error.code === 'provider_unavailable') return this.showQuestion(visit, link, <p>{words.away}</p>)
      // Any other way of being busy passes by itself.
      if (!(error instanceof NotClosedProblem)) throw error
      const refused = (
        <>
          <b>{words.refused}</b>
          <p>{words.refusedText}</p>
          <p>
            <a href={`${visit.base}/links/${link.id}/release`}>{words.release}</a>
          </p>
        </>
      )
      return this.showQuestion(visit, link, refused)
    }
    redirect(visit, `/links/${link.id}?done=disabled`)
  }

  private async showQuestion(visit: Visit, link: PaymentLinkView, refusal?: VNode): Promise<void> {
    const words = linkWords(visit.locale).disable
    const { base, csrfToken, formKey } = visit
    const content = (
      <div class="forms-alone card">
        {refusal && <Notice tone="attention">{refusal}</Notice>}
        <ConfirmStep
          question={words.question(link.title)}
          action={`${base}/links/${link.id}/disable`}
          csrfToken={csrfToken}
          formKey={formKey}
          keep={{ href: `${base}/links/${link.id}`, label: words.keep }}
          confirm={words.confirm}
          busy={words.busy}
        >
          <p>
            {words.text} {link.status === 'processing' && words.openText}
          </p>
          <p>{words.final}</p>
        </ConfirmStep>
      </div>
    )
    const page = { title: words.question(link.title), section: 'links', content } as const
    await showPage(visit, page, refusal ? 409 : 200)
  }

  /** The link ended meanwhile: its page shows how. */
  private async showOver(visit: Visit, { id }: PaymentLinkView): Promise<void> {
    redirect(visit, `/links/${id}`)
    return Promise.resolve()
  }

  private readonly askRelease = async (visit: Visit): Promise<void> => {
    const link = await readOwnLink(this.links, visit)
    if (link.status !== 'processing') return this.showOver(visit, link)
    await this.showRelease(visit, link, {})
  }

  private readonly release = async (visit: Visit): Promise<void> => {
    const link = await readOwnLink(this.links, visit)
    const words = linkWords(visit.locale).release
    const reason = (visit.fields['reason'] ?? '').trim()
    if (reason === '' || reason.length > MAX_REASON) {
      return this.showRelease(visit, link, { faults: [{ name: 'reason', text: words.whyMissing }] })
    }
    try {
      const { checkout } = await this.releaseLink.run(visit.principal, link.id, reason)
      redirect(visit, `/links/${link.id}?done=${checkout}`)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      if (error.code === 'link_already_paid') return this.showOver(visit, link)
      const text = {
        request_in_flight: words.busyNow,
        provider_unavailable: linkWords(visit.locale).disable.away,
        validation_error: words.nothingOpen,
      }[error.code as string]
      if (text === undefined) throw error
      await this.showRelease(visit, link, { refusal: text })
    }
  }

  private async showRelease(
    visit: Visit,
    link: PaymentLinkView,
    { faults = [], refusal }: { faults?: readonly FormFault[]; refusal?: string },
  ): Promise<void> {
    const words = linkWords(visit.locale).release
    const { base, csrfToken } = visit
    const title = words.question(link.title)
    const content = (
      <div class="forms-alone">
        <PageHead title={title} back={{ href: `${base}/links/${link.id}`, label: link.title }} />
        {faults.length > 0 && <FaultSummary title={words.why} faults={faults} />}
        {refusal !== undefined && <Notice tone="attention">{refusal}</Notice>}
        <section class="card">
          <PostForm action={`${base}/links/${link.id}/release`} csrfToken={csrfToken}>
            <div class="stack">
              <p>{words.text}</p>
              <p class="muted small">{words.asked}</p>
              <TextAreaField
                form={{ values: visit.fields, faults }}
                name="reason"
                label={words.why}
                hint={words.whyHint}
                maxLength={MAX_REASON}
              />
              <div class="row">
                <ButtonLink href={`${base}/links/${link.id}`}>{words.keep}</ButtonLink>
                <SubmitButton kind="danger" busy={words.busy}>
                  {words.confirm}
                </SubmitButton>
              </div>
            </div>
          </PostForm>
        </section>
      </div>
    )
    await showPage(visit, { title, section: 'links', content }, faults.length > 0 ? 422 : refusal ? 409 : 200)
  }
}
