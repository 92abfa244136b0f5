import { type ExpireResult, isProviderError, type ProviderState } from '@paylink/plugin-api'
import { unknownRef } from '../bench/checkout-input.js'
import { both, type ConformanceCase, expires, hasVouchers, liveIf } from '../conformance-case.js'
import { insist } from '../finding.js'
import { insistEcho, insistStatus } from './insist-state.js'

const CLOSED: ProviderState['status'][] = ['expired', 'canceled']

function insistOutcome({ outcome }: ExpireResult, of: string, ...allowed: ExpireResult['outcome'][]): void {
  insist(
    allowed.includes(outcome),
    `expireCheckout of ${of} returns ${outcome}; it must return ${allowed.join(' or ')}.`,
  )
}

const closesVouchers = both(expires, hasVouchers)

export const CLOSING: ConformanceCase[] = [
  liveIf(expires, 'C70', 'an open checkout is closed and can no longer be paid', async (bench) => {
    const opened = await bench.opened()
    insistOutcome(await bench.expire(opened), 'an open checkout', 'expired')
    insistStatus(await bench.stateOf(opened), 'after it was closed', ...CLOSED)
    await bench.payer.send(opened.redirectUrl, 'succeed')
    insistStatus(await bench.stateOf(opened), 'paid after it was closed', ...CLOSED)
  }),
  liveIf(expires, 'C71', 'a payment that came first wins over closing', async (bench) => {
    const opened = await bench.checkoutAfter('succeed')
    const result = await bench.expire(opened)
    insistOutcome(result, 'a paid checkout', 'already_paid')
    const state = 'state' in result ? result.state : undefined
    insist(state, 'expireCheckout must return the state of a paid checkout.')
    insistStatus(state, 'closed after it was paid', 'paid')
    insistEcho(state, opened)
    insistStatus(await bench.stateOf(opened), 'after an attempt to close it', 'paid')
  }),
  liveIf(expires, 'C72', 'closing is idempotent', async (bench) => {
    const opened = await bench.opened()
    await bench.expire(opened)
    insistOutcome(await bench.expire(opened), 'a closed checkout', 'already_closed', 'expired')
  }),
  liveIf(closesVouchers, 'C73', 'a voucher is closed for good, or the closing is refused', async (bench) => {
    const opened = await bench.checkoutAfter('cash_later')
    const result = await bench.expire(opened)
    insistOutcome(result, 'a voucher', 'refused', 'expired', 'already_closed')
    await bench.payer.send(opened.redirectUrl, 'succeed')
    const { status } = await bench.stateOf(opened)
    const isConsistent = result.outcome === 'refused' ? status === 'paid' : status !== 'paid' && status !== 'refunded'
    insist(
      isConsistent,
      `expireCheckout of a voucher returned ${result.outcome}; after a payment at the store it is ${status}.`,
    )
  }),
  liveIf(closesVouchers, 'C76', 'a closed voucher stays closed', async (bench) => {
    const opened = await bench.checkoutAfter('cash_later')
    const result = await bench.expire(opened)
    if (result.outcome === 'refused') return
    insistStatus(await bench.stateOf(opened), 'after its voucher was closed', ...CLOSED)
    insistOutcome(await bench.expire(opened), 'a closed voucher', 'already_closed', 'expired')
  }),
  liveIf(closesVouchers, 'C77', 'a paid voucher wins over closing', async (bench) => {
    const opened = await bench.checkoutAfter('cash_later', 'succeed')
    insistOutcome(await bench.expire(opened), 'a paid voucher', 'already_paid')
    insistStatus(await bench.stateOf(opened), 'after an attempt to close it', 'paid')
  }),
  liveIf(closesVouchers, 'C78', 'a voucher can be closed again after a lost answer', async (bench) => {
    for (const kind of ['reset_after', 'error_after', 'error_before'] as const) {
      const opened = await bench.checkoutAfter('cash_later')
      bench.faults.plan(kind, 'write')
      await bench.expire(opened).catch(() => null)
      bench.faults.clear()
      const result = await bench.expire(opened)
      insistOutcome(result, 'a voucher, again', 'refused', 'expired', 'already_closed')
      if (result.outcome === 'refused') continue
      insistStatus(await bench.stateOf(opened), 'after its voucher was closed again', ...CLOSED)
    }
  }),
  liveIf(expires, 'C74', 'a closing whose answer was lost counts as unknown, or is looked up', async (bench) => {
    for (const kind of ['reset_after', 'cut', 'error_after', 'garbage', 'error_before'] as const) {
      const opened = await bench.opened()
      bench.faults.plan(kind, 'write')
      const result = await bench.expire(opened).catch((error: unknown) => {
        const fault = isProviderError(error) ? error.fault : 'unknown'
        insist(fault === 'unknown', `expireCheckout, ${kind}: it counts as '${fault}', but the checkout may be closed.`)
        return null
      })
      bench.faults.clear()
      const { status } = await bench.stateOf(opened)
      const isReportedClosed = result?.outcome === 'expired' || result?.outcome === 'already_closed'
      insist(
        !isReportedClosed || CLOSED.includes(status),
        `expireCheckout, ${kind}: it returns ${result?.outcome}, but the checkout is ${status}.`,
      )
      insist(
        result?.outcome !== 'already_paid',
        `expireCheckout, ${kind}: it returns already_paid, but there was no payment.`,
      )
    }
  }),
  liveIf(expires, 'C75', 'an unknown checkout is not reported as closed', async (bench) => {
    const opened = await bench.opened()
    const result = await bench.expire({ ...opened, providerRef: unknownRef(opened.providerRef) }).catch(() => null)
    insist(
      result === null || result.outcome === 'refused',
      `expireCheckout of an unknown checkout returns ${result?.outcome}, but it may belong to another account. Throw ProviderUnavailableError.`,
    )
  }),
]
