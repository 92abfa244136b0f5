import type { PaymentLinkView } from '@paylink/core/payment-links/payment-link.view'
import { eventually, type TestAppliance } from '../support/appliance.js'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@paylink/core/kernel/clock'

export const CLABE = '646180111812345678'

export const STATES = [
  'payable',
  'manyLines',
  'processing',
  'opening',
  'transfer',
  'cash',
  'lapsed',
  'paid',
  'refunded',
  'expired',
] as const
export type State = (typeof STATES)[number]

const MIXED = [
  { name: 'Centro de mesa', quantity: 10, unitPriceCentavos: 35_000, tax: 'iva_added' },
  { name: 'Montaje', quantity: 1, unitPriceCentavos: 25_000, tax: 'exempt' },
]

/** A link in each state, with vouchers that have every field. */
export async function linksInEveryState(paylink: TestAppliance): Promise<Record<State, any>> {
  const at = (ms: number): string => new Date(paylink.clock.now().getTime() + ms).toISOString()
  const make = (changes: object = {}) =>
    paylink.createLink({ title: 'Anticipo arreglo floral, boda 14 dic', items: MIXED, ...changes })
  const expired = await make({ expiresAt: at(MINUTE_MS) })
  paylink.clock.advance(2 * MINUTE_MS)
  const links = {
    expired,
    payable: await make({ expiresAt: at(9 * DAY_MS), description: 'Incluye montaje en el salón.' }),
    manyLines: await make({ items: manyLines(20) }),
    ...{ processing: await make(), opening: await make(), transfer: await make(), cash: await make() },
    ...{ lapsed: await make(), paid: await make(), refunded: await make() },
  }
  const change = (link: PaymentLinkView, changes: object) =>
    paylink.writer('payments').where({ link_id: link.id }).update(changes)
  await paylink.openCheckout(links.processing)
  await paylink.openCheckout(links.opening)
  const [opening] = await paylink.paymentsOf(links.opening.id)
  await change(links.opening, { provider_ref: `creating:${opening.id}`, redirect_url: null })
  const vouchers = {
    transfer: { reference: CLABE, method: 'spei_transfer', bank: 'STP', beneficiary: 'Flores Lupita S.A. de C.V.' },
    cash: { reference: '93000262280678', method: 'retail_cash', stores: ['OXXO', '7-Eleven'] },
    lapsed: { reference: '93000262280678', method: 'retail_cash' },
  }
  for (const [name, voucher] of Object.entries(vouchers)) {
    const link = links[name as keyof typeof vouchers]
    await paylink.openCheckout(link, name === 'transfer' ? 'provider_b' : 'provider_a')
    const expiresAt = at(name === 'lapsed' ? -HOUR_MS : 3 * DAY_MS)
    await change(link, { voucher: JSON.stringify({ ...voucher, expiresAt }) })
  }
  for (const link of [links.paid, links.refunded]) {
    await paylink.pay(await paylink.openCheckout(link), 'succeed')
    await eventually(
      () => paylink.linkStatus(link.id),
      (status) => status === 'paid',
    )
  }
  const [refunded] = await paylink.paymentsOf(links.refunded.id)
  await change(links.refunded, { status: 'refunded', amount_refunded: refunded.amountCentavos })
  return links
}

const manyLines = (count: number): object[] =>
  Array.from({ length: count }, (_, index) => ({
    name: `Concepto número ${index + 1}`,
    quantity: 1 + (index % 3),
    unitPriceCentavos: 10_000 + index,
    tax: 'iva_included',
  }))
