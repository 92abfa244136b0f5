import type { ProviderState } from '@paylink/plugin-api'
import {
  type ConformanceCase,
  hasVouchers,
  live,
  liveIf,
  reportsDisputes,
  reportsRefunds,
} from '../conformance-case.js'
import type { Bench, Opened } from '../bench/bench.js'
import { insist } from '../finding.js'
import { insistEcho, insistStatus } from './insist-state.js'

function insistPaid(state: ProviderState, opened: Opened, bench: Bench): void {
  insistStatus(state, 'after the payment', 'paid')
  insistEcho(state, opened)
  const { paidAt, method } = state
  const isValid =
    paidAt !== undefined && /^\d{4}-\d\d-\d\dT.*Z$/.test(paidAt) && Math.abs(Date.parse(paidAt) - bench.now) < 60_000
  insist(isValid, `state.paidAt is ${paidAt}; it must be the time of payment, ISO 8601 in UTC.`)
  const { methods, reportsCardFunding } = bench.plugin.manifest.capabilities
  insist(
    method && methods.includes(method.type),
    `state.method.type is ${method?.type}; it must be one of ${methods.join(', ')}.`,
  )
  if (reportsCardFunding && method.type === 'card') {
    insist(
      method.card?.funding,
      'state.method.card.funding is missing, though capabilities.reportsCardFunding is true.',
    )
  }
}

export const LIFE: ConformanceCase[] = [
  live('C30', 'a new checkout is open, has an address for the payer and echoes its input', async (bench) => {
    const opened = await bench.opened()
    insist(
      typeof opened.providerRef === 'string' && opened.providerRef !== '',
      'createCheckout must return a providerRef.',
    )
    insist(URL.canParse(opened.redirectUrl), `redirectUrl must be an absolute address, not ${opened.redirectUrl}.`)
    insist(!Number.isNaN(Date.parse(opened.expiresAt)), `expiresAt must be ISO 8601, not ${opened.expiresAt}.`)
    if (opened.state) {
      insistStatus(opened.state, 'in the answer of createCheckout', 'open')
      insistEcho(opened.state, opened)
    }
    const { status } = await bench.payer.look(opened.redirectUrl)
    insist(status === 200, `redirectUrl must lead to the checkout's page; it answered ${status}.`)
    const state = await bench.stateOf(opened)
    insistStatus(state, 'before any payment', 'open')
    insistEcho(state, opened)
  }),
  live('C31', 'a card payment is paid, with its time and method', async (bench) => {
    const opened = await bench.checkoutAfter('succeed')
    insistPaid(await bench.stateOf(opened), opened, bench)
  }),
  live('C32', 'a declined payment is no payment', async (bench) => {
    const opened = await bench.checkoutAfter('decline')
    const state = await bench.stateOf(opened)
    insistStatus(state, 'after a decline', 'open', 'failed')
    insistEcho(state, opened)
    if (state.status !== 'open') return
    await bench.payer.press(opened.redirectUrl, 'succeed')
    insistPaid(await bench.stateOf(opened), opened, bench)
  }),
  live('C33', 'a payer who leaves has not paid', async (bench) => {
    const opened = await bench.checkoutAfter('cancel')
    insistStatus(await bench.stateOf(opened), 'after the payer left', 'open', 'canceled')
  }),
  live('C34', 'an expired checkout cannot be paid', async (bench) => {
    const opened = await bench.opened()
    bench.now = Math.max(Date.parse(opened.expiresAt), Date.parse(opened.input.expiresAt)) + 60_000
    const state = await bench.stateOf(opened)
    insistStatus(state, 'after its expiry', 'expired', 'canceled')
    insistEcho(state, opened)
    await bench.payer.send(opened.redirectUrl, 'succeed')
    insistStatus(await bench.stateOf(opened), 'paid after its expiry', 'expired', 'canceled')
  }),
  liveIf(hasVouchers, 'C35', 'a voucher is processing and has its reference', async (bench) => {
    const opened = await bench.checkoutAfter('cash_later')
    const state = await bench.stateOf(opened)
    insistStatus(state, 'with an unpaid voucher', 'processing')
    insistEcho(state, opened)
    insist(state.voucher?.reference, 'state.voucher.reference is missing: the payer could not pay.')
  }),
  liveIf(hasVouchers, 'C36', 'a voucher that is paid days later is paid', async (bench) => {
    const opened = await bench.checkoutAfter('cash_later')
    bench.advance(2 * 3600)
    await bench.payer.press(opened.redirectUrl, 'succeed')
    const state = await bench.stateOf(opened)
    insistPaid(state, opened, bench)
    const { delayedMethods } = bench.plugin.manifest.capabilities
    insist(
      delayedMethods.includes(state.method!.type),
      `state.method.type is ${state.method!.type}; a voucher's is one of ${delayedMethods.join(', ')}.`,
    )
  }),
  liveIf(hasVouchers, 'C37', 'an expired voucher ends without payment', async (bench) => {
    const opened = await bench.checkoutAfter('cash_later', 'expire')
    const state = await bench.stateOf(opened)
    insistStatus(state, 'after the voucher expired', 'failed', 'expired', 'canceled')
    insistEcho(state, opened)
  }),
  liveIf(reportsRefunds, 'C38', 'a full refund is reported', async (bench) => {
    const opened = await bench.checkoutAfter('succeed', 'refund')
    const state = await bench.stateOf(opened)
    insistStatus(state, 'after a full refund', 'refunded')
    insistEcho(state, opened)
    insist(
      state.amountRefunded === opened.input.total.amount,
      `state.amountRefunded is ${state.amountRefunded}, not ${opened.input.total.amount}.`,
    )
  }),
  liveIf(reportsRefunds, 'C39', 'a partial refund leaves the payment paid and reports the amount', async (bench) => {
    const opened = await bench.opened()
    const part = Math.floor(opened.input.total.amount / 3)
    await bench.payer.press(opened.redirectUrl, 'succeed')
    await bench.payer.press(opened.redirectUrl, 'refund', { amount: String(part) })
    const state = await bench.stateOf(opened)
    insistPaid(state, opened, bench)
    insist(state.amountRefunded === part, `state.amountRefunded is ${state.amountRefunded}, not ${part}.`)
    await bench.payer.press(opened.redirectUrl, 'refund')
    insistStatus(await bench.stateOf(opened), 'after the rest was refunded', 'refunded')
  }),
  liveIf(reportsDisputes, 'C24', 'a dispute and its outcome are reported', async (bench) => {
    for (const decision of ['won', 'lost'] as const) {
      const opened = await bench.checkoutAfter('succeed')
      const before = await bench.stateOf(opened)
      insist(before.dispute === undefined, 'state.dispute must be left out while the payment is not disputed.')
      await bench.payer.press(opened.redirectUrl, 'dispute')
      const disputed = (await bench.stateOf(opened)).dispute
      insist(disputed?.status === 'open', `state.dispute.status must be open, not ${disputed?.status}.`)
      await bench.payer.press(opened.redirectUrl, `dispute_${decision}`)
      const decided = (await bench.stateOf(opened)).dispute
      insist(decided?.status === decision, `state.dispute.status must be ${decision}, not ${decided?.status}.`)
    }
  }),
]
