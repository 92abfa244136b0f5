import { receiverOf } from '../kills/webhook-scenario.js'
import { expectSound, unsoundness } from '../kills/soundness.js'
import { tenMinutesPass } from '../support/outage.js'
import type { Site } from '../support/site.js'
import type { Journeys } from './journeys.js'

const PATIENCE_MS = 120_000

/** Rows that wait for their next attempt, as if that time had come. */
const NOW = '2000-01-01T00:00:00.000Z'
const DUE: readonly string[] = [
  `update webhook_deliveries set next_attempt_at = '${NOW}' where next_attempt_at is not null`,
  `update email_deliveries set next_attempt_at = '${NOW}' where next_attempt_at is not null`,
]

/** What is under way comes to its end: all that waits is due, and providers, receivers and the mail server are well. */
export async function settle(site: Site): Promise<void> {
  await site.server.stop()
  const letGo = await tenMinutesPass(site.view)
  const letGoToo = await site.view.change(DUE)
  await site.server.start()
  letGo()
  letGoToo()
  const isDone = async (): Promise<boolean> => {
    const [row] = await site.view.rows<{ count: number | string }>(
      `select (select count(*) from webhook_deliveries where finished_at is null)
            + (select count(*) from email_deliveries where status in ('queued', 'sending'))
            + (select count(*) from notifications where handled_at is null) as count`,
    )
    return Number(row?.count) === 0
  }
  await site.until(isDone, 'the end of all deliveries, mails and notifications', PATIENCE_MS).catch(() => undefined)
}

/** All that was lost, doubled or left behind; nothing, if all is well. */
export async function losses(site: Site, journeys: Journeys): Promise<string[]> {
  return [
    ...(await unsoundness(site.view)),
    ...(await expectSound(site).then(
      () => [],
      (error: Error) => [error.message],
    )),
    ...(await lostLinks(site, journeys)),
    ...(await lostEvents(site)),
    ...(await lostMails(journeys)),
  ]
}

async function lostLinks(site: Site, { acknowledged }: Journeys): Promise<string[]> {
  const rows = await site.view.rows<{ id: string; title: string; status: string }>(
    'select id, title, status from payment_links',
  )
  const found = new Map(rows.map((row) => [row.id, row]))
  return acknowledged.flatMap(({ id, title, status }) => {
    const link = found.get(id)
    if (link?.title === title && (status === null || link.status === status)) return []
    return [`${id} was acknowledged as ${status ?? 'created'}, “${title}”, and is ${JSON.stringify(link)}`]
  })
}

async function lostEvents(site: Site): Promise<string[]> {
  const { received } = await receiverOf(site)
  const bodies = new Map(received.map(({ headers, body }) => [headers['webhook-id'], body]))
  const events = await site.view.rows<{ id: string; payload: string }>(
    `select e.id, e.payload from events e join webhook_deliveries d on d.event_id = e.id`,
  )
  const unfinished = await site.view.rows("select event_id, status from webhook_deliveries where status <> 'delivered'")
  return [
    ...events.filter(({ id, payload }) => bodies.get(id) !== payload).map(({ id }) => `${id} never came as it is`),
    ...unfinished.map((row) => `a delivery was not made: ${JSON.stringify(row)}`),
  ]
}

/** Each is with the mail server once, or its outcome is unknown and an operator is asked (I42). */
async function lostMails({ mails }: Journeys): Promise<string[]> {
  const wrong: string[] = []
  for (const mail of mails) {
    const end = `${await mail.status()} ${mail.accepted}`
    if (!['sent 1', 'unknown 1', 'unknown 0'].includes(end)) wrong.push(`a mail to ${mail.to} is ${end}`)
  }
  return wrong
}
