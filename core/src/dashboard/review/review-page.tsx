import type { VNode } from 'preact'
import type { Decision } from '../../reconciliation/record-decision.js'
import type { ReviewDetails } from '../../reconciliation/read-reviews.js'
import { ButtonLink, SubmitButton } from '../../web/button.js'
import { FaultSummary, type FormFault, PostForm, TextField } from '../../web/form.js'
import { CardIcon, ClockIcon, MailIcon, WarningIcon } from '../../web/icons.js'
import { Notice, type NoticeTone } from '../../web/notice.js'
import { figureOf } from '../components/amount.js'
import { StatusChip } from '../components/chip.js'
import { ChoiceCards, TextAreaField } from '../components/fields.js'
import { Hour } from '../components/moment.js'
import { PageHead } from '../components/page-head.js'
import { Facts, Timeline } from '../components/timeline.js'
import { timeBy } from '../payments/payment-sentence.js'
import { daysOf } from '../timeline-days.js'
import { timeFormatOf } from '../time-format.js'
import { may, type Visit } from '../visit.js'
import { SidesPart } from './review-sides.js'
import { moneyOf, whatHappened } from './what-happened.js'
import { reviewWords } from './words.js'

export interface ReviewPageParts {
  visit: Visit
  review: ReviewDetails
  provider: string
  typed: { decision: string | null; reason: string; reference: string }
  faults: readonly FormFault[]
  notice?: { tone: NoticeTone; text: string }
}

export function ReviewPage(parts: ReviewPageParts): VNode {
  const { visit, review, provider, faults, notice } = parts
  const { locale, base } = visit
  const words = reviewWords(locale)
  const { payment, reason, since, link } = review
  const who = payment.customerName ?? payment.customerEmail ?? ''
  return (
    <>
      <PageHead
        title={whatHappened(locale, review)}
        chip={reason === null ? undefined : <StatusChip of="review" status={reason} locale={locale} isLarge />}
        about={since === null ? link.title : words.waits(link.title, who, timeBy(visit, since))}
        back={{ href: `${base}/review`, label: words.back }}
      />
      {faults.length > 0 && <FaultSummary title={words.summary} faults={faults} />}
      {notice && (
        <Notice tone={notice.tone}>
          <p>{notice.text}</p>
        </Notice>
      )}
      <div class="columns">
        <div>
          <SidesPart visit={visit} review={review} provider={provider} />
          {reason === null ? (
            <section class="card">
              <p>{words.decided}</p>
              <p class="below">
                <ButtonLink href={`${base}/payments/${payment.id}`}>{words.seePayment}</ButtonLink>
              </p>
            </section>
          ) : (
            may(visit, 'review:decide') && <DecisionPart {...parts} />
          )}
        </div>
        <aside>
          <StoryPart visit={visit} review={review} provider={provider} />
          <CustomerPart visit={visit} review={review} />
        </aside>
      </div>
    </>
  )
}

function DecisionPart({ visit, review, provider, typed, faults }: ReviewPageParts): VNode {
  const { locale, base } = visit
  const words = reviewWords(locale)
  const { centavos, currency } = moneyOf(review)
  const amount = figureOf(locale, centavos, currency)
  const aboutOf = (kind: Decision['kind']): string =>
    review.reason === 'refunded_with_invoice' ? words.keepInvoice : words.decisions[kind].about(amount)
  const faultOf = (name: string): string | undefined => faults.find((fault) => fault.name === name)?.text
  const form = { values: { reason: typed.reason, reference: typed.reference }, faults }
  return (
    <section class="card decide">
      <PostForm action={`${base}/review/${review.paymentId}`} csrfToken={visit.csrfToken}>
        <input type="hidden" name="seen" value={review.version} />
        <div class="stack">
          <ChoiceCards
            legend={words.what}
            name="decision"
            chosen={typed.decision}
            fault={faultOf('decision')}
            choices={review.decisions.map((kind) => ({
              value: kind,
              label: words.decisions[kind].label(amount),
              about: aboutOf(kind),
            }))}
          />
          {review.decisions.includes('ref') && (
            <TextField
              form={form}
              name="reference"
              label={words.reference}
              hint={words.referenceHint}
              isOptional
              spellcheck={false}
              autocomplete="off"
            />
          )}
          <TextAreaField form={form} name="reason" label={words.why} hint={words.whyHint} maxLength={1000} />
          {review.payment.provider !== 'manual' && <p class="muted small asks-first">{words.asksFirst(provider)}</p>}
          <div class="row">
            <SubmitButton kind="first" busy={words.applying(provider)}>
              <span class="until-chosen">{words.apply}</span>
              {review.decisions.map((kind) => (
                <span class={`if-${kind}`}>{words.decisions[kind].label(amount)}</span>
              ))}
            </SubmitButton>
            <ButtonLink href={`${base}/review`} kind="bare">
              {words.notNow}
            </ButtonLink>
          </div>
        </div>
      </PostForm>
    </section>
  )
}

function StoryPart({ visit, review, provider }: Pick<ReviewPageParts, 'visit' | 'review' | 'provider'>): VNode {
  const words = reviewWords(visit.locale)
  const timeFormat = timeFormatOf(visit)
  const entry = (at: string, tone: 'amber' | 'blue' | 'outline', icon: () => VNode, what: string, more = '') => ({
    ...{ at, tone, icon },
    text: (
      <>
        <b>{what}</b> {more}
      </>
    ),
    time: <Hour at={at} timeFormat={timeFormat} />,
  })
  const entries = [
    ...(review.since === null ? [] : [entry(review.since, 'amber', WarningIcon, words.raised)]),
    ...review.notifications.map(({ receivedAt, eventType }) =>
      entry(receivedAt, 'blue', ClockIcon, words.told(provider), eventType),
    ),
    entry(review.payment.createdAt, 'outline', CardIcon, words.opened),
  ].sort((one, other) => (one.at < other.at ? 1 : -1))
  return (
    <section class="card">
      <h2>{words.history}</h2>
      <Timeline days={daysOf(visit, entries)} />
    </section>
  )
}

function CustomerPart({ visit, review }: Pick<ReviewPageParts, 'visit' | 'review'>): VNode | null {
  const words = reviewWords(visit.locale)
  const { customerName, customerEmail } = review.payment
  if (customerName === null && customerEmail === null) return null
  return (
    <section class="card">
      <h2>{words.customer}</h2>
      <Facts
        locale={visit.locale}
        isSide
        facts={[
          ...(customerName === null ? [] : [{ label: words.name, value: customerName }]),
          ...(customerEmail === null ? [] : [{ label: words.email, value: customerEmail }]),
        ]}
      />
      {customerEmail !== null && (
        <p class="below">
          <ButtonLink href={`mailto:${encodeURIComponent(customerEmail)}`} icon={MailIcon} isWide>
            {words.write}
          </ButtonLink>
        </p>
      )}
    </section>
  )
}
