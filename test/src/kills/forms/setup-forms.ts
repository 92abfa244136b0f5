import { randomUUID } from 'node:crypto'
import type { FormAct } from './form-act.js'
import { BASE } from './form-shop.js'

const SETUP = `${BASE}/setup`

const previewOf = (step: number): FormAct => ({
  route: `/setup/${step}/preview`,
  prepare: async (shop) => {
    const person = await shop.freshOwner()
    const { path, fields } = await person.form(`${SETUP}/${step}`, `/setup/${step}`)
    return { person, form: { path: `${path}/preview`, fields } }
  },
})

export const SETUP_FORMS: readonly FormAct[] = [
  {
    route: '/setup/2',
    prepare: async (shop) => {
      await shop.change("update accounts set verified_at = null, subscription = 'inactive', name = 'Mi negocio'")
      const name = randomUUID()
      const person = await shop.freshOwner()
      const form = await person.form(`${SETUP}/2`, '/setup/2', { name, color: '#0f766e' })
      const account = 'select id from accounts where name = ? and brand_color = ?'
      const before = await shop.count("select seq from audit_entries where action = 'account.changed'")
      return {
        person,
        form,
        effects: () =>
          shop.count(`${account} and verified_at is not null and subscription = 'active'`, name, '#0f766e'),
        audited: async () =>
          (await shop.count("select seq from audit_entries where action = 'account.changed'")) - before,
      }
    },
  },
  previewOf(2),
  {
    route: '/setup/3',
    prepare: async (shop) => {
      const person = await shop.freshOwner()
      const form = await person.form(`${SETUP}/3`, '/setup/3', { way: 'simulator' })
      return { person, form }
    },
  },
  previewOf(3),
  {
    route: '/setup/4',
    prepare: async (shop) => {
      const title = randomUUID()
      const person = await shop.freshOwner()
      const form = await person.form(`${SETUP}/4`, '/setup/4', { title, amount: '2,450' })
      return { person, form, effects: () => shop.count('select id from payment_links where title = ?', title) }
    },
  },
  previewOf(4),
]
