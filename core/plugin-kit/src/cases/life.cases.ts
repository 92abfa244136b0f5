import type { ProviderState } from '@paylink/plugin-api'
import { type ConformanceCase, hasVouchers, live, reportsDisputes, reportsRefunds } from '../conformance-case.js'
import type { Bench } from '../bench/bench.js'
import { insist } from '../finding.js'

type Opened = Awaited<ReturnType<Bench['opened']>>

const retrieve = (bench: Bench, { providerRef, input }: Opened) => bench.retrieve(providerRef, input.paymentId)

/** What every state must echo. */
export function insistEcho(state: ProviderState, opened: Opened): void {
  const { input, providerRef } = opened
  insist(
    state.providerRef === providerRef,
    `state.providerRef is ${state.providerRef}; createCheckout returned ${providerRef}.`,
  )
  insist(
    state.paymentId === input.paymentId,
    `state.paymentId is ${state.paymentId}; the provider's object holds ${input.paymentId}.`,
  )
  insist(!state.livemode, 'state.livemode must be false in test mode, as in the provider’s object.')
  const { amount, currency } = input.total
  insist(
    state.amount?.amount === amount && state.amount.currency === currency,
    `state.amount is ${JSON.stringify(state.amount)}; it must be ${amount} ${currency}, in minor units and upper case.`,
  )
}

export function insistStatus(state: ProviderState, when: string, ...allowed: ProviderState['status'][]): void {
  insist(allowed.includes(state.status), `${when}: the status must be ${allowed.join(' or ')}, not ${state.status}.`)
}

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
    const state = await retrieve(bench, opened)
    insistStatus(state, 'before any payment', 'open')
    insistEcho(state, opened)
  }),
  live('C31', 'a card payment is paid, with its time and method', async (bench) => {
    const opened = await bench.opened()
    await bench.payer.press(opened.redirectUrl, 'succeed')
    insistPaid(await retrieve(bench, opened), opened, bench)
  }),
  live('C32', 'a declined payment is no payment', async (bench) => {
    const opened = await bench.opened()
    await bench.payer.press(opened.redirectUrl, 'decline')
    const state = await retrieve(bench, opened)
    insistStatus(state, 'after a decline', 'open', 'failed')
    insistEcho(state, opened)
    if (state.status !== 'open') return
    await bench.payer.press(opened.redirectUrl, 'succeed')
    insistPaid(await retrieve(bench, opened), opened, bench)
  }),
  live('C33', 'a payer who leaves has not paid', async (bench) => {
    const opened = await bench.opened()
    await bench.payer.press(opened.redirectUrl, 'cancel')
    insistStatus(await retrieve(bench, opened), 'after the payer left', 'open', 'canceled')
  }),
  live('C34', 'an expired checkout cannot be paid', async (bench) => {
    const opened = await bench.opened()
    bench.now = Math.max(Date.parse(opened.expiresAt), Date.parse(opened.input.expiresAt)) + 60_000
    const state = await retrieve(bench, opened)
    insistStatus(state, 'after its expiry', 'expired', 'canceled')
    insistEcho(state, opened)
    await bench.payer.send(opened.redirectUrl, 'succeed')
    insistStatus(await retrieve(bench, opened), 'paid after its expiry', 'expired', 'canceled')
  }),
  live(
    'C35',
    'a voucher is processing and has its reference',
    async (bench) => {
      const opened = await bench.opened()
      await bench.payer.press(opened.redirectUrl, 'cash_later')
      const state = await retrieve(bench, opened)
      insistStatus(state, 'with an unpaid voucher', 'processing')
      insistEcho(state, opened)
      insist(state.voucher?.reference, 'state.voucher.reference is missing: the payer could not pay.')
    },
    hasVouchers,
  ),
  live(
    'C36',
    'a voucher that is paid days later is paid',
    async (bench) => {
      const opened = await bench.opened()
      await bench.payer.press(opened.redirectUrl, 'cash_later')
      bench.advance(2 * 3600)
      await bench.payer.press(opened.redirectUrl, 'succeed')
      const state = await retrieve(bench, opened)
      insistPaid(state, opened, bench)
      const { delayedMethods } = bench.plugin.manifest.capabilities
      insist(
        delayedMethods.includes(state.method!.type),
        `state.method.type is ${state.method!.type}; a voucher's is one of ${delayedMethods.join(', ')}.`,
      )
    },
    hasVouchers,
  ),
  live(
    'C37',
    'an expired voucher ends without payment',
    async (bench) => {
      const opened = await bench.opened()
      await bench.payer.press(opened.redirectUrl, 'cash_later')
      await bench.payer.press(opened.redirectUrl, 'expire')
      const state = await retrieve(bench, opened)
      insistStatus(state, 'after the voucher expired', 'failed', 'expired', 'canceled')
      insistEcho(state, opened)
    },
    hasVouchers,
  ),
  live(
    'C38',
    'a full refund is reported',
    async (bench) => {
      const opened = await bench.opened()
      await bench.payer.press(opened.redirectUrl, 'succeed')
      await bench.payer.press(opened.redirectUrl, 'refund')
      const state = await retrieve(bench, opened)
      insistStatus(state, 'after a full refund', 'refunded')
      insistEcho(state, opened)
      insist(
        state.amountRefunded === opened.input.total.amount,
        `state.amountRefunded is ${state.amountRefunded}, not ${opened.input.total.amount}.`,
      )
    },
    reportsRefunds,
  ),
  live(
    'C39',
    'a partial refund leaves the payment paid and reports the amount',
    async (bench) => {
      const opened = await bench.opened()
      const part = Math.floor(opened.input.total.amount / 3)
      await bench.payer.press(opened.redirectUrl, 'succeed')
      await bench.payer.press(opened.redirectUrl, 'refund', { amount: String(part) })
      const state = await retrieve(bench, opened)
      insistPaid(state, opened, bench)
      insist(state.amountRefunded === part, `state.amountRefunded is ${state.amountRefunded}, not ${part}.`)
      await bench.payer.press(opened.redirectUrl, 'refund')
      insistStatus(await retrieve(bench, opened), 'after the rest was refunded', 'refunded')
    },
    reportsRefunds,
  ),
  live(
    'C24',
    'a dispute and its outcome are reported',
    async (bench) => {
      for (const decision of ['won', 'lost'] as const) {
        const opened = await bench.opened()
        await bench.payer.press(opened.redirectUrl, 'succeed')
        const before = await retrieve(bench, opened)
        insist(before.dispute === undefined, 'state.dispute must be left out while the payment is not disputed.')
        await bench.payer.press(opened.redirectUrl, 'dispute')
        const disputed = (await retrieve(bench, opened)).dispute
        insist(disputed?.status === 'open', `state.dispute.status must be open, not ${disputed?.status}.`)
        await bench.payer.press(opened.redirectUrl, `dispute_${decision}`)
        const decided = (await retrieve(bench, opened)).dispute
        insist(decided?.status === decision, `state.dispute.status must be ${decision}, not ${decided?.status}.`)
      }
    },
    reportsDisputes,
  ),
]
