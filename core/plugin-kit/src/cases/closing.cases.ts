import { type ExpireResult, isProviderError, type ProviderState } from '@paylink/plugin-api'
import type { Bench } from '../bench/bench.js'
import { unknownRef } from '../bench/checkout-input.js'
import { both, type ConformanceCase, expires, hasVouchers, live } from '../conformance-case.js'
import { insist } from '../finding.js'
import { insistEcho, insistStatus } from './life.cases.js'

type Opened = Awaited<ReturnType<Bench['opened']>>

const CLOSED: ProviderState['status'][] = ['expired', 'canceled']

const retrieve = (bench: Bench, { providerRef, input }: Opened) => bench.retrieve(providerRef, input.paymentId)

/** A checkout whose payer chose to pay later. */
async function withVoucher(bench: Bench): Promise<Opened> {
  const opened = await bench.opened()
  await bench.payer.press(opened.redirectUrl, 'cash_later')
  return opened
}

function insistOutcome({ outcome }: ExpireResult, of: string, ...allowed: ExpireResult['outcome'][]): void {
  insist(
    allowed.includes(outcome),
    `expireCheckout of ${of} returns ${outcome}; it must return ${allowed.join(' or ')}.`,
  )
}

const closesVouchers = both(expires, hasVouchers)

export const CLOSING: ConformanceCase[] = [
  live(
    'C70',
    'an open checkout is closed and can no longer be paid',
    async (bench) => {
      const opened = await bench.opened()
      insistOutcome(await bench.expire(opened), 'an open checkout', 'expired')
      insistStatus(await retrieve(bench, opened), 'after it was closed', ...CLOSED)
      await bench.payer.send(opened.redirectUrl, 'succeed')
      insistStatus(await retrieve(bench, opened), 'paid after it was closed', ...CLOSED)
    },
    expires,
  ),
  live(
    'C71',
    'a payment that came first wins over closing',
    async (bench) => {
      const opened = await bench.opened()
      await bench.payer.press(opened.redirectUrl, 'succeed')
      const result = await bench.expire(opened)
      insistOutcome(result, 'a paid checkout', 'already_paid')
      const state = 'state' in result ? result.state : undefined
      insist(state, 'expireCheckout must return the state of a paid checkout.')
      insistStatus(state, 'closed after it was paid', 'paid')
      insistEcho(state, opened)
      insistStatus(await retrieve(bench, opened), 'after an attempt to close it', 'paid')
    },
    expires,
  ),
  live(
    'C72',
    'closing is idempotent',
    async (bench) => {
      const opened = await bench.opened()
      await bench.expire(opened)
      insistOutcome(await bench.expire(opened), 'a closed checkout', 'already_closed', 'expired')
    },
    expires,
  ),
  live(
    'C73',
    'a voucher is closed for good, or the closing is refused',
    async (bench) => {
      const opened = await withVoucher(bench)
      const result = await bench.expire(opened)
      insistOutcome(result, 'a voucher', 'refused', 'expired', 'already_closed')
      await bench.payer.send(opened.redirectUrl, 'succeed')
      const { status } = await retrieve(bench, opened)
      const isConsistent = result.outcome === 'refused' ? status === 'paid' : status !== 'paid' && status !== 'refunded'
      insist(
        isConsistent,
        `expireCheckout of a voucher returned ${result.outcome}; after a payment at the store it is ${status}.`,
      )
    },
    closesVouchers,
  ),
  live(
    'C76',
    'a closed voucher stays closed',
    async (bench) => {
      const opened = await withVoucher(bench)
      const result = await bench.expire(opened)
      if (result.outcome === 'refused') return
      insistStatus(await retrieve(bench, opened), 'after its voucher was closed', ...CLOSED)
      insistOutcome(await bench.expire(opened), 'a closed voucher', 'already_closed', 'expired')
    },
    closesVouchers,
  ),
  live(
    'C77',
    'a paid voucher wins over closing',
    async (bench) => {
      const opened = await withVoucher(bench)
      await bench.payer.press(opened.redirectUrl, 'succeed')
      insistOutcome(await bench.expire(opened), 'a paid voucher', 'already_paid')
      insistStatus(await retrieve(bench, opened), 'after an attempt to close it', 'paid')
    },
    closesVouchers,
  ),
  live(
    'C78',
    'a voucher can be closed again after a lost answer',
    async (bench) => {
      for (const kind of ['reset_after', 'error_after', 'error_before'] as const) {
        const opened = await withVoucher(bench)
        bench.faults.plan(kind, 'write')
        await bench.expire(opened).catch(() => null)
        bench.faults.clear()
        const result = await bench.expire(opened)
        insistOutcome(result, 'a voucher, again', 'refused', 'expired', 'already_closed')
        if (result.outcome === 'refused') continue
        insistStatus(await retrieve(bench, opened), 'after its voucher was closed again', ...CLOSED)
      }
    },
    closesVouchers,
  ),
  live(
    'C74',
    'a closing whose answer was lost counts as unknown, or is looked up',
    async (bench) => {
      for (const kind of ['reset_after', 'cut', 'error_after', 'garbage', 'error_before'] as const) {
        const opened = await bench.opened()
        bench.faults.plan(kind, 'write')
        const result = await bench.expire(opened).catch((error: unknown) => {
          const fault = isProviderError(error) ? error.fault : 'unknown'
          insist(
            fault === 'unknown',
            `expireCheckout, ${kind}: it counts as '${fault}', but the checkout may be closed.`,
          )
          return null
        })
        bench.faults.clear()
        const { status } = await retrieve(bench, opened)
        const saysClosed = result?.outcome === 'expired' || result?.outcome === 'already_closed'
        insist(
          !saysClosed || CLOSED.includes(status),
          `expireCheckout, ${kind}: it returns ${result?.outcome}, but the checkout is ${status}.`,
        )
        insist(
          result?.outcome !== 'already_paid',
          `expireCheckout, ${kind}: it returns already_paid, but there was no payment.`,
        )
      }
    },
    expires,
  ),
  live(
    'C75',
    'an unknown checkout is not reported as closed',
    async (bench) => {
      const opened = await bench.opened()
      const result = await bench.expire({ ...opened, providerRef: unknownRef(opened.providerRef) }).catch(() => null)
      insist(
        result === null || result.outcome === 'refused',
        `expireCheckout of an unknown checkout returns ${result?.outcome}, but it may belong to another account. Throw ProviderUnavailableError.`,
      )
    },
    expires,
  ),
]
