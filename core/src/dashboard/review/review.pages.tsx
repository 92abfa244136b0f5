import type { VNode } from 'preact'
import { Problem } from '../../kernel/problem.js'
import type { DecideReview } from '../../reconciliation/decide-review.js'
import type { ListedReview, ReadReviews, ReviewDetails } from '../../reconciliation/read-reviews.js'
import type { Decision } from '../../reconciliation/record-decision.js'
import { type Column, DataTable } from '../../web/data-table.js'
import type { FormFault } from '../../web/form.js'
import type { NoticeTone } from '../../web/notice.js'
import { redirect, showPage } from '../answer.js'
import { Amount } from '../components/amount.js'
import { StatusChip } from '../components/chip.js'
import { FlagIcon } from '../components/icons.js'
import { EmptyState } from '../components/menu.js'
import { Moment } from '../components/moment.js'
import { PageHead } from '../components/page-head.js'
import type { PaymentNames } from '../payments/payment-names.js'
import { fieldsNamed, type Route } from '../route.js'
import { timeFormatOf } from '../time-format.js'
import { parameter, type Visit } from '../visit.js'
import { ReviewPage } from './review-page.js'
import { whatHappened } from './what-happened.js'
import { reviewWords } from './words.js'

const MAX_REASON = 1000

interface Typed {
  decision: string | null
  reason: string
  reference: string
}

const NOTHING: Typed = { decision: null, reason: '', reference: '' }

/** `/review`: what only a person can decide. */
export class ReviewPages {
  constructor(
    private readonly reviews: ReadReviews,
    private readonly decideReview: DecideReview,
    private readonly names: PaymentNames,
  ) {}

  routes(): Route[] {
    const path = '/review/:id'
    const keeps = fieldsNamed('decision', 'reason', 'reference')
    return [
      { method: 'get', path: '/review', permission: 'review:read', answer: this.showQueue },
      { method: 'get', path, permission: 'review:read', answer: this.showOne },
      { method: 'post', path, permission: 'review:decide', keeps, answer: this.decide },
    ]
  }

  private readonly showQueue = async (visit: Visit): Promise<void> => {
    const words = reviewWords(visit.locale)
    const { reviews, hasMore } = await this.reviews.queue(visit.principal)
    const about = hasMore ? words.longestWaiting(reviews.length) : words.about
    const content = (
      <>
        <PageHead title={words.title} about={reviews.length > 0 ? about : undefined} />
        <div class="card full">
          {reviews.length === 0 ? (
            <EmptyState icon={FlagIcon} title={words.empty}>
              {words.emptyText}
            </EmptyState>
          ) : (
            <Queue visit={visit} reviews={reviews} nameOf={this.names.of(visit)} />
          )}
        </div>
      </>
    )
    await showPage(visit, { title: words.title, section: 'review', content })
  }

  private readonly showOne = async (visit: Visit): Promise<void> => {
    const review = await this.reviews.of(visit.principal, parameter(visit, 'id'))
    const isDone = visit.request.query['done'] === '1' && review.reason === null
    const notice = isDone ? ({ tone: 'good', text: reviewWords(visit.locale).done } as const) : undefined
    const { fields } = visit
    const typed = fields['reason'] === undefined ? NOTHING : typedIn(visit)
    await this.show(visit, review, { typed, notice })
  }

  private readonly decide = async (visit: Visit): Promise<void> => {
    const { principal, fields, locale } = visit
    const id = parameter(visit, 'id')
    const typed = typedIn(visit)
    const review = await this.reviews.of(principal, id)
    const faults = faultsIn(visit, typed)
    const decision = toDecision(typed)
    if (faults.length > 0 || decision === null) return this.show(visit, review, { typed, faults }, 422)
    const words = reviewWords(locale)
    try {
      const seen = fields['seen'] ?? ''
      const { kind } = await this.decideReview.run(principal, id, { decision, reason: typed.reason, seen })
      if (kind === 'decided') return redirect(visit, `/review/${id}?done=1`)
      const notice = { tone: 'attention', text: words.changed } as const
      await this.show(visit, await this.reviews.of(principal, id), { typed: { ...typed, decision: null }, notice }, 409)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      const text = this.refusalText(visit, error, review)
      const now = await this.reviews.of(principal, id)
      await this.show(visit, now, { typed, notice: { tone: 'wrong', text } }, 409)
    }
  }

  private refusalText(visit: Visit, problem: Problem, { payment }: ReviewDetails): string {
    const words = reviewWords(visit.locale)
    if (problem.code === 'request_in_flight') return words.busy
    if (problem.code === 'provider_unavailable') return words.away(this.names.of(visit)(payment.provider))
    if (problem.code === 'validation_error') return words.notPossible
    throw problem
  }

  private async show(
    visit: Visit,
    review: ReviewDetails,
    shown: { typed?: Typed; faults?: FormFault[]; notice?: { tone: NoticeTone; text: string } },
    status = 200,
  ): Promise<void> {
    const { typed = NOTHING, faults = [], notice } = shown
    const provider = this.names.of(visit)(review.payment.provider)
    const content = <ReviewPage {...{ visit, review, provider, typed, faults, notice }} />
    await showPage(visit, { title: whatHappened(visit.locale, review), section: 'review', content }, status)
  }
}

interface QueueParts {
  visit: Visit
  reviews: readonly ListedReview[]
  nameOf: (provider: string) => string
}

function Queue({ visit, reviews, nameOf }: QueueParts): VNode {
  const { locale, base } = visit
  const words = reviewWords(locale)
  const timeFormat = timeFormatOf(visit)
  const columns: Column<ListedReview>[] = [
    {
      head: words.columns.payment,
      place: 'title',
      cell: ({ title }) => title,
      about: ({ provider }) => nameOf(provider),
    },
    {
      head: words.columns.reason,
      place: 'status',
      cell: ({ reason }) => <StatusChip of="review" status={reason} locale={locale} />,
    },
    { head: words.columns.since, place: 'time', cell: ({ since }) => <Moment at={since} timeFormat={timeFormat} /> },
    {
      head: words.columns.amount,
      place: 'amount',
      cell: ({ amountCentavos, currency }) => <Amount {...{ locale, currency }} centavos={amountCentavos} />,
    },
  ]
  const href = ({ paymentId }: ListedReview): string => `${base}/review/${paymentId}`
  return <DataTable caption={words.caption} columns={columns} rows={reviews} href={href} />
}

const typedIn = ({ fields }: Visit): Typed => ({
  decision: fields['decision'] ?? null,
  reason: (fields['reason'] ?? '').trim(),
  reference: (fields['reference'] ?? '').trim(),
})

function faultsIn({ locale }: Visit, typed: Typed): FormFault[] {
  const { faults } = reviewWords(locale)
  const isMissingReference = typed.decision === 'ref' && typed.reference === ''
  return [
    ...(toDecision(typed) === null && !isMissingReference ? [{ name: 'decision', text: faults.decision }] : []),
    ...(isMissingReference ? [{ name: 'reference', text: faults.reference }] : []),
    ...(typed.reason === '' || typed.reason.length > MAX_REASON ? [{ name: 'reason', text: faults.reason }] : []),
  ]
}

function toDecision({ decision, reference }: Typed): Decision | null {
  if (decision === 'ref') return reference === '' ? null : { kind: 'ref', providerRef: reference }
  const known = (['failed', 'refunded', 'keep', 'accept'] as const).find((kind) => kind === decision)
  return known === undefined ? null : { kind: known }
}
