import { DAY_MS, HOUR_MS, MINUTE_MS } from '@paylink/core/kernel/clock'
import { Connections } from '@paylink/core/connections/connections.repository'
import { Generation } from '@paylink/core/database/generation'
import { UnitOfWork } from '@paylink/core/database/unit-of-work'
import { Ids } from '@paylink/core/kernel/ids'
import type { TestAppliance } from '../support/appliance.js'
import { storedConnection } from '../support/stored-connection.js'

export const MODES = ['test', 'live'] as const
export type Mode = (typeof MODES)[number]

/** What is known of a link in each state: status, whether a checkout can start, and whether a payer goes on at its page. */
export const STATES = {
  payable: { status: 'active', payable: true, continues: true },
  cutOff: { status: 'active', payable: false, continues: false },
  unavailable: { status: 'active', payable: false, continues: false },
  processing: { status: 'processing', payable: false, continues: true },
  opening: { status: 'processing', payable: false, continues: true },
  voucher: { status: 'processing', payable: false, continues: true },
  lapsed: { status: 'processing', payable: false, continues: true },
  paid: { status: 'paid', payable: false, continues: false },
  refunded: { status: 'paid', payable: false, continues: false },
  expired: { status: 'expired', payable: false, continues: false },
  disabled: { status: 'disabled', payable: false, continues: false },
} as const
export type State = keyof typeof STATES
export const NAMES = Object.keys(STATES) as State[]

/** How long these links live; the tests look at them after 45 minutes. */
const LIVES: Partial<Record<State, number>> = { payable: 9 * DAY_MS, cutOff: 70 * MINUTE_MS, expired: 40 * MINUTE_MS }

/** With IVA on top of one of them: 4,060.00 + 250.00. */
export const ITEMS = [
  { name: 'Centro de mesa', quantity: 10, unitPriceCentavos: 35_000, tax: 'iva_added' },
  { name: 'Montaje', quantity: 1, unitPriceCentavos: 25_000, tax: 'exempt' },
]
export const AMOUNT = 431_000

export const titleOf = (name: State): string => `Arreglo floral ${name}`

/** None of these is on the page. */
const PRIVATE = {
  customerName: 'Ana Reservada',
  customerEmail: 'ana@reservada.example',
  metadata: { order: 'reservado-77' },
}

export interface BothModes {
  links: Record<Mode, Record<State, { id: string; url: string }>>
  /** When those that expire do. */
  ends: Partial<Record<State, string>>
}

/** A link in each state, in each mode. The server runs without its background. */
export async function linksInBothModes(paylink: TestAppliance): Promise<BothModes> {
  const { container, clock } = paylink
  const at = (ms: number): string => new Date(clock.now().getTime() + ms).toISOString()
  const ends = Object.fromEntries(Object.entries(LIVES).map(([name, life]) => [name, at(life)]))
  const liveConnection = await goLive(paylink)
  const links = {
    test: await createLinks(paylink, paylink.key, ends),
    live: await createLinks(paylink, (await paylink.newKey({ livemode: true })).text, ends),
  }
  await paylink.writer('connections').where({ provider: 'provider_b' }).update({ status: 'error' })
  await container.get(UnitOfWork).run((tx) => container.get(Generation).bump(tx))
  for (const name of ['processing', 'opening', 'voucher', 'lapsed'] as const) {
    await paylink.openCheckout(links.test[name])
    const changes = { link_id: links.live[name].id, connection_id: liveConnection, livemode: true }
    await copyPayment(paylink, links.test[name].id, changes)
  }
  const change = async (name: State, changes: object): Promise<void> => {
    const ids = MODES.map((mode) => links[mode][name].id)
    await paylink.writer('payments').whereIn('link_id', ids).update(changes)
  }
  const voucher = { reference: '93000262280678', method: 'retail_cash', stores: ['OXXO'] }
  await change('opening', { redirect_url: null })
  await change('voucher', { voucher: JSON.stringify({ ...voucher, expiresAt: at(3 * DAY_MS) }) })
  await change('lapsed', { voucher: JSON.stringify({ ...voucher, expiresAt: at(HOUR_MS / 2) }) })
  await change('refunded', { status: 'refunded', amount_refunded: AMOUNT })
  clock.advance(45 * MINUTE_MS)
  return { links, ends }
}

async function createLinks(
  paylink: TestAppliance,
  key: string,
  ends: BothModes['ends'],
): Promise<BothModes['links'][Mode]> {
  const links = {} as BothModes['links'][Mode]
  for (const name of NAMES) {
    const providers = name === 'unavailable' ? ['provider_b'] : ['provider_a']
    const link = { title: titleOf(name), items: ITEMS, providers, ...PRIVATE }
    links[name] = await paylink.createLink({ ...link, ...(ends[name] && { expiresAt: ends[name] }) }, { key })
  }
  for (const name of ['paid', 'refunded'] as const) {
    await paylink.post(`/v1/payment_links/${links[name].id}/mark_paid`, { note: 'nota reservada' }, { key })
  }
  await paylink.post(`/v1/payment_links/${links.disabled.id}/disable`, {}, { key })
  return links
}

/** Returns the id of a live connection of provider_a, which is only stored. */
async function goLive(paylink: TestAppliance): Promise<string> {
  const { container, account } = paylink
  const createdAt = paylink.clock.now().toISOString()
  await paylink.changeAccount({ verifiedAt: createdAt, subscription: 'active' })
  const connect = (provider: string) =>
    storedConnection({
      ...{ id: container.get(Ids).next('conn'), accountId: account.id, livemode: true, createdAt },
      provider,
    })
  const [first, second] = [connect('provider_a'), connect('provider_b')]
  await container.get(UnitOfWork).run(async (tx) => {
    for (const connection of [first, second]) await container.get(Connections).put(tx, connection)
  })
  return first.id
}

/** The open checkout of a link becomes that of a live link: no provider opens one in tests. */
async function copyPayment(
  paylink: TestAppliance,
  linkId: string,
  changes: { link_id: string; connection_id: string; livemode: boolean },
): Promise<void> {
  const payment = await paylink.db('payments').where({ link_id: linkId }).first()
  const id = paylink.container.get(Ids).next('pay')
  await paylink.writer('payments').insert({ ...payment, ...changes, id })
  await paylink.writer('payment_links').where({ id: changes.link_id }).update({ status: 'processing' })
}
