import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { linkBody } from '../support/appliance.js'
import type { Site, SiteReply } from '../support/site.js'
import { INVOICE_RACES } from './invoice-races.js'
import { MAIL_RACES } from './mail-races.js'
import { delayed, type Race } from './race.js'

const CROWD = 200

const codesOf = (replies: readonly SiteReply[]): string[] =>
  replies.filter(({ status }) => status >= 300).map(({ status, body }) => `${status} ${body.code as string}`)
const made = (replies: readonly SiteReply[]): SiteReply[] => replies.filter(({ status }) => status === 201)
const isFirst = ({ headers }: SiteReply): boolean => headers.get('idempotency-replayed') === 'false'

const reads = (site: Site, id: string, status: string): Promise<void> =>
  site.until(async () => (await site.link(id)).status === status, `${id} is ${status}`)

async function oneSucceeded(site: Site, linkId: string): Promise<void> {
  const succeeded = (await site.payments(linkId)).filter(({ status }) => status === 'succeeded')
  expect(succeeded).to.have.length(1)
  expect((await site.link(linkId)).paidPaymentId).to.equal(succeeded[0].id)
}

async function isPaidAtProvider(site: Site, linkId: string): Promise<boolean> {
  const [{ provider_ref: session }] = (await site.payments(linkId)) as [{ provider_ref: string }]
  const [closing] = await site.view.rows('select value from plugin_entries where key = ?', [`closing:${session}`])
  return closing !== undefined && (JSON.parse(closing.value as string) as { kind: string }).kind === 'paid'
}

const sameKey: Race = {
  name: '(a) 200 creates under one key make one link (I30, I31)',
  run: async (site) => {
    const key = randomUUID()
    const create = () => site.api('POST', '/v1/payment_links', linkBody({ title: key }), key)
    const replies = await Promise.all(Array.from({ length: CROWD }, create))
    for (const code of codesOf(replies)) expect(code).to.equal('409 request_in_flight')
    const again = await create()
    expect(again.status).to.equal(201)
    expect(new Set([...made(replies), again].map(({ body }) => body.id as string)).size).to.equal(1)
    expect(replies.filter(isFirst)).to.have.length(1)
    expect(isFirst(again)).to.equal(false)
    expect(await site.view.rows('select id from payment_links where title = ?', [key])).to.have.length(1)
  },
}

const sameKeyOtherBodies: Race = {
  name: '(b) 200 different creates under one key: one wins (I32)',
  run: async (site) => {
    const key = randomUUID()
    const replies = await Promise.all(
      Array.from({ length: CROWD }, (_, index) => {
        return site.api('POST', '/v1/payment_links', linkBody({ title: `${key} ${index}` }), key)
      }),
    )
    expect(made(replies)).to.have.length(1)
    for (const code of codesOf(replies))
      expect(code).to.be.oneOf(['422 idempotency_key_reuse', '409 request_in_flight'])
    const rows = await site.view.rows('select id from payment_links where title like ?', [`${key}%`])
    expect(rows).to.have.length(1)
  },
}

const markPaidAgainstCheckout: Race = {
  name: '(c) mark_paid against a checkout that opens and succeeds: one winner (I23)',
  run: async (site, next) => {
    const link = await site.createLink()
    const [manual] = await Promise.all([
      delayed(next, () => site.api('POST', `/v1/payment_links/${link.id}/mark_paid`)),
      delayed(next, () => site.press(link)).then(async (response) => {
        const address = response.headers.get('location')
        if (address !== null) await site.pay(address)
      }),
    ])
    expect(manual.status).to.be.oneOf([200, 409])
    await reads(site, link.id, 'paid')
    await oneSucceeded(site, link.id)
  },
}

const disableAgainstSuccess: Race = {
  name: '(d) disable against a success: one winner, and the money is never lost (I5, I9)',
  run: async (site, next) => {
    const link = await site.createLink()
    const address = await site.openCheckout(link)
    const [disabled, paid] = await Promise.all([
      delayed(next, () => site.api('POST', `/v1/payment_links/${link.id}/disable`)),
      delayed(next, () => site.pay(address)),
    ])
    expect(disabled.status).to.be.oneOf([200, 409, 503])
    const wasTakenOn = paid.headers.get('location')?.includes('/return') === true
    const isPaid = await isPaidAtProvider(site, link.id)
    expect(wasTakenOn).to.equal(isPaid)
    if (isPaid) await reads(site, link.id, 'paid')
    expect(disabled.status === 200).to.equal((await site.link(link.id)).status === 'disabled')
  },
}

const tabsAndProviders: Race = {
  name: '(e) two tabs for each of two providers open one checkout (I1, I6)',
  run: async (site, next) => {
    const link = await site.createLink()
    const { data } = (await site.api('GET', '/v1/connections')).body
    const providers = (data as { provider: string; status: string }[])
      .filter(({ status }) => status === 'active')
      .map(({ provider }) => provider)
    expect(providers.length).to.be.at.least(2)
    const tabs = [...providers, ...providers].sort(() => next() - 0.5)
    const answers = await Promise.all(tabs.map((provider) => delayed(next, () => site.press(link, provider))))
    for (const { status } of answers) expect(status).to.be.oneOf([303, 409])
    const places = answers.flatMap((answer) => answer.headers.get('location') ?? [])
    expect(new Set(places).size).to.equal(1)
    expect(await site.payments(link.id)).to.have.length(1)
    // Each of the other tabs tries again, and none opens another beside it.
    const again = await Promise.all(providers.map((provider) => site.press(link, provider)))
    expect(again.map(({ status }) => status).sort()).to.deep.equal([303, ...providers.slice(1).map(() => 409)])
  },
}

const allWhoAsk: Race = {
  name: '(f) sync, two notifications and the worker settle a payment once (I20, I25)',
  run: async (site, next) => {
    const link = await site.createLink()
    const address = await site.openCheckout(link)
    const [payment] = await site.payments(link.id)
    const sync = () => site.api('POST', `/v1/payments/${payment.id}/sync`)
    const object = { object: 'checkout.session', id: payment.provider_ref as string }
    const event = { id: `evt_${payment.id}`, object: 'event', type: 'checkout.session.completed', created: 1 }
    const [, one, other, notified, twice] = await Promise.all([
      site.pay(address),
      delayed(next, sync),
      delayed(next, sync),
      delayed(next, () => site.notify({ ...event, data: { object } })),
      delayed(next, () => site.notify({ ...event, data: { object } })),
    ])
    for (const { status } of [one, other]) expect(status).to.be.oneOf([200, 409])
    for (const { status } of [notified, twice]) expect(status).to.equal(200)
    await reads(site, link.id, 'paid')
    expect(await site.eventTypes(payment.id as string)).to.deep.equal(['payment.succeeded'])
    expect(await site.eventTypes(link.id)).to.deep.equal(['payment_link.paid'])
  },
}

const updateAgainstDisable: Race = {
  name: '(g) update against disable: what was answered holds',
  run: async (site, next) => {
    const link = await site.createLink()
    const [updated, disabled] = await Promise.all([
      delayed(next, () => site.api('POST', `/v1/payment_links/${link.id}`, { title: 'Otra' })),
      delayed(next, () => site.api('POST', `/v1/payment_links/${link.id}/disable`)),
    ])
    expect(disabled.status).to.equal(200)
    expect(updated.status).to.be.oneOf([200, 400])
    const after = await site.link(link.id)
    expect(after.status).to.equal('disabled')
    expect(after.title).to.equal(updated.status === 200 ? 'Otra' : 'Taza de barro')
  },
}

const disables: Race = {
  name: 'three disables of an open checkout write one event',
  run: async (site, next) => {
    const link = await site.createLink()
    await site.openCheckout(link)
    const disable = () => site.api('POST', `/v1/payment_links/${link.id}/disable`)
    const replies = await Promise.all(Array.from({ length: 3 }, () => delayed(next, disable)))
    for (const { status } of replies) expect(status).to.be.oneOf([200, 409])
    expect((await disable()).status).to.equal(200)
    expect(await site.eventTypes(link.id)).to.deep.equal(['payment_link.disabled'])
  },
}

export const RACES: readonly Race[] = [
  ...[sameKey, sameKeyOtherBodies, markPaidAgainstCheckout, disableAgainstSuccess],
  ...[tabsAndProviders, allWhoAsk, updateAgainstDisable, disables],
  ...MAIL_RACES,
  ...INVOICE_RACES,
]
