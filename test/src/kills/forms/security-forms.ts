import { PASSWORD } from '../../support/site-person.js'
import type { FormAct } from './form-act.js'
import { BASE, type FormShop, SECURITY } from './form-shop.js'

const sessionsWhere = (condition: string): string => `select id from sessions where user_id = ? and ${condition}`

/** The sessions that have ended since now. */
async function ended(shop: FormShop): Promise<() => Promise<number>> {
  const count = (): Promise<number> => shop.count(sessionsWhere('ended_at is not null'), shop.ownerId)
  const before = await count()
  return async () => (await count()) - before
}

/** With another browser of theirs. */
async function withTwoSessions(shop: FormShop): Promise<string> {
  await shop.freshOwner()
  await shop.change('update sessions set ended_at = created_at where ended_at is null')
  await shop.owner.elsewhere().signIn()
  const [other] = await shop.site.view.rows<{ id: string }>(sessionsWhere('ended_at is null'), [shop.ownerId])
  return other?.id ?? ''
}

/** The session goes on under a new id: the old one has ended. */
const confirming = async (shop: FormShop) => ({ effects: await ended(shop) })

export const SECURITY_FORMS: readonly FormAct[] = [
  {
    route: '/language',
    prepare: async (shop) => {
      await shop.change('update users set locale = null')
      const person = await shop.freshOwner()
      const form = await person.form(SECURITY, '/language', { language: 'en' })
      return { person, form, effects: () => shop.count("select id from users where locale = 'en'") }
    },
  },
  {
    route: '/settings/security/sessions/end-others',
    again: 'anew',
    prepare: async (shop) => {
      await withTwoSessions(shop)
      const person = await shop.freshOwner()
      const form = await person.form(SECURITY, '/end-others')
      const before = await shop.count("select seq from audit_entries where action = 'user.sessions_revoked'")
      return {
        person,
        form,
        // The acts; that they ended a session is asked below, with the one.
        effects: async () =>
          (await shop.count("select seq from audit_entries where action = 'user.sessions_revoked'")) - before,
        audited: shop.audited('user.sessions_revoked'),
      }
    },
  },
  {
    route: '/settings/security/sessions/:id/end',
    prepare: async (shop) => {
      const other = await withTwoSessions(shop)
      const person = await shop.freshOwner()
      const form = await person.form(SECURITY, `/sessions/${other}/end`)
      return {
        person,
        form,
        effects: () => shop.count('select id from sessions where id = ? and ended_at is not null', other),
        audited: shop.audited('user.session_revoked', other),
      }
    },
  },
  {
    route: '/settings/security/password',
    prepare: async (shop) => {
      const person = await shop.freshOwner()
      const form = await person.form(`${SECURITY}/password`, '/password', { password: PASSWORD })
      const [user] = await shop.site.view.rows<{ password: string }>('select password from users where id = ?', [
        shop.ownerId,
      ])
      return {
        person,
        form,
        effects: () =>
          shop.count('select id from users where id = ? and password <> ?', shop.ownerId, user?.password ?? ''),
        audited: shop.audited('user.password_changed'),
      }
    },
  },
  {
    route: '/settings/security/passkeys/new',
    usesUp: true,
    prepare: async (shop) => {
      const person = await shop.freshOwner()
      const form = await shop.newPasskey(person, 'Tableta')
      return {
        person,
        form,
        effects: () => shop.count('select id from passkeys'),
        audited: shop.audited('user.passkey_added'),
      }
    },
  },
  {
    route: '/settings/security/passkeys/new/options',
    prepare: async (shop) => {
      const person = await shop.freshOwner()
      const { path, fields } = await person.form(`${SECURITY}/passkeys/new`, '/new')
      return { person, form: { path: `${path}/options`, fields } }
    },
  },
  {
    route: '/settings/security/passkeys/:id/name',
    prepare: async (shop) => {
      const person = await shop.withPasskey()
      const [{ id }] = (await shop.site.view.rows('select id from passkeys')) as [{ id: string }]
      const form = await person.form(`${SECURITY}/passkeys/${id}/name`, '/name', { name: 'Tableta' })
      return { person, form, effects: () => shop.count("select id from passkeys where name = 'Tableta'") }
    },
  },
  {
    route: '/settings/security/passkeys/:id/remove',
    prepare: async (shop) => {
      const person = await shop.withPasskey()
      const [{ id }] = (await shop.site.view.rows('select id from passkeys')) as [{ id: string }]
      const form = await person.form(`${SECURITY}/passkeys/${id}/remove`, '/remove')
      return {
        person,
        form,
        effects: async () => 1 - (await shop.count('select id from passkeys')),
        audited: shop.audited('user.passkey_removed'),
      }
    },
  },
  {
    route: '/settings/security/code',
    prepare: async (shop) => {
      const person = await shop.freshOwner()
      const form = await person.form(`${SECURITY}/code`, '/code')
      await shop.readSecret(person)
      return {
        person,
        form: { ...form, fields: { ...form.fields, code: shop.code() } },
        effects: async () =>
          (await shop.count('select user_id from totps where confirmed_at is not null')) &&
          (await shop.count('select hash from recovery_codes')) / 10,
        audited: shop.audited('user.codes_switched_on'),
      }
    },
  },
  {
    route: '/settings/security/code/remove',
    prepare: async (shop) => {
      const person = await shop.withCodes()
      const form = await person.form(`${SECURITY}/code/remove`, '/remove')
      return {
        person,
        form,
        effects: async () => 1 - (await shop.count('select user_id from totps')),
        audited: shop.audited('user.codes_switched_off'),
      }
    },
  },
  {
    route: '/settings/security/recovery-codes',
    again: 'anew',
    prepare: async (shop) => {
      const person = await shop.withCodes()
      const form = await person.form(`${SECURITY}/recovery-codes`, '/recovery-codes')
      const audited = shop.audited('user.recovery_codes_made')
      const before = await audited()
      return { person, form, effects: async () => (await audited()) - before, audited }
    },
  },
  {
    route: '/confirm',
    prepare: async (shop) => {
      const person = await shop.freshOwner()
      const form = await person.form(`${BASE}/confirm?next=${SECURITY}`, '/confirm', { password: PASSWORD })
      return { person, form, ...(await confirming(shop)) }
    },
  },
  {
    route: '/confirm/passkey',
    usesUp: true,
    prepare: async (shop) => {
      const person = await shop.withPasskey()
      const { path, fields } = await person.form(`${BASE}/confirm?next=${SECURITY}`, '/confirm/passkey')
      const passkey = await shop.prove(person, `${path}/options`, fields)
      return { person, form: { path, fields: { ...fields, passkey } }, ...(await confirming(shop)) }
    },
  },
  {
    route: '/confirm/passkey/options',
    prepare: async (shop) => {
      const person = await shop.withPasskey()
      const { path, fields } = await person.form(`${BASE}/confirm?next=${SECURITY}`, '/confirm/passkey')
      return { person, form: { path: `${path}/options`, fields } }
    },
  },
  {
    route: '/sign-out',
    prepare: async (shop) => {
      const person = await shop.freshOwner()
      const form = await person.form(BASE, '/sign-out')
      return { person, form, effects: await ended(shop) }
    },
  },
]
