import type { VNode } from 'preact'
import type { ReadConnections } from '../../connections/read-connections.js'
import type { ReadSecurity } from '../../identity/read-security.js'
import type { ReadInvoicing } from '../../invoicing/read-invoicing.js'
import { Problem } from '../../kernel/problem.js'
import type { ReadPaymentList } from '../../payments/read-payment-list.js'
import { ButtonLink } from '../../web/button.js'
import { TickIcon } from '../components/icons.js'
import { may, type Visit } from '../visit.js'
import { homeWords } from './words.js'

type Step = 'verify' | 'pay' | 'connect' | 'invoicing' | 'second'

/** Which steps to the first real payment are done. */
export type Checklist = Record<Step, boolean>

export class ReadChecklist {
  constructor(
    private readonly connections: ReadConnections,
    private readonly payments: ReadPaymentList,
    private readonly invoicing: ReadInvoicing,
    private readonly security: ReadSecurity,
  ) {}

  /** Null: everything that real charges need is there; the rest is no longer asked for. */
  async run({ principal, account, session }: Visit): Promise<Checklist | null> {
    const live = { ...principal, livemode: true }
    const test = { ...principal, livemode: false }
    const connections = await this.connections.list(live)
    const connect = connections.some(({ status }) => status !== 'disconnected')
    const verify = account.verifiedAt !== null
    const paid = await this.payments.page(test, { status: 'succeeded' }, { limit: 1 })
    const pay = paid.data.length > 0
    if (verify && connect && pay) return null
    const [invoicing, security] = await Promise.all([this.isInvoicingReady(live), this.security.find(session)])
    const second =
      security !== undefined &&
      (security.passkeys > 1 || (security.hasPassword && (security.passkeys > 0 || security.hasTotp)))
    return { verify, pay, connect, invoicing, second }
  }

  private async isInvoicingReady(live: Visit['principal']): Promise<boolean> {
    try {
      return (await this.invoicing.connection(live)).ready
    } catch (error) {
      if (error instanceof Problem && error.code === 'not_found') return false
      throw error
    }
  }
}

/** “To get paid for real”: stands on the home page until it is done. */
export function ChecklistPart({ visit, checklist }: { visit: Visit; checklist: Checklist }): VNode {
  const words = homeWords(visit.locale).checklist
  const texts: Record<Step, { done: string; open: string; about: string; path: string; action: string }> = {
    verify: {
      done: words.verified,
      open: words.verify,
      about: words.verifyAbout,
      path: '/settings/brand',
      action: words.actions.verify,
    },
    pay: {
      done: words.paid,
      open: words.pay,
      about: words.payAbout,
      path: '/links/new',
      action: words.actions.pay,
    },
    connect: {
      done: words.connected,
      open: words.connect,
      about: words.connectAbout,
      path: '/settings/connections',
      action: words.actions.connect,
    },
    invoicing: {
      done: words.invoicingReady,
      open: words.invoicing,
      about: words.invoicingAbout,
      path: '/settings/invoicing',
      action: words.actions.invoicing,
    },
    second: {
      done: words.secondDone,
      open: words.second,
      about: words.secondAbout,
      path: '/settings/security',
      action: words.actions.second,
    },
  }
  const steps = Object.entries(texts) as [Step, (typeof texts)[Step]][]
  const next = steps.find(([step]) => !checklist[step])?.[0]
  return (
    <section class="card full">
      <div class="card-head">
        <h2>{words.title}</h2>
      </div>
      <ol class="checklist">
        {steps.map(([step, { done, open, about, path, action }]) => (
          <li class={checklist[step] ? 'done' : undefined}>
            <span class="mark">
              {checklist[step] && <TickIcon />}
              <span class="unseen">{checklist[step] ? words.done : words.open}:</span>
            </span>
            {checklist[step] ? (
              <p>{done}</p>
            ) : (
              <p>
                <b>{open}</b>
                <small class="muted">{about}</small>
              </p>
            )}
            {!checklist[step] && visit.hasPage(path) && (
              <ButtonLink href={hrefOf(visit, step, path)} kind={step === next ? 'first' : 'outlined'} isSmall>
                {action}
              </ButtonLink>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** A link to try is made in test mode; connections for real money in live mode. */
function hrefOf({ base }: Visit, step: Step, path: string): string {
  const live = base.replace(/\/test$/, '')
  if (step === 'pay') return `${live}/test${path}`
  return step === 'connect' || step === 'invoicing' ? live + path : base + path
}

export const seesChecklist = (visit: Visit): boolean => may(visit, 'settings:manage')
