import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { runCommand } from '../support/command.js'
import { Receiver } from '../support/receiver.js'
import type { Site } from '../support/site.js'
import { expectSound } from './soundness.js'
import type { Scenario } from './scenarios.js'

/** For sites whose webhooks and mails go to receivers on loopback. */
export const TO_LOOPBACK = { env: { PAYLINK_OUTBOUND_ALLOW_PRIVATE: '1' }, hasMail: true }

const EVENTS = ['payment.succeeded', 'payment_link.paid']

/** One for each site, from the first time it is asked for. */
const receivers = new WeakMap<Site, Promise<Receiver>>()

/** One that every event of the site is sent to. */
export function receiverOf(site: Site): Promise<Receiver> {
  let receiver = receivers.get(site)
  if (!receiver) receivers.set(site, (receiver = register(site)))
  return receiver
}

async function register(site: Site): Promise<Receiver> {
  const receiver = await Receiver.start()
  const args = ['webhooks', 'create', '--mode', 'test', '--url', receiver.url(), '--json']
  const { code, stderr } = await runCommand(args, site.server.env)
  if (code !== 0) throw new Error(`no endpoint: ${stderr}`)
  return receiver
}

/** What became of the events of these objects: each came, every time the very bytes that were written down. */
export async function expectDelivered(site: Site, objectIds: readonly string[], types: readonly string[]) {
  const receiver = await receiverOf(site)
  const marks = objectIds.map(() => '?').join()
  const events = await site.view.rows(`select id, type, payload from events where object_id in (${marks})`, objectIds)
  expect(events.map(({ type }) => type as string)).to.have.members([...types])
  for (const { id, payload } of events) {
    const came = receiver.received.filter(({ headers }) => headers['webhook-id'] === id)
    expect(came.length, `times that ${id} came`).to.be.at.least(1)
    for (const { body } of came) expect(body).to.equal(payload)
    const deliveries = await site.view.rows('select status from webhook_deliveries where event_id = ?', [id])
    expect(deliveries.map(({ status }) => status as string)).to.deep.equal(['delivered'])
  }
}

/** From the event on: claim, connect, send, read the answer, record. A successor takes over at its start. */
export const deliverWebhook: Scenario = {
  name: 'deliver a webhook',
  prepare: async (site) => {
    await receiverOf(site)
    const { id } = await site.createLink()
    const key = randomUUID()
    const objects = async (): Promise<string[]> => [id, ...(await site.payments(id)).map((one) => one.id)]
    const statuses = async (): Promise<string[]> => {
      const marks = (await objects()).map(() => '?').join()
      const rows = await site.view.rows(
        `select d.status from webhook_deliveries d join events e on e.id = d.event_id where e.object_id in (${marks})`,
        await objects(),
      )
      return rows.map(({ status }) => status as string)
    }
    return {
      act: async () => {
        const ask = () => site.api('POST', `/v1/payment_links/${id}/mark_paid`, { method: 'spei_transfer' }, key)
        await site.until(async () => (await ask()).status === 200, 'paid')
        const isDelivered = async () => (await statuses()).filter((status) => status === 'delivered').length === 2
        await site.until(isDelivered, 'delivered')
      },
      check: async () => {
        await expectDelivered(site, await objects(), EVENTS)
        await expectSound(site)
      },
    }
  },
}
