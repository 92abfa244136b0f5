import { isOpen, isOver, isPaid } from './weights.js'
import { isPayable, type Oddity, type Session } from './provider-world.js'
import type { World } from './world.js'

const ODDITIES: readonly Oddity[] = ['amount', 'currency', 'livemode', 'reference']

/** What payers do at a provider, and merchants in its dashboard. */
export function payerDoes(world: World, act: string): void {
  const { decisions, sessions, checker, options } = world
  const oddOneIn = options.story === 'doubt' ? 2 : 8
  const { links, payments } = checker.snapshot
  const among = (isPossible: (one: Session) => boolean, isWanted: (one: Session) => boolean): Session =>
    decisions.prefer(sessions.filter(isPossible), isWanted)
  const statusOf = ({ paymentId }: Session): string | undefined => payments.get(paymentId)?.status
  const isAsked = ({ paymentId }: Session): boolean => checker.isAsked(paymentId)
  // Money for a link that was disabled or is being paid otherwise.
  const isMissed = (session: Session): boolean =>
    statusOf(session) === 'canceled' &&
    ['disabled', 'processing', 'paid'].includes(links.get(session.linkId)?.status ?? '')
  switch (act) {
    case 'pay': {
      const session = among(isPayable, isAsked)
      return world.at(session).pay(session, decisions.oneIn(oddOneIn) ? decisions.pick(ODDITIES) : null)
    }
    case 'take_voucher': {
      const session = among(isOpen, isAsked)
      return world.at(session).take(session)
    }
    case 'decline': {
      const session = among(isOpen, isAsked)
      return world.at(session).decline(session)
    }
    case 'close': {
      const session = among(isOpen, isAsked)
      return world.at(session).close(session)
    }
    case 'pay_late': {
      const session = among(isOver, (one) => isMissed(one) || (one.isVoucher && statusOf(one) === 'canceled'))
      return world.at(session).pay(session, decisions.oneIn(4 * oddOneIn) ? decisions.pick(ODDITIES) : null)
    }
    case 'refund': {
      const session = among(isPaid, (one) => statusOf(one) === 'succeeded')
      return world.at(session).refund(session, decisions.oneIn(2) ? 100 : session.amount)
    }
    default:
      throw new Error(`unknown act ${act}`)
  }
}
