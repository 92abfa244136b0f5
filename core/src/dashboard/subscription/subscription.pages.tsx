import type { VNode } from 'preact'
import type { ReadPlan } from '../../accounts/read-plan.js'
import type { Plan } from '../../accounts/subscription.js'
import { formatDay } from '../../web/format-time.js'
import { CheckIcon, ClockIcon } from '../../web/icons.js'
import { Notice } from '../../web/notice.js'
import { showPage } from '../answer.js'
import { SUBSCRIPTION } from '../brand/paths.js'
import { Chip } from '../components/chip.js'
import { OpenIcon } from '../components/icons.js'
import type { Route } from '../route.js'
import { settingsPage } from '../settings/settings-page.js'
import type { Visit } from '../visit.js'
import { subscriptionWords } from './words.js'

/** `/settings/subscription`: the plan, where a billing service is bound. */
export class SubscriptionPages {
  constructor(private readonly plan: ReadPlan) {}

  routes(): Route[] {
    if (!this.plan.isOffered) return []
    return [{ method: 'get', path: SUBSCRIPTION, permission: 'account:manage', answer: this.show }]
  }

  private readonly show = async (visit: Visit): Promise<void> => {
    const plan = await this.plan.run(visit.account.id, visit.locale)
    const { title, about, active, inactive } = subscriptionWords(visit.locale)
    const chip = plan && (
      <Chip tone={plan.isActive ? 'green' : 'amber'} icon={plan.isActive ? CheckIcon : ClockIcon}>
        {plan.isActive ? active : inactive}
      </Chip>
    )
    const content = plan ? <PlanCard visit={visit} plan={plan} /> : <Unavailable visit={visit} />
    await showPage(visit, settingsPage({ title, about, ...(chip && { chip }) }, content))
  }
}

function PlanCard({ visit, plan: { isActive, text, renewsAt, manageUrl } }: { visit: Visit; plan: Plan }): VNode {
  const { locale, account, now } = visit
  const words = subscriptionWords(locale)
  const date = renewsAt !== null && formatDay(locale, account.brand.timeZone, new Date(renewsAt), now)
  return (
    <section class="card stack">
      <p>{text}</p>
      {date !== false && <p class="muted small">{words.renews(date)}</p>}
      {!isActive && <p class="muted small">{words.without}</p>}
      {manageUrl !== null && (
        <div class="row">
          <a class="button first" href={manageUrl} rel="noreferrer">
            {words.manage}
            <OpenIcon />
          </a>
        </div>
      )}
    </section>
  )
}

function Unavailable({ visit }: { visit: Visit }): VNode {
  const words = subscriptionWords(visit.locale)
  return (
    <Notice tone="attention">
      <p>
        <b>{words.unavailable}</b>
      </p>
      <p>{words.unavailableThen}</p>
    </Notice>
  )
}
