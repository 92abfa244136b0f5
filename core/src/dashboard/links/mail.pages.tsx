import type { VNode } from 'preact'
import type { ServedContract } from '../../contract/served-contract.js'
import { notFound, Problem } from '../../kernel/problem.js'
import type { PreviewSharedLink } from '../../letters/preview-shared-link.js'
import type { ReadEmails } from '../../letters/read-emails.js'
import type { ShareLink } from '../../letters/share-link.js'
import type { EmailDeliveryView } from '../../mail/email.js'
import type { PaymentLinkView } from '../../payment-links/payment-link.view.js'
import type { ReadPaymentLinks } from '../../payment-links/read-payment-links.js'
import { ButtonLink, SubmitButton } from '../../web/button.js'
import { FaultSummary, type FormFault, PostForm, TextField } from '../../web/form.js'
import { MailIcon } from '../../web/icons.js'
import { Notice } from '../../web/notice.js'
import { redirect, showPage } from '../answer.js'
import { StatusChip } from '../components/chip.js'
import { Moment } from '../components/moment.js'
import { PageHead } from '../components/page-head.js'
import { PreviewFold } from '../components/preview-fold.js'
import { MailLink } from '../email/mail-link.js'
import { sendLetter } from '../email/send-letter.js'
import { fieldsNamed, type Route } from '../route.js'
import { keyOf, type Visit } from '../visit.js'
import { timeFormatOf } from '../time-format.js'
import { isOpenLink, readOwnLink } from './read-own-link.js'
import { linkWords } from './words.js'

interface Shown {
  link: PaymentLinkView
  typed: string
  faults?: readonly FormFault[]
  /** Why it was not sent, where no field is to blame. */
  refusal?: string
}

/** `/links/:id/email`: sends the link, and shows what became of each mail. */
export class LinkMailPages {
  constructor(
    private readonly links: ReadPaymentLinks,
    private readonly shareLink: ShareLink,
    private readonly preview: PreviewSharedLink,
    private readonly emails: ReadEmails,
    private readonly contract: ServedContract,
  ) {}

  routes(): Route[] {
    const permission = 'links:charge'
    const path = '/links/:id/email'
    return [
      { method: 'get', path, permission, answer: this.show },
      { method: 'post', path, permission, keeps: fieldsNamed('to'), answer: this.receive },
      { method: 'get', path: `${path}/preview`, permission, answer: this.sendPreview },
    ]
  }

  private readonly show = async (visit: Visit): Promise<void> => {
    const link = await readOwnLink(this.links, visit)
    await this.showForm(visit, { link, typed: visit.fields['to'] ?? link.customerEmail ?? '' })
  }

  /** The email itself, for a frame of the form. */
  private readonly sendPreview = async (visit: Visit): Promise<void> => {
    const link = await readOwnLink(this.links, visit)
    if (!isOpenLink(link)) throw notFound('page')
    const html = await this.preview.run(visit.principal, link.id)
    sendLetter(visit, html)
  }

  private readonly receive = async (visit: Visit): Promise<void> => {
    const link = await readOwnLink(this.links, visit)
    const typed = (visit.fields['to'] ?? '').trim()
    const key = keyOf(visit)
    try {
      const input = { path: { id: link.id }, headers: { 'idempotency-key': key }, body: { to: typed } }
      const { body } = this.contract.parse('email_payment_link', input, visit.principal)
      await this.shareLink.run(visit.principal, link.id, key, body.to)
    } catch (error) {
      const refused = error instanceof Problem && this.refusalOf(visit, error)
      if (!refused) throw error
      return this.showForm({ ...visit, formKey: key }, { link, typed, ...refused }, error.status === 429 ? 429 : 422)
    }
    redirect(visit, `/links/${link.id}/email?sent=1`)
  }

  /** Undefined: the problem belongs to the page of problems. */
  private refusalOf(visit: Visit, problem: Problem): Pick<Shown, 'faults' | 'refusal'> | undefined {
    const words = linkWords(visit.locale).mail
    if (problem.code === 'rate_limited') return { refusal: words.wait(Number(problem.headers['Retry-After'] ?? 60)) }
    if (problem.code === 'email_unavailable') return { refusal: words.unavailable }
    const [fault] = problem.errors ?? []
    if (problem.code !== 'validation_error' || !fault || !fault.path.endsWith('to')) return undefined
    // The contract refuses what is no address; the use case an address that must not be written to.
    const isSuppressed = fault.path === 'to' && visit.fields['to'] !== undefined && !isMalformed(visit.fields['to'])
    return { faults: [{ name: 'to', text: isSuppressed ? words.suppressed : words.badAddress }] }
  }

  private async showForm(visit: Visit, shown: Shown, status = 200): Promise<void> {
    const words = linkWords(visit.locale).mail
    const emails = await this.emails.ofLink(visit.principal, shown.link.id)
    const isPending = emails.some(({ status: outcome }) => outcome === 'queued' || outcome === 'sending')
    const content = <MailPage {...{ visit, emails }} {...shown} />
    await showPage(
      visit,
      { title: words.title, section: 'links', content, isPending: isPending && status === 200 },
      status,
    )
  }
}

const isMalformed = (address: string): boolean => !/^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(address.trim())

type PageParts = Shown & { visit: Visit; emails: readonly EmailDeliveryView[] }

function MailPage({ visit, link, typed, faults = [], refusal, emails }: PageParts): VNode {
  const words = linkWords(visit.locale).mail
  const { base, account, request } = visit
  const [latest] = emails
  return (
    <div>
      <PageHead title={words.title} back={{ href: `${base}/links/${link.id}`, label: link.title }} />
      {request.query['sent'] !== undefined && latest && (
        <Notice tone="good">
          <b>{words.queued(latest.to)}</b>
          <p>{words.queuedText}</p>
        </Notice>
      )}
      {faults.length > 0 && <FaultSummary title={words.refused} faults={faults} />}
      {refusal !== undefined && (
        <Notice tone="attention">
          <b>{words.refused}</b>
          <p>{refusal}</p>
        </Notice>
      )}
      <div class="with-preview">
        <div class="stack">
          {isOpenLink(link) && (
            <section class="card">
              <PostForm action={`${base}/links/${link.id}/email`} csrfToken={visit.csrfToken} formKey={visit.formKey}>
                <div class="stack">
                  <TextField
                    form={{ values: { to: typed }, faults }}
                    name="to"
                    label={words.to}
                    hint={link.livemode ? words.hint(account.name) : words.simulated}
                    type="email"
                    autocomplete="off"
                  />
                  <div class="row">
                    <SubmitButton kind="first" icon={MailIcon} busy={words.sending}>
                      {words.send}
                    </SubmitButton>
                    <ButtonLink kind="bare" href={`${base}/links/${link.id}`}>
                      {words.cancel}
                    </ButtonLink>
                  </div>
                </div>
              </PostForm>
            </section>
          )}
          <section class="card">
            <h2>{words.sent}</h2>
            {emails.length === 0 ? <p class="muted small">{words.none}</p> : <Outcomes visit={visit} emails={emails} />}
          </section>
        </div>
        {isOpenLink(link) && (
          <PreviewFold title={words.preview}>
            <iframe
              name="vista"
              title={words.preview}
              src={`${base}/links/${link.id}/email/preview`}
              sandbox=""
              loading="lazy"
            />
          </PreviewFold>
        )}
      </div>
    </div>
  )
}

function Outcomes({ visit, emails }: { visit: Visit; emails: readonly EmailDeliveryView[] }): VNode {
  const timeFormat = timeFormatOf(visit)
  return (
    <ul class="outcomes">
      {emails.map(({ id, to, subject, status, error, createdAt, openedAt, clickedAt }) => (
        <li>
          <div>
            <b>
              <MailLink visit={visit} id={id}>
                {to}
              </MailLink>
            </b>
            <p class="muted tiny">{subject}</p>
            {error !== null && <p class="muted tiny">{error}</p>}
            <Seen visit={visit} openedAt={openedAt} clickedAt={clickedAt} />
          </div>
          <StatusChip of="mail" status={status} locale={visit.locale} />
          <span class="muted tiny">
            <Moment at={createdAt} timeFormat={timeFormat} />
          </span>
        </li>
      ))}
    </ul>
  )
}

function Seen({
  visit,
  openedAt,
  clickedAt,
}: {
  visit: Visit
  openedAt: string | null
  clickedAt: string | null
}): VNode | null {
  const words = linkWords(visit.locale).mail
  const at = clickedAt ?? openedAt
  if (at === null) return null
  const [before = '', after = ''] = (clickedAt === null ? words.opened('\0') : words.clicked('\0')).split('\0')
  return (
    <p class="muted tiny">
      {before}
      <Moment at={at} timeFormat={timeFormatOf(visit)} />
      {after}
    </p>
  )
}
