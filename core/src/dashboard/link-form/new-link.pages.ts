import type { ServedContract } from '../../contract/served-contract.js'
import { DEFAULT_CURRENCY } from '../../kernel/currency.js'
import { Problem } from '../../kernel/problem.js'
import type { CreatePaymentLink } from '../../payment-links/create-payment-link.js'
import type { ReadPaymentLinks } from '../../payment-links/read-payment-links.js'
import { type FormFault } from '../../web/form.js'
import { redirect, showPage } from '../answer.js'
import { everyField, type Route } from '../route.js'
import { keyOf, ownLinksOf, type Visit } from '../visit.js'
import { afterStep, focusAfter, STEP } from './form-steps.js'
import { faultsOfRefusal, faultsShown } from './link-faults.js'
import { type LinkPreview, sendEmptyPreview } from './link-preview.js'
import { toCreateRequest } from './link-request.js'
import { linkSums } from './link-sums.js'
import { newLinkPage } from './new-link-page.js'
import type { LinkOptions, ReadLinkOptions } from './read-link-options.js'
import { emptyLink, readTypedLink, typedFrom, type TypedLink } from './typed-link.js'
import { linkFormWords } from './words.js'

interface Shown {
  typed: TypedLink
  options: LinkOptions
  faults?: readonly FormFault[]
  /** A notice above the form: a link was created with it before. */
  isRepeated?: boolean
  focus?: string | null
}

/** `/links/new`: the form, its steps, its preview, and the link that it creates. */
export class NewLinkPages {
  constructor(
    private readonly options: ReadLinkOptions,
    private readonly createLink: CreatePaymentLink,
    private readonly readLinks: ReadPaymentLinks,
    private readonly contract: ServedContract,
    private readonly preview: LinkPreview,
  ) {}

  routes(): Route[] {
    const permission = 'links:charge'
    return [
      { method: 'get', path: '/links/new', permission, answer: this.show },
      { method: 'post', path: '/links/new', permission, keeps: everyField, answer: this.receive },
      { method: 'get', path: '/links/new/preview', permission, answer: this.showEmptyPreview },
      { method: 'post', path: '/links/new/preview', permission, formAt: '/links/new', answer: this.showPreview },
    ]
  }

  private readonly show = async (visit: Visit): Promise<void> => {
    const options = await this.options.run(visit.principal, visit.locale)
    await this.showForm(visit, { options, typed: await this.begin(visit, options) })
  }

  /** What was typed before signing in again; a link to duplicate; or an empty form. */
  private async begin(visit: Visit, options: LinkOptions): Promise<TypedLink> {
    const { fields, request, principal, account } = visit
    const providers = workingWays(options)
    if (Object.keys(fields).length > 0) return readTypedLink(fields, providers)
    const { from } = request.query
    if (typeof from !== 'string') return emptyLink(providers, options.invoicing)
    const link = await this.readLinks.one(principal, from, ownLinksOf(visit))
    const typed = typedFrom(link, providers, account.brand.timeZone)
    return {
      ...typed,
      chosen: typed.chosen.filter((one) => providers.includes(one)),
      expiry: 'none',
      expiresOn: '',
      expiresTime: '',
    }
  }

  private readonly receive = async (visit: Visit): Promise<void> => {
    const options = await this.options.run(visit.principal, visit.locale)
    const typed = readTypedLink(visit.fields, workingWays(options))
    const step = visit.fields[STEP]
    if (step !== undefined) {
      const changed = afterStep(typed, step, options.invoicing)
      return this.showForm(visit, { options, typed: changed, focus: focusAfter(changed, step) })
    }
    const { body, faults } = toCreateRequest(typed, visit.account.brand.timeZone, visit.now)
    if (faults.length > 0) {
      return this.showForm(visit, { options, typed, faults: faultsShown(visit.locale, faults) }, 422)
    }
    try {
      const link = await this.create(visit, body)
      redirect(visit, `/links/${link.id}?created=1`)
    } catch (error) {
      await this.showRefusal(visit, { typed, options }, error)
    }
  }

  private async create({ principal, fields, formKey }: Visit, body: object): Promise<{ id: string }> {
    const key = keyOf({ fields, formKey })
    const input = { headers: { 'idempotency-key': key }, body }
    const parsed = this.contract.parse('create_payment_link', input, principal)
    const answer = await this.createLink.run(principal, key, parsed.body)
    return answer.body
  }

  private async showRefusal(visit: Visit, shown: Shown, error: unknown): Promise<void> {
    if (!(error instanceof Problem)) throw error
    if (error.code === 'idempotency_key_reuse') return this.showForm(visit, { ...shown, isRepeated: true }, 409)
    const currency = (shown.typed.currency || DEFAULT_CURRENCY).toUpperCase()
    const faults = faultsOfRefusal(visit.locale, error, shown.typed, currency)
    if (!faults) throw error
    await this.showForm(visit, { ...shown, faults }, 422)
  }

  private async showForm(visit: Visit, shown: Shown, status = 200): Promise<void> {
    const { typed, options, faults = [], isRepeated = false, focus = null } = shown
    const { body } = toCreateRequest(typed, visit.account.brand.timeZone, visit.now)
    // A form that was refused keeps its key, so that a repetition of what was done after all is recognized.
    const formKey = isRepeated ? visit.formKey : keyOf(visit)
    const sums = linkSums(body['items'] as unknown[])
    const expiresAt = typeof body['expiresAt'] === 'string' ? body['expiresAt'] : null
    await showPage(
      visit,
      newLinkPage({ ...visit, formKey }, { typed, options, faults, isRepeated, focus, sums, expiresAt }),
      status,
    )
  }

  private readonly showEmptyPreview = ({ response, locale }: Visit): Promise<void> => {
    const words = linkFormWords(locale)
    sendEmptyPreview(response, locale, { title: words.preview, text: words.previewEmpty })
    return Promise.resolve()
  }

  private readonly showPreview = async (visit: Visit): Promise<void> => {
    const { principal, fields, formKey, account, now, locale } = visit
    const options = await this.options.run(principal, locale)
    const typed = readTypedLink(fields, workingWays(options))
    const { body, faults } = toCreateRequest(typed, account.brand.timeZone, now)
    try {
      if (faults.length > 0) throw new Problem('validation_error')
      const input = { headers: { 'idempotency-key': formKey }, body }
      const parsed = this.contract.parse('create_payment_link', input, principal)
      await this.preview.send(visit.response, this.createLink.draft(principal, parsed.body), account)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      // The frame keeps what it shows: the last version that was understood.
      visit.response.status(204).end()
    }
  }
}

const workingWays = ({ ways }: LinkOptions): string[] =>
  ways.filter(({ error }) => error === null).map(({ provider }) => provider)
