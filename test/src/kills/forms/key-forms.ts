import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import type { FormAct } from './form-act.js'
import type { SitePerson } from '../../support/site-person.js'
import { BASE, type FormShop } from './form-shop.js'

const KEYS = `${BASE}/settings/keys`
const TEXT = /sk_test_\w{20,}/

/** How many entries the audit log has of the key with this name. */
const ofKey = (shop: FormShop, name: string, action: string) => (): Promise<number> =>
  shop.count(
    'select a.seq from audit_entries a join api_keys k on k.id = a.target where k.name = ? and a.action = ?',
    ...[name, action],
  )

async function keyNamed(shop: FormShop, name: string): Promise<string> {
  const rows = await shop.site.view.rows<{ id: string }>('select id from api_keys where name = ?', [name])
  expect(rows, 'keys').to.have.length(1)
  return rows[0]?.id ?? ''
}

async function statusWith(shop: FormShop, text: string): Promise<number> {
  return (await shop.site.api('GET', '/v1/payment_links', undefined, undefined, text)).status
}

/** A key that the owner has just made. */
async function newKey(shop: FormShop): Promise<{ person: SitePerson; id: string; text: string }> {
  const name = randomUUID()
  const person = await shop.freshOwner()
  const made = await person.send(await person.form(`${KEYS}/new`, '/keys', { name }))
  return { person, id: await keyNamed(shop, name), text: TEXT.exec(made.text)?.[0] ?? '' }
}

export const KEY_FORMS: readonly FormAct[] = [
  {
    route: '/settings/keys',
    prepare: async (shop) => {
      const name = randomUUID()
      const person = await shop.freshOwner()
      const form = await person.form(`${KEYS}/new`, '/keys', { name })
      return {
        person,
        form,
        effects: () => shop.count('select id from api_keys where name = ?', name),
        audited: ofKey(shop, name, 'key.created'),
        answered: async (shown, wasDone) => {
          const text = TEXT.exec(shown.text)?.[0]
          if (!wasDone) {
            expect(await statusWith(shop, text ?? 'none')).to.equal(200)
            return
          }
          // A key whose text never reached the owner is named, and can be revoked.
          expect(text).to.equal(undefined)
          expect(shown.html).to.include(name)
          const revoke = await person.form(`${KEYS}/${await keyNamed(shop, name)}/revoke`, '/revoke')
          expect((await person.send(revoke)).status).to.equal(303)
        },
      }
    },
  },
  {
    route: '/settings/keys/:id/revoke',
    prepare: async (shop) => {
      const { person, id, text } = await newKey(shop)
      return {
        person,
        form: await person.form(`${KEYS}/${id}/revoke`, '/revoke'),
        effects: () => shop.count('select id from api_keys where id = ? and revoked_at is not null', id),
        audited: shop.audited('key.revoked', id),
        afterwards: async () => {
          expect(await statusWith(shop, text)).to.equal(401)
        },
      }
    },
  },
  {
    route: '/settings/keys/:id/limits',
    prepare: async (shop) => {
      const { person, id } = await newKey(shop)
      return {
        person,
        form: await person.form(`${KEYS}/${id}/limits`, '/limits', { linkLimit: '123.45' }),
        effects: () => shop.count(`select id from api_keys where id = ? and controls like '%12345%'`, id),
        audited: shop.audited('key.limited', id),
      }
    },
  },
]
