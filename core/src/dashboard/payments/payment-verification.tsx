import type { VNode } from 'preact'
import type { PaymentDetail } from '../../overview/read-payment-detail.js'
import { ButtonLink, SubmitButton } from '../../web/button.js'
import { PostForm } from '../../web/form.js'
import { AgainIcon, CheckIcon, ClockIcon, ClosedIcon, ReturnedIcon, WarningIcon } from '../../web/icons.js'
import { OpenIcon } from '../components/icons.js'
import { may, type Visit } from '../visit.js'
import { timeBy } from './payment-sentence.js'
import { paymentWords } from './words.js'

interface Parts {
  visit: Visit
  payment: PaymentDetail
  provider: string
}

interface Verdict {
  tone: 'green' | 'blue' | 'amber' | 'grey'
  icon: () => VNode
  what: string
  then: string
}

/** The provider's answer, when it was asked, and when it is asked next. */
export function VerificationPart({ visit, payment, provider }: Parts): VNode {
  const words = paymentWords(visit.locale)
  const { tone, icon: Icon, what, then } = verdictOf({ visit, payment, provider })
  const mayAsk = may(visit, 'payments:manage') && payment.provider !== 'manual'
  return (
    <section class="verdict" aria-label={words.verification}>
      <p class={`${tone}-mark`}>
        <Icon />
        <span>
          <b>{what}</b> <span class="muted small">{then}</span>
        </span>
      </p>
      <div class="row">
        {mayAsk && (
          <PostForm action={`${visit.base}/payments/${payment.id}/sync`} csrfToken={visit.csrfToken}>
            <SubmitButton isSmall icon={AgainIcon} busy={words.asking(provider)}>
              {words.askNow}
            </SubmitButton>
          </PostForm>
        )}
        {payment.providerUrl !== null && (
          <ButtonLink href={payment.providerUrl} kind="bare" isSmall icon={OpenIcon} isElsewhere>
            {words.openIn(provider)}
          </ButtonLink>
        )}
        {payment.reviewReason !== null && may(visit, 'review:read') && (
          <ButtonLink href={`${visit.base}/review/${payment.id}`} isSmall kind="first">
            {words.decide}
          </ButtonLink>
        )}
      </div>
    </section>
  )
}

function verdictOf({ visit, payment, provider }: Parts): Verdict {
  const words = paymentWords(visit.locale)
  const { status, verification } = payment
  const { verified } = words
  if (payment.provider === 'manual') {
    return { tone: 'grey', icon: ClosedIcon, what: verified.manual, then: verified.manualText }
  }
  const asked = verification.askedAt === null ? [] : [words.askedAt(timeBy(visit, verification.askedAt))]
  const next = verification.nextAt === null ? words.askNoMore : words.askAgain(timeBy(visit, verification.nextAt))
  const then = [...asked, next].join(' ')
  if (payment.reviewReason !== null) return { tone: 'amber', icon: WarningIcon, what: words.needsReview, then }
  if (verification.unknownSince !== null || (verification.error !== null && status === 'pending')) {
    const text = status === 'pending' ? [verified.unknownText, then].join(' ') : then
    return { tone: 'amber', icon: WarningIcon, what: verified.unknown(provider), then: text }
  }
  switch (status) {
    case 'succeeded':
      return { tone: 'green', icon: CheckIcon, what: verified.succeeded(provider), then }
    case 'refunded':
      return { tone: 'grey', icon: ReturnedIcon, what: verified.refunded(provider), then }
    case 'pending':
      return { tone: 'blue', icon: ClockIcon, what: verified.pending(provider), then }
    case 'failed':
    case 'canceled':
      return { tone: 'grey', icon: ClosedIcon, what: verified.over(provider), then }
  }
}
