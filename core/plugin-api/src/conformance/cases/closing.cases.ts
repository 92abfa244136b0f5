import type { ExpireResult, ProviderState } from '../../checkout.js'
import { isProviderError } from '../../errors.js'
import type { Bench } from '../bench/bench.js'
import { both, type ConformanceCase, expires, hasVouchers, live } from '../conformance-case.js'
import { insist } from '../finding.js'
import { insistEcho, insistStatus } from './life.cases.js'

type Opened = Awaited<ReturnType<Bench['opened']>>

const OVER: ProviderState['status'][] = ['expired', 'canceled']

const lookAt = (bench: Bench, { providerRef, input }: Opened) => bench.retrieve(providerRef, input.paymentId)

function insistOutcome({ outcome }: ExpireResult, of: string, ...allowed: ExpireResult['outcome'][]): void {
  insist(allowed.includes(outcome), `expireCheckout of ${of} says ${outcome}; it must be ${allowed.join(' or ')}.`)
}

export const CLOSING: ConformanceCase[] = [
  live(
    'C70',
    'an open checkout is closed, and nobody can pay it any more',
    async (bench) => {
      const opened = await bench.opened()
      insistOutcome(await bench.expire(opened), 'an open checkout', 'expired')
      insistStatus(await lookAt(bench, opened), 'after it was closed', ...OVER)
      await bench.payer.send(opened.redirectUrl, 'succeed')
      insistStatus(await lookAt(bench, opened), 'paid after it was closed', ...OVER)
    },
    expires,
  ),
  live(
    'C71',
    'a payment that came first wins',
    async (bench) => {
      const opened = await bench.opened()
      await bench.payer.press(opened.redirectUrl, 'succeed')
      const result = await bench.expire(opened)
      insistOutcome(result, 'a paid checkout', 'already_paid')
      const state = 'state' in result ? result.state : undefined
      insist(state, 'expireCheckout must give the state of a paid checkout along.')
      insistStatus(state, 'closed after it was paid', 'paid')
      insistEcho(state, opened)
      insistStatus(await lookAt(bench, opened), 'after an attempt to close it', 'paid')
    },
    expires,
  ),
  live(
    'C72',
    'closing twice is closing once',
    async (bench) => {
      const opened = await bench.opened()
      await bench.expire(opened)
      insistOutcome(await bench.expire(opened), 'a closed checkout', 'already_closed', 'expired')
    },
    expires,
  ),
  live(
    'C73',
    'a voucher is closed for good or not at all',
    async (bench) => {
      const opened = await bench.opened()
      await bench.payer.press(opened.redirectUrl, 'cash_later')
      const result = await bench.expire(opened)
      insistOutcome(result, 'a voucher', 'refused', 'expired', 'already_closed')
      await bench.payer.send(opened.redirectUrl, 'succeed')
      const { status } = await lookAt(bench, opened)
      const isTrue = result.outcome === 'refused' ? status === 'paid' : status !== 'paid' && status !== 'refunded'
      insist(
        isTrue,
        `expireCheckout of a voucher said ${result.outcome}; paid at the counter afterwards, it is ${status}.`,
      )
    },
    both(expires, hasVouchers),
  ),
  live(
    'C76',
    'a voucher that was closed stays closed, however often it is closed',
    async (bench) => {
      const opened = await bench.opened()
      await bench.payer.press(opened.redirectUrl, 'cash_later')
      const result = await bench.expire(opened)
      if (result.outcome === 'refused') return
      insistStatus(await lookAt(bench, opened), 'after its voucher was closed', ...OVER)
      insistOutcome(await bench.expire(opened), 'a closed voucher', 'already_closed', 'expired')
    },
    both(expires, hasVouchers),
  ),
  live(
    'C77',
    'a voucher that was paid first wins',
    async (bench) => {
      const opened = await bench.opened()
      await bench.payer.press(opened.redirectUrl, 'cash_later')
      await bench.payer.press(opened.redirectUrl, 'succeed')
      insistOutcome(await bench.expire(opened), 'a paid voucher', 'already_paid')
      insistStatus(await lookAt(bench, opened), 'after an attempt to close it', 'paid')
    },
    both(expires, hasVouchers),
  ),
  live(
    'C78',
    'a voucher is closed again after an answer was lost',
    async (bench) => {
      for (const kind of ['reset_after', 'error_after', 'error_before'] as const) {
        const opened = await bench.opened()
        await bench.payer.press(opened.redirectUrl, 'cash_later')
        bench.faults.plan(kind, 'write')
        await bench.expire(opened).catch(() => null)
        bench.faults.clear()
        const result = await bench.expire(opened)
        insistOutcome(result, 'a voucher, again', 'refused', 'expired', 'already_closed')
        if (result.outcome === 'refused') continue
        insistStatus(await lookAt(bench, opened), 'after its voucher was closed again', ...OVER)
      }
    },
    both(expires, hasVouchers),
  ),
  live(
    'C74',
    'a closing whose answer was lost is unknown, or looked up',
    async (bench) => {
      for (const kind of ['reset_after', 'cut', 'error_after', 'garbage', 'error_before'] as const) {
        const opened = await bench.opened()
        bench.faults.plan(kind, 'write')
        const result = await bench.expire(opened).catch((error: unknown) => {
          const fault = isProviderError(error) ? error.fault : 'unknown'
          insist(
            fault === 'unknown',
            `expireCheckout and ${kind}: it counts as '${fault}', but the checkout may be closed.`,
          )
          return null
        })
        bench.faults.clear()
        const { status } = await lookAt(bench, opened)
        const saidOver = result?.outcome === 'expired' || result?.outcome === 'already_closed'
        insist(
          !saidOver || OVER.includes(status),
          `expireCheckout and ${kind}: it says ${result?.outcome}, but the checkout is ${status}.`,
        )
        insist(result?.outcome !== 'already_paid', `expireCheckout and ${kind}: it says already_paid, but nobody paid.`)
      }
    },
    expires,
  ),
  live(
    'C75',
    'a checkout that the provider does not know is not closed',
    async (bench) => {
      const opened = await bench.opened()
      const unknownRef = opened.providerRef.slice(0, -6) + (opened.providerRef.endsWith('000000') ? '111111' : '000000')
      const result = await bench.expire({ ...opened, providerRef: unknownRef }).catch(() => null)
      insist(
        result === null || result.outcome === 'refused',
        `expireCheckout of an unknown checkout says ${result?.outcome}: it may be another account's. Throw ProviderUnavailableError.`,
      )
    },
    expires,
  ),
]
