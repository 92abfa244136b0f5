import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import type { Site, SiteReply } from '../support/site.js'
import { delayed, type Race } from './race.js'

const CROWD = 50
const MAX_PER_MINUTE = 3

const share = (site: Site, id: string, key: string = randomUUID()): Promise<SiteReply> =>
  site.api('POST', `/v1/payment_links/${id}/email`, { to: 'ana@example.com' }, key)

/** Of the mails of a link, once none is claimed. */
async function statusesOf(site: Site, id: string): Promise<string[]> {
  const read = () => site.view.rows<{ status: string }>('select status from email_deliveries where link_id = ?', [id])
  await site.until(async () => (await read()).every(({ status }) => status !== 'queued'), `the mails of ${id}`)
  return (await read()).map(({ status }) => status)
}

const crowd: Race = {
  name: `(h) of ${CROWD} mails of a link three are accepted (I44)`,
  run: async (site, next) => {
    const { id } = await site.createLink()
    const replies = await Promise.all(Array.from({ length: CROWD }, () => delayed(next, () => share(site, id))))
    const accepted = replies.filter(({ status }) => status === 202)
    expect(accepted).to.have.length(MAX_PER_MINUTE)
    for (const { status, body, headers } of replies.filter((reply) => !accepted.includes(reply))) {
      expect(`${status} ${body.code as string}`).to.equal('429 rate_limited')
      expect(Number(headers.get('retry-after'))).to.be.within(1, 60)
    }
    expect(await statusesOf(site, id)).to.deep.equal(Array(MAX_PER_MINUTE).fill('simulated'))
  },
}

const sameKey: Race = {
  name: `${CROWD} mails of a link under one key are one mail (I30)`,
  run: async (site, next) => {
    const { id } = await site.createLink()
    const key = randomUUID()
    const replies = await Promise.all(Array.from({ length: CROWD }, () => delayed(next, () => share(site, id, key))))
    const accepted = replies.filter(({ status }) => status === 202)
    for (const { status, body } of replies.filter((reply) => !accepted.includes(reply))) {
      expect(`${status} ${body.code as string}`).to.equal('409 request_in_flight')
    }
    const again = await share(site, id, key)
    expect(again.status).to.equal(202)
    expect(new Set([...accepted, again].map(({ body }) => body.id as string)).size).to.equal(1)
    expect(await statusesOf(site, id)).to.deep.equal(['simulated'])
  },
}

/** What a mail of a link may be answered with, when others settle or end the link at that moment. */
const SHARED = ['202 undefined', '409 link_already_paid', '400 validation_error']

const shareAgainstTheEnd: Race = {
  name: 'a mail against mark_paid and disable: what was answered is in the queue, and nothing else',
  run: async (site, next) => {
    const { id } = await site.createLink()
    const [shared, paid, disabled] = await Promise.all([
      delayed(next, () => share(site, id)),
      delayed(next, () => site.api('POST', `/v1/payment_links/${id}/mark_paid`)),
      delayed(next, () => site.api('POST', `/v1/payment_links/${id}/disable`)),
    ])
    expect(`${shared.status} ${shared.body.code as string}`).to.be.oneOf(SHARED)
    expect(paid.status).to.equal(200)
    expect(disabled.status).to.be.oneOf([200, 409])
    const mails = await statusesOf(site, id)
    expect(mails).to.have.length(shared.status === 202 ? 1 : 0)
    // The sender may have read the link before it ended.
    for (const status of mails) expect(status).to.be.oneOf(['simulated', 'failed'])
    // From now on it is refused, in either order.
    expect((await share(site, id)).status).to.equal(409)
  },
}

export const MAIL_RACES: readonly Race[] = [crowd, sameKey, shareAgainstTheEnd]
