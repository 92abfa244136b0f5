import { randomUUID } from 'node:crypto'
import { PROOFS } from '../../support/proofs-of-payment.js'
import type { FormAct } from './form-act.js'
import { BASE, type FormShop } from './form-shop.js'

const LINKS = `${BASE}/links`

const ofLink = (id: string, page: string): string => `${LINKS}/${id}/${page}`

/** A link with an open checkout. */
async function withCheckout({ site }: FormShop): Promise<string> {
  const link = await site.createLink()
  await site.openCheckout(link)
  return link.id
}

const typedLink = async (shop: FormShop, title: string) => {
  const person = await shop.freshOwner()
  const { path, fields } = await person.form(`${LINKS}/new`, '/links/new', { title, 'items[0].unitPrice': '245.50' })
  return { person, path, fields }
}

export const LINK_FORMS: readonly FormAct[] = [
  {
    route: '/links/new',
    prepare: async (shop) => {
      const title = randomUUID()
      const { person, ...form } = await typedLink(shop, title)
      return { person, form, effects: () => shop.count('select id from payment_links where title = ?', title) }
    },
  },
  {
    route: '/links/new/preview',
    prepare: async (shop) => {
      const { person, path, fields } = await typedLink(shop, 'Vista')
      return { person, form: { path: `${path}/preview`, fields } }
    },
  },
  {
    route: '/links/:id/edit',
    prepare: async (shop) => {
      const { id } = await shop.site.createLink()
      const person = await shop.freshOwner()
      const form = await person.form(ofLink(id, 'edit'), '/edit', { title: `Otro ${id}` })
      return {
        person,
        form,
        effects: () => shop.count('select id from payment_links where title = ?', `Otro ${id}`),
        audited: shop.audited('payment_link.edited', id),
      }
    },
  },
  {
    route: '/links/:id/mark-paid',
    prepare: async (shop) => {
      const { id } = await shop.site.createLink()
      const person = await shop.freshOwner()
      const form = await person.form(ofLink(id, 'mark-paid'), '/mark-paid', { method: 'retail_cash', note: 'En caja' })
      const proof = { name: 'recibo.png', type: 'image/png', content: PROOFS['image/png'] }
      return {
        person,
        form: { ...form, files: { proof } },
        effects: () =>
          shop.count('select p.id from payments p join receipts r on r.payment_id = p.id where p.link_id = ?', id),
        audited: () =>
          shop.count(
            `select a.seq from audit_entries a join payments p on p.id = a.target
              where a.action = 'payment_link.marked_paid' and p.link_id = ?`,
            id,
          ),
      }
    },
  },
  {
    route: '/links/:id/email',
    prepare: async (shop) => {
      const { id } = await shop.site.createLink()
      const person = await shop.freshOwner()
      const form = await person.form(ofLink(id, 'email'), '/email', { to: 'ana@example.com' })
      return { person, form, effects: () => shop.count('select id from email_deliveries where link_id = ?', id) }
    },
  },
  {
    route: '/links/:id/disable',
    prepare: async (shop) => {
      const { id } = await shop.site.createLink()
      return disabling(shop, id)
    },
  },
  {
    route: '/links/:id/disable',
    about: 'with an open checkout',
    needsTime: true,
    prepare: async (shop) => disabling(shop, await withCheckout(shop)),
  },
  {
    route: '/links/:id/release',
    needsTime: true,
    prepare: async (shop) => {
      const id = await withCheckout(shop)
      // Its provider refuses to close it.
      const fault = { kind: 'refuse', match: 'POST /v1/checkout/sessions/', times: 1, ms: 1 }
      await shop.site.putEntry('sandbox-faults:provider_a', 'faults', JSON.stringify([fault]))
      const person = await shop.freshOwner()
      const form = await person.form(ofLink(id, 'release'), '/release', { reason: 'Paga en efectivo' })
      const released = `select id from payments where link_id = ? and status = 'canceled'`
      return { person, form, effects: () => shop.count(released, id) }
    },
  },
]

async function disabling(shop: FormShop, id: string) {
  const person = await shop.freshOwner()
  const form = await person.form(ofLink(id, 'disable'), '/disable')
  return {
    person,
    form,
    effects: () => shop.count("select id from payment_links where id = ? and status = 'disabled'", id),
    audited: shop.audited('payment_link.disabled', id),
  }
}
