import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { type Conduct, answering, type Receiver } from '../../support/receiver.js'
import type { SitePerson } from '../../support/site-person.js'
import { receiverOf } from '../webhook-scenario.js'
import type { FormAct, PreparedForm } from './form-act.js'
import { BASE, type FormShop } from './form-shop.js'

const WEBHOOKS = `${BASE}/settings/webhooks`
const SECRET = /whsec_[A-Za-z0-9+/]{43}=/

/** An endpoint of the owner's. */
interface OwnEndpoint {
  person: SitePerson
  receiver: Receiver
  id: string
  /** At the receiver. */
  path: string
  page: string
}

async function newEndpoint(shop: FormShop, conduct: Conduct = answering(200)): Promise<OwnEndpoint> {
  const receiver = await receiverOf(shop.site)
  const path = `/${randomUUID()}`
  receiver.conduct(path, conduct)
  const person = await shop.freshOwner()
  await person.send(await person.form(`${WEBHOOKS}/new`, '/webhooks', { url: receiver.url(path) }))
  const [row] = await shop.site.view.rows<{ id: string }>('select id from webhook_endpoints where url = ?', [
    receiver.url(path),
  ])
  const id = row?.id ?? ''
  return { person, receiver, id, path, page: `${WEBHOOKS}/${id}` }
}

/** What became of what an endpoint was to get. */
async function statuses({ site }: FormShop, { id }: OwnEndpoint): Promise<string[]> {
  const rows = await site.view.rows<{ status: string }>(
    'select status from webhook_deliveries where endpoint_id = ? order by status',
    [id],
  )
  return rows.map(({ status }) => status)
}

/** One event, whose delivery comes to this. Returns the event's id. */
async function withEvent(shop: FormShop, endpoint: OwnEndpoint, status: string, attempts = 1): Promise<string> {
  const { id } = await shop.site.createLink()
  await shop.site.api('POST', `/v1/payment_links/${id}/disable`)
  const [event] = await shop.site.view.rows<{ id: string }>('select id from events where object_id = ?', [id])
  const rows = 'select id from webhook_deliveries where endpoint_id = ? and status = ? and attempts = ?'
  await shop.site.until(async () => (await shop.count(rows, endpoint.id, status, attempts)) === 1, status)
  return event?.id ?? ''
}

const row =
  (shop: FormShop, { id }: OwnEndpoint, condition: string) =>
  (): Promise<number> =>
    shop.count(`select id from webhook_endpoints where id = ? and ${condition}`, id)

/** Fails once, and is well again. */
const failingOnce: Conduct = (response, _, nth) => void response.writeHead(nth === 1 ? 500 : 200).end()

/** A button that ends all deliveries on their way. */
const stopping = (act: 'pause' | 'delete', condition: string, action: string): FormAct => ({
  route: `/settings/webhooks/:id/${act}`,
  prepare: async (shop): Promise<PreparedForm> => {
    const endpoint = await newEndpoint(shop, answering(500))
    await withEvent(shop, endpoint, 'scheduled')
    const { person, id, page } = endpoint
    return {
      person,
      form: await person.form(act === 'pause' ? page : `${page}/${act}`, `/${act}`),
      effects: row(shop, endpoint, condition),
      audited: shop.audited(action, id),
      afterwards: async () => {
        expect(await statuses(shop, endpoint)).to.deep.equal(['stopped'])
      },
    }
  },
})

export const WEBHOOK_FORMS: readonly FormAct[] = [
  {
    route: '/settings/webhooks',
    prepare: async (shop) => {
      const url = (await receiverOf(shop.site)).url(`/${randomUUID()}`)
      const person = await shop.freshOwner()
      const form = await person.form(`${WEBHOOKS}/new`, '/webhooks', { url })
      return {
        person,
        form,
        effects: () => shop.count('select id from webhook_endpoints where url = ?', url),
        audited: () =>
          shop.count(
            `select a.seq from audit_entries a join webhook_endpoints e on e.id = a.target
              where a.action = 'webhook_endpoint.created' and e.url = ?`,
            url,
          ),
        answered: async (shown, wasDone) => {
          expect(SECRET.test(shown.text), 'the secret is shown').to.equal(!wasDone)
          if (!wasDone) return
          // On the endpoint's own page, from where it gets a new one.
          const [, page = ''] = /href="([^"]+)\/secret"/.exec(shown.html) ?? []
          const rotated = await person.send(await person.form(`${page}/secret`, '/secret', { overlap: '0' }))
          expect(rotated.text).to.match(SECRET)
        },
      }
    },
  },
  {
    route: '/settings/webhooks/:id/edit',
    prepare: async (shop) => {
      const endpoint = await newEndpoint(shop)
      const { person, receiver, id, page } = endpoint
      const url = receiver.url(`/${randomUUID()}`)
      return {
        person,
        form: await person.form(`${page}/edit`, '/edit', { url }),
        effects: row(shop, endpoint, `url = '${url}'`),
        audited: shop.audited('webhook_endpoint.updated', id),
      }
    },
  },
  {
    route: '/settings/webhooks/:id/ping',
    again: 'anew',
    prepare: async (shop) => {
      const { person, receiver, id, path, page } = await newEndpoint(shop)
      const audited = shop.audited('webhook_endpoint.pinged', id)
      return {
        person,
        form: await person.form(page, '/ping'),
        // It changes nothing: its place in the log is all that stays. None is there without its ping.
        effects: audited,
        audited,
        afterwards: async () => {
          expect(receiver.at(path).length).to.be.at.least(await audited())
          expect(await shop.count('select id from webhook_deliveries where endpoint_id = ?', id)).to.equal(0)
        },
      }
    },
  },
  stopping('pause', "status = 'disabled'", 'webhook_endpoint.disabled'),
  stopping('delete', "deleted_at is not null and sealed_secret = ''", 'webhook_endpoint.deleted'),
  {
    route: '/settings/webhooks/:id/resume',
    prepare: async (shop) => {
      const endpoint = await newEndpoint(shop)
      const { person, id, page } = endpoint
      await person.send(await person.form(page, '/pause'))
      return {
        person,
        form: await person.form(page, '/resume'),
        effects: row(shop, endpoint, "status = 'enabled'"),
        audited: shop.audited('webhook_endpoint.enabled', id),
      }
    },
  },
  {
    route: '/settings/webhooks/:id/resend',
    prepare: async (shop) => {
      const endpoint = await newEndpoint(shop, failingOnce)
      const { person, id, page } = endpoint
      await withEvent(shop, endpoint, 'scheduled')
      return {
        person,
        form: await person.form(page, `${id}/resend`),
        effects: async () => (await shop.count('select id from webhook_deliveries where endpoint_id = ?', id)) - 1,
        audited: shop.audited('events.resent', id),
        afterwards: () => delivered(shop, endpoint, ['delivered', 'stopped']),
      }
    },
  },
  {
    route: '/settings/webhooks/:id/events/:event/resend',
    prepare: async (shop) => {
      const endpoint = await newEndpoint(shop)
      const { person, id, page } = endpoint
      const event = await withEvent(shop, endpoint, 'delivered')
      return {
        person,
        form: await person.form(page, `/events/${event}/resend`),
        effects: async () => (await shop.count('select id from webhook_deliveries where endpoint_id = ?', id)) - 1,
        audited: shop.audited('event.resent', event),
        afterwards: () => delivered(shop, endpoint, ['delivered', 'delivered']),
      }
    },
  },
  {
    route: '/settings/webhooks/:id/secret',
    prepare: async (shop) => {
      const endpoint = await newEndpoint(shop)
      const { person, id, page } = endpoint
      const [before] = await shop.site.view.rows<{ sealed_secret: string }>(
        'select sealed_secret from webhook_endpoints where id = ?',
        [id],
      )
      return {
        person,
        form: await person.form(`${page}/secret`, '/secret', { overlap: '24' }),
        effects: row(shop, endpoint, `sealed_former_secret = '${before?.sealed_secret ?? ''}'`),
        audited: shop.audited('webhook_endpoint.secret_rotated', id),
        answered: async (shown, wasDone) => {
          expect(SECRET.test(shown.text), 'the secret is shown').to.equal(!wasDone)
          if (wasDone) expect(shown.html).to.include(`${page}/secret"`)
        },
      }
    },
  },
]

/** Every delivery comes to its end, as one of these. */
async function delivered(shop: FormShop, endpoint: OwnEndpoint, expected: string[]): Promise<void> {
  await shop.site.until(async () => !(await statuses(shop, endpoint)).some((one) => /sch|sending/.test(one)), 'the end')
  expect(await statuses(shop, endpoint)).to.deep.equal(expected)
}
