import { createHash } from 'node:crypto'
import type { VNode } from 'preact'
import type { ServedContract } from '../../contract/served-contract.js'
import { Problem } from '../../kernel/problem.js'
import type { PaymentLinkView } from '../../payment-links/payment-link.view.js'
import type { ReadPaymentLinks } from '../../payment-links/read-payment-links.js'
import type { UpdatePaymentLink } from '../../payment-links/update-payment-link.js'
import { ButtonLink, SubmitButton } from '../../web/button.js'
import { FaultSummary, type FormFault, PostForm, TextField } from '../../web/form.js'
import { Notice } from '../../web/notice.js'
import { redirect, showPage } from '../answer.js'
import { PageHead } from '../components/page-head.js'
import { afterStep, focusAfter, STEP } from '../link-form/form-steps.js'
import { faultsOfRefusal, faultsShown } from '../link-form/link-faults.js'
import {
  CustomerFold,
  ExpiryFold,
  fieldOf,
  InvoiceFold,
  type LinkFormParts,
  MoreFold,
  WaysFold,
} from '../link-form/link-form-parts.js'
import { type LinkRequest, toUpdateRequest } from '../link-form/link-request.js'
import type { LinkOptions, ReadLinkOptions } from '../link-form/read-link-options.js'
import { readTypedLink, typedFrom, type TypedLink } from '../link-form/typed-link.js'
import { linkFormWords } from '../link-form/words.js'
import { everyField, type Route } from '../route.js'
import { keyOf, type Visit } from '../visit.js'
import { isOpenLink, readOwnLink } from './read-own-link.js'
import { linkWords } from './words.js'

/** The hidden field with the version that the form was filled with, however often it is shown again with what was typed. */
const SEEN = 'seen'

interface Shown {
  link: PaymentLinkView
  typed: TypedLink
  options: LinkOptions
  faults?: readonly FormFault[]
  focus?: string | null
  /** The link was changed after the form was shown. */
  isStale?: boolean
}

/** `/links/:id/edit`: the form of a link without items and amounts. */
export class EditLinkPages {
  constructor(
    private readonly links: ReadPaymentLinks,
    private readonly updateLink: UpdatePaymentLink,
    private readonly options: ReadLinkOptions,
    private readonly contract: ServedContract,
  ) {}

  routes(): Route[] {
    const permission = 'links:manage'
    const path = '/links/:id/edit'
    return [
      { method: 'get', path, permission, answer: this.show },
      { method: 'post', path, permission, keeps: everyField, answer: this.receive },
    ]
  }

  private readonly show = async (visit: Visit): Promise<void> => {
    const { link, options, providers } = await this.read(visit)
    if (!isOpenLink(link)) return redirect(visit, `/links/${link.id}`)
    const isKept = Object.keys(visit.fields).length > 0
    const { timeZone } = visit.account.brand
    const typed = isKept ? typedOf(visit, link, providers) : typedFrom(link, providers, timeZone)
    await this.showForm(visit, { link, options, typed })
  }

  private readonly receive = async (visit: Visit): Promise<void> => {
    const { link, options, providers } = await this.read(visit)
    const typed = typedOf(visit, link, providers)
    const step = visit.fields[STEP]
    const key = keyOf(visit)
    const again = { ...visit, formKey: key }
    if (step !== undefined) {
      const changed = afterStep(typed, step, options.invoicing)
      return this.showForm(again, { link, options, typed: changed, focus: focusAfter(changed, step) })
    }
    const { body, faults } = toChange(visit, link, typed)
    if (faults.length > 0) {
      return this.showForm(again, { link, options, typed, faults: faultsShown(visit.locale, faults) }, 422)
    }
    try {
      const input = { path: { id: link.id }, headers: { 'idempotency-key': key }, body }
      const parsed = this.contract.parse('update_payment_link', input, visit.principal)
      if (visit.fields[SEEN] !== versionOf(link) && !isDone(link, body)) {
        return this.showForm(visit, { link, options, typed, isStale: true }, 409)
      }
      await this.updateLink.run(visit.principal, link.id, key, parsed.body)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      if (error.code === 'link_already_paid' || error.code === 'link_expired') {
        return redirect(visit, `/links/${link.id}`)
      }
      const shown = faultsOfRefusal(visit.locale, error, typed, link.currency)
      if (!shown) throw error
      return this.showForm(again, { link, options, typed, faults: shown }, 422)
    }
    redirect(visit, `/links/${link.id}?done=edited`)
  }

  private async read(visit: Visit): Promise<{ link: PaymentLinkView; options: LinkOptions; providers: string[] }> {
    const link = await readOwnLink(this.links, visit)
    const options = await this.options.run(visit.principal, visit.locale)
    const providers = options.ways.filter(({ error }) => error === null).map(({ provider }) => provider)
    return { link, options, providers }
  }

  private async showForm(visit: Visit, shown: Shown, status = 200): Promise<void> {
    const { title } = linkWords(visit.locale).edit
    await showPage(visit, { title, section: 'links', content: <EditPage visit={visit} {...shown} /> }, status)
  }
}

/** The link is as the form asks already: it was sent twice. */
const isDone = (link: PaymentLinkView, asked: Record<string, unknown>): boolean =>
  Object.entries(asked).every(([name, value]) => {
    const present: unknown = link[name as keyof PaymentLinkView]
    return JSON.stringify(value ?? emptyOf(name)) === JSON.stringify(present ?? emptyOf(name))
  })

const emptyOf = (name: string): unknown => (name === 'metadata' ? {} : null)

/** Items, amounts and currency stay those of the link. */
function typedOf(visit: Visit, link: PaymentLinkView, providers: readonly string[]): TypedLink {
  const { items, isSplit, currency } = typedFrom(link, providers, visit.account.brand.timeZone)
  return { ...readTypedLink(visit.fields, providers), items, isSplit, currency }
}

/** An expiry that stands in the form as it came keeps its seconds, which the form does not have. */
function toChange(visit: Visit, link: PaymentLinkView, typed: TypedLink): LinkRequest {
  const { timeZone } = visit.account.brand
  const { body, faults } = toUpdateRequest(typed, timeZone, visit.now)
  const before = typedFrom(link, typed.connected, timeZone)
  const isSameExpiry = (['expiry', 'expiresOn', 'expiresTime'] as const).every((name) => before[name] === typed[name])
  return { body: { ...body, ...(isSameExpiry && { expiresAt: link.expiresAt }) }, faults }
}

/** What can be changed, in short. */
function versionOf(link: PaymentLinkView): string {
  const { title, description, customerName, customerEmail, expiresAt, metadata, providers, invoiceable } = link
  const values = [title, description, customerName, customerEmail, expiresAt, metadata, providers, invoiceable]
  return createHash('sha256').update(JSON.stringify(values)).digest('hex').slice(0, 16)
}

function EditPage({
  visit,
  link,
  isStale = false,
  faults = [],
  focus = null,
  ...shown
}: Shown & { visit: Visit }): VNode {
  const words = linkWords(visit.locale).edit
  const formWords = linkFormWords(visit.locale)
  const address = `${visit.base}/links/${link.id}`
  const parts: LinkFormParts = { visit, faults, focus, ...shown }
  const { body } = toUpdateRequest(shown.typed, visit.account.brand.timeZone, visit.now)
  const expiresAt = typeof body['expiresAt'] === 'string' ? body['expiresAt'] : null
  return (
    <div class="forms-alone">
      <PageHead title={words.title} about={words.amountFixed} back={{ href: address, label: link.title }} />
      {faults.length > 0 && <FaultSummary title={words.refused(faults.length)} faults={faults} />}
      {isStale && (
        <Notice tone="attention">
          <b>{words.stale}</b>
          <p>{words.staleText}</p>
        </Notice>
      )}
      <PostForm action={`${address}/edit`} csrfToken={visit.csrfToken} formKey={visit.formKey}>
        {/* What Enter presses: the first submit button of the form. */}
        <button type="submit" class="unseen" tabIndex={-1} aria-hidden="true" />
        <input type="hidden" name={SEEN} value={isStale ? versionOf(link) : (visit.fields[SEEN] ?? versionOf(link))} />
        <div class="card folds">
          <div class="fold-body">
            <TextField
              {...fieldOf(parts, 'title', shown.typed.title)}
              label={formWords.title}
              hint={formWords.titleHint}
              autocomplete="off"
            />
          </div>
          <CustomerFold {...parts} />
          <ExpiryFold {...parts} expiresAt={expiresAt} />
          <WaysFold {...parts} />
          <InvoiceFold {...parts} />
          <MoreFold {...parts} />
        </div>
        <div class="form-actions">
          <SubmitButton kind="first" busy={words.saving}>
            {words.save}
          </SubmitButton>
          <ButtonLink kind="bare" href={address}>
            {words.discard}
          </ButtonLink>
        </div>
      </PostForm>
    </div>
  )
}
