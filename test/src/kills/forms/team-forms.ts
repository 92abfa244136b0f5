import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import type { SitePerson } from '../../support/site-person.js'
import type { FormAct } from './form-act.js'
import { BASE, type FormShop } from './form-shop.js'

const TEAM = `${BASE}/settings/team`

const newAddress = (): string => `${randomUUID()}@tienda.example`

const invitations = (shop: FormShop, email: string, condition: string) => (): Promise<number> =>
  shop.count(`select id from invitations where email = ? and ${condition}`, email)

const OPEN = 'withdrawn_at is null and used_at is null'

/** How many entries the audit log has of the invitations of this person. */
const ofInvitations = (shop: FormShop, email: string, action: string) => (): Promise<number> =>
  shop.count(
    'select a.seq from audit_entries a join invitations i on i.id = a.target where i.email = ? and a.action = ?',
    ...[email, action],
  )

/** One may be accepted, and each was mailed once. */
async function expectOneOpen(shop: FormShop, email: string): Promise<void> {
  expect(await invitations(shop, email, OPEN)()).to.equal(1)
  const mailed = `'invitation:' || id in (select once from email_deliveries where recipient = invitations.email)`
  expect(await invitations(shop, email, `not (${mailed})`)()).to.equal(0)
}

async function invited(shop: FormShop): Promise<{ person: SitePerson; email: string; page: string }> {
  const email = newAddress()
  const person = await shop.freshOwner()
  await person.send(await person.form(TEAM, '/invitations', { email, role: 'cashier' }))
  const [row] = await shop.site.view.rows<{ id: string }>('select id from invitations where email = ?', [email])
  return { person, email, page: `${TEAM}/invitations/${row?.id ?? ''}` }
}

/** The owner before the page of another person, who is signed in. */
async function withMember(
  shop: FormShop,
): Promise<{ owner: SitePerson; id: string; page: string; member: SitePerson }> {
  const owner = await shop.freshOwner()
  const { person: member, id } = await shop.member('viewer')
  await member.signIn()
  return { owner, id, page: `${TEAM}/people/${id}`, member }
}

/** What they open sends them to sign in. */
async function expectSentOut(member: SitePerson): Promise<void> {
  expect((await member.get(`${BASE}/links`)).headers.get('location')).to.match(/\/sign-in/)
}

const accountWhere = (shop: FormShop, condition: string) => (): Promise<number> =>
  shop.count(`select id from accounts where ${condition}`)

/** The account's settings, as the audit log has them. */
async function settingsChanged(shop: FormShop): Promise<() => Promise<number>> {
  const count = (): Promise<number> => shop.count("select seq from audit_entries where action = 'account.changed'")
  const before = await count()
  return async () => (await count()) - before
}

export const TEAM_FORMS: readonly FormAct[] = [
  {
    route: '/accountant/mail',
    prepare: async (shop) => {
      const sheetTo = newAddress()
      const person = await shop.freshOwner()
      const form = await person.form(`${BASE}/accountant`, '/accountant/mail', { isOn: 'on', sheetTo })
      return {
        person,
        form,
        effects: accountWhere(shop, `sheet_to = '${sheetTo}' and sheet_since is not null`),
        audited: await settingsChanged(shop),
      }
    },
  },
  {
    route: '/settings/audit/verify',
    prepare: async (shop) => {
      const person = await shop.freshOwner()
      return { person, form: await person.form(`${BASE}/settings/audit`, '/verify') }
    },
  },
  {
    route: '/settings/team/second-factor',
    prepare: async (shop) => {
      await shop.change('update accounts set requires_second_factor = true')
      const person = await shop.withPasskey()
      const form = await person.form(TEAM, '/second-factor', { required: 'off' })
      return {
        person,
        form,
        effects: accountWhere(shop, 'not requires_second_factor'),
        audited: await settingsChanged(shop),
      }
    },
  },
  {
    route: '/settings/team/invitations',
    prepare: async (shop) => {
      const email = newAddress()
      const person = await shop.freshOwner()
      return {
        person,
        form: await person.form(TEAM, '/invitations', { email, role: 'viewer' }),
        effects: invitations(shop, email, OPEN),
        audited: ofInvitations(shop, email, 'user.invited'),
        afterwards: () => expectOneOpen(shop, email),
      }
    },
  },
  {
    route: '/settings/team/invitations/:id/again',
    prepare: async (shop) => {
      const { person, email, page } = await invited(shop)
      return {
        person,
        form: await person.form(page, '/again'),
        effects: invitations(shop, email, 'withdrawn_at is not null'),
        audited: ofInvitations(shop, email, 'user.invited'),
        afterwards: () => expectOneOpen(shop, email),
      }
    },
  },
  {
    route: '/settings/team/invitations/:id/withdraw',
    prepare: async (shop) => {
      const { person, email, page } = await invited(shop)
      return {
        person,
        form: await person.form(page, '/withdraw'),
        effects: invitations(shop, email, 'withdrawn_at is not null'),
        audited: ofInvitations(shop, email, 'user.invitation_withdrawn'),
      }
    },
  },
  {
    route: '/settings/team/people/:id/role',
    prepare: async (shop) => {
      const { owner, id, page, member } = await withMember(shop)
      return {
        person: owner,
        form: await owner.form(page, '/role', { role: 'admin' }),
        effects: () => shop.count("select id from users where id = ? and role = 'admin'", id),
        audited: shop.audited('user.role_changed', id),
        afterwards: () => expectSentOut(member),
      }
    },
  },
  {
    route: '/settings/team/people/:id/remove',
    prepare: async (shop) => {
      const { owner, id, page, member } = await withMember(shop)
      return {
        person: owner,
        form: await owner.form(`${page}/remove`, '/remove'),
        effects: () => shop.count('select id from users where id = ? and disabled_at is not null', id),
        audited: shop.audited('user.removed', id),
        afterwards: () => expectSentOut(member),
      }
    },
  },
  {
    route: '/settings/team/people/:id/second-factor',
    again: 'anew',
    prepare: async (shop) => {
      const { owner, id, page, member } = await withMember(shop)
      await shop.change(
        `insert into totps (user_id, account_id, sealed_secret, created_at, confirmed_at, last_step)
         select id, account_id, 'sealed', created_at, created_at, 0 from users where id = '${id}'`,
      )
      return {
        person: owner,
        form: await owner.form(`${page}/second-factor`, '/second-factor'),
        // The address of the first, whose answer was lost, no longer holds.
        effects: () => shop.count('select id from invitations where user_id = ?', id),
        audited: shop.audited('user.reset_requested', id),
        afterwards: () => expectOneOpen(shop, member.email),
      }
    },
  },
]
