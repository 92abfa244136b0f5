import type { Acts } from './decisions.js'
import { invoiceWeights } from './invoice-acts.js'
import { isPayable, type Session } from './provider-world.js'
import { releaseWeights } from './releases.js'
import type { Request } from './requests.js'
import { isUnderReview } from './resolve.js'
import type { Simulation } from './simulation.js'
import type { Story, World } from './world.js'

/** Links that may still be paid: with more of them at a time, little happens to each. */
const MAX_OPEN_LINKS = 4
const MAX_LINKS = 18

type Weights = Record<Story, number>

/** The weights that differ from story to story. */
const RUN: Weights = { crowd: 65, late: 5, doubt: 3, invoices: 30 }
const REST: Weights = { crowd: 1.5, late: 0.5, doubt: 0.5, invoices: 1 }
const WAIT: Weights = { crowd: 0.7, late: 5, doubt: 9, invoices: 4 }
const CREATE: Weights = { crowd: 4, late: 3, doubt: 2.5, invoices: 3 }
const REPEAT: Weights = { crowd: 3, late: 1, doubt: 0.5, invoices: 0.3 }
const UPDATE: Weights = { crowd: 1, late: 0.3, doubt: 0.2, invoices: 0.1 }
const DISABLE: Weights = { crowd: 3, late: 3, doubt: 0.7, invoices: 0.2 }
const MARK_PAID: Weights = { crowd: 1.5, late: 0.6, doubt: 0.3, invoices: 4 }
const CHECKOUT: Weights = { crowd: 9, late: 8, doubt: 6, invoices: 2 }
const PAY: Weights = { crowd: 2.5, late: 2, doubt: 4, invoices: 3 }
const VOUCHER: Weights = { crowd: 1.5, late: 2.5, doubt: 4, invoices: 0.2 }
const CLOSE: Weights = { crowd: 0.5, late: 4, doubt: 0.5, invoices: 0.2 }
const PAY_LATE: Weights = { crowd: 1.2, late: 5, doubt: 3, invoices: 0.2 }
const REFUND: Weights = { crowd: 1.2, late: 2, doubt: 3, invoices: 1.5 }
const RESOLVE: Weights = { crowd: 2, late: 3, doubt: 12, invoices: 2 }
const OUTAGE: Weights = { crowd: 0.4, late: 0.4, doubt: 3, invoices: 0.2 }

/** What may be done next, and how likely it is. */
export function weightsOf({ world, processes, requests }: Pick<Simulation, 'world' | 'processes' | 'requests'>): Acts {
  const { links, payments } = world.checker.snapshot
  const { sessions, notifications, options, providers, scheduler } = world
  const { story, profile, losesWorkers } = options
  const open = [...links.values()].filter(({ status }) => status === 'active' || status === 'processing')
  const isUnswept = profile === 'reconciliation-off'
  const isAnyLink = links.size > 0
  const when = (isPossible: boolean, weight: number): number => (isPossible ? weight : 0)
  return [
    ['run', when(scheduler.ready > 0, RUN[story])],
    ['rest', when(scheduler.ready > 0, REST[story])],
    ['create', when(open.length < MAX_OPEN_LINKS && links.size < MAX_LINKS, CREATE[story])],
    ['repeat', when(requests.all.length > 0, REPEAT[story])],
    ['impatience', when(story === 'crowd' && requests.all.some(isWaiting), 2.5)],
    ['update', when(isAnyLink, UPDATE[story])],
    ['disable', when(isAnyLink, DISABLE[story])],
    ['mark_paid', when(isAnyLink, MARK_PAID[story])],
    ['checkout', when(isAnyLink, CHECKOUT[story])],
    ['sync', when(payments.size > 0, isUnswept ? 4 : 1.5)],
    ['pay', when(sessions.some(isPayable), PAY[story])],
    ['take_voucher', when(sessions.some(isOpen), VOUCHER[story])],
    ['decline', when(sessions.some(isOpen), 0.7)],
    ['close', when(sessions.some(isOpen), CLOSE[story])],
    ['pay_late', when(sessions.some(isOver), PAY_LATE[story])],
    ['refund', when(sessions.some(isPaid), REFUND[story])],
    ['resolve', when([...payments.values()].some(isUnderReview), RESOLVE[story])],
    [
      'pay_meanwhile',
      when(
        sessions.some((one) => isBeingVerified(world, one)),
        15,
      ),
    ],
    ['notify', when(notifications.length > 0, isUnswept ? 8 : 4)],
    ['forge', when(sessions.length > 0, 0.4)],
    ['lose', when(notifications.length > 0 && profile === 'full', 1)],
    ['clock', 5],
    ['wait', WAIT[story]],
    ['crash', isUnswept ? 2.5 : 0.9],
    ['lose_worker', when(losesWorkers === true && processes.length === 2 && notifications.length > 0, 4)],
    ['boot', when(options.isPaired && processes.length < 2, 2.5)],
    ['disconnect', 0.4],
    ['connect', 0.5],
    ['refuse', 0.3],
    [
      'accept',
      when(
        providers.some(({ isRefusing }) => isRefusing),
        0.8,
      ),
    ],
    [
      'outage',
      when(
        providers.some(({ isDown }) => !isDown),
        OUTAGE[story],
      ),
    ],
    [
      'outage_over',
      when(
        providers.some(({ isDown }) => isDown),
        1.2,
      ),
    ],
    ...(story === 'invoices' ? invoiceWeights(world) : []),
    ...(options.releases ? releaseWeights(world) : []),
  ]
}

const isWaiting = ({ status, operation }: Request): boolean => status === null && operation.act === 'disable'
/** A provider call about it is running. */
export const isBeingVerified = ({ checker }: World, session: Session): boolean =>
  isPayable(session) && checker.isAsked(session.paymentId)
export const isOpen = (session: Session): boolean => session.status === 'open'
export const isOver = (session: Session): boolean => session.status === 'expired'
export const isPaid = (session: Session): boolean => session.status === 'paid' && session.refunded < session.amount
