import type { ChangeAccount, Grant } from '../../accounts/change-account.js'
import type { ReadAccount } from '../../accounts/read-account.js'
import type { ReadPlan } from '../../accounts/read-plan.js'
import { notFound, Problem } from '../../kernel/problem.js'
import type { FormFault } from '../../web/form.js'
import { Notice } from '../../web/notice.js'
import { redirect, showPage } from '../answer.js'
import { brandFaults } from '../brand-form/typed-brand.js'
import { everyField, type Route } from '../route.js'
import { questionPage } from '../settings/question-page.js'
import type { Visit } from '../visit.js'
import type { BrandPreview } from './brand-preview.js'
import { brandView } from './brand-view.js'
import { BRAND } from './paths.js'
import { changedDetails } from './typed-details.js'
import { brandWords } from './words.js'

/** `/settings/brand`: how the business looks to payers, and what its real charges need. */
export class BrandPages {
  constructor(
    private readonly changeAccount: ChangeAccount,
    private readonly accounts: ReadAccount,
    private readonly plan: ReadPlan,
    private readonly preview: BrandPreview,
  ) {}

  routes(): Route[] {
    const permission = 'account:manage'
    const page = { path: BRAND, permission } as const
    const framed = { permission, formAt: BRAND, keeps: everyField } as const
    const preview = `${BRAND}/preview`
    const granting = { method: 'post', permission, confirms: true, formAt: BRAND } as const
    const deactivate = { path: `${BRAND}/deactivate`, permission, confirms: true } as const
    return [
      { ...page, method: 'get', answer: (visit) => this.show(visit) },
      { ...page, method: 'post', keeps: everyField, answer: this.save },
      { method: 'get', path: preview, permission, answer: this.preview.show },
      { ...framed, method: 'post', path: preview, answer: this.preview.show },
      { ...framed, method: 'post', path: `${preview}/receipt.pdf`, answer: this.preview.showPdf },
      { ...granting, path: `${BRAND}/verify`, answer: this.granting('verified') },
      { ...granting, path: `${BRAND}/activate`, answer: this.granting('active') },
      { ...deactivate, method: 'get', answer: this.askDeactivate },
      { ...deactivate, method: 'post', answer: this.granting('inactive') },
    ]
  }

  private async show(visit: Visit, faults: readonly FormFault[] = []): Promise<void> {
    const [logo, grantsItself] = await Promise.all([
      this.accounts.logo(visit.account.id),
      this.changeAccount.grantsItself(visit.principal),
    ])
    const page = brandView({
      visit,
      logo,
      grantsItself,
      isBilled: this.plan.isOffered,
      faults,
      notice: noticeOf(visit),
    })
    await showPage(visit, page, faults.length > 0 ? 422 : 200)
  }

  private readonly save = async (visit: Visit): Promise<void> => {
    // The script asks for parts of the form, as of other forms with a preview.
    if (visit.fields['step'] !== undefined) return this.show(visit)
    try {
      await this.changeAccount.run(visit.principal, changedDetails(visit))
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'validation_error') throw error
      return this.show(visit, brandFaults(visit, error))
    }
    redirect(visit, `${BRAND}?saved=brand`)
  }

  private readonly granting =
    (grant: Grant) =>
    async (visit: Visit): Promise<void> => {
      if (grant !== 'verified' && this.plan.isOffered) throw notFound('page')
      await this.changeAccount.grantItself(visit.principal, grant)
      redirect(visit, `${BRAND}?saved=${grant}`)
    }

  private readonly askDeactivate = async (visit: Visit): Promise<void> => {
    const { account, principal, locale } = visit
    const mayDeactivate = !this.plan.isOffered && (await this.changeAccount.grantsItself(principal))
    if (!mayDeactivate) throw notFound('page')
    if (account.subscription !== 'active') return redirect(visit, `${BRAND}?saved=inactive`)
    const words = brandWords(locale).real
    const page = questionPage(visit, {
      title: words.question(account.name),
      text: (
        <>
          <p>{words.consequence}</p>
          <p>{words.liveLinks}</p>
        </>
      ),
      path: `${BRAND}/deactivate`,
      back: BRAND,
      keep: words.keep,
      confirm: words.confirm,
      busy: words.deactivating,
    })
    await showPage(visit, page)
  }
}

/** What the act before has done, from what is stored now. */
function noticeOf({ request, account, locale }: Visit) {
  const words = brandWords(locale)
  const { done } = words.real
  const texts: Readonly<Record<string, string | false>> = {
    brand: words.saved,
    verified: account.verifiedAt !== null && done.verified,
    active: account.subscription === 'active' && done.active,
    inactive: account.subscription === 'inactive' && done.inactive,
  }
  const { saved } = request.query
  const text = typeof saved === 'string' && Object.hasOwn(texts, saved) && texts[saved]
  return text ? <Notice tone="good">{text}</Notice> : null
}
