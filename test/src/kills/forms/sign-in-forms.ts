import { runCommand } from '../../support/command.js'
import { PASSWORD, SitePerson } from '../../support/site-person.js'
import type { FormAct, PreparedForm } from './form-act.js'
import type { FormShop } from './form-shop.js'

const SIGN_IN = '/dashboard/sign-in'
const GUEST = 'chuy@tienda.example'
const UNUSED = 'update invitations set used_at = null, withdrawn_at = null'
const OF_USERS = ['sessions', 'devices', 'passkeys', 'totps', 'recovery_codes', 'pending_sign_ins', 'held_forms']

/** Sessions opened from now on, each on the record. */
async function entering(shop: FormShop, userId = shop.ownerId): Promise<Pick<PreparedForm, 'effects' | 'audited'>> {
  const count = (): Promise<number> => shop.count('select id from sessions where user_id = ?', userId)
  const before = await count()
  return { effects: async () => (await count()) - before, audited: shop.audited('user.signed_in', userId) }
}

/** After the password, before the code. */
async function atSecondStep(shop: FormShop): Promise<SitePerson> {
  await shop.forgetLimits()
  const person = shop.owner.elsewhere()
  const { headers } = await person.send({ path: SIGN_IN, fields: { email: person.email, password: PASSWORD } })
  if (!headers.get('location')?.includes('/code')) throw new Error('no second step')
  return person
}

/** The one-time address that a command prints, unused. */
const addresses = new WeakMap<FormShop, Map<string, string>>()
async function addressOf(shop: FormShop, command: string, email: string): Promise<string> {
  const known = addresses.get(shop) ?? new Map<string, string>()
  addresses.set(shop, known)
  let path = known.get(command)
  if (path === undefined) {
    const { stdout, stderr } = await runCommand(['users', command, '--email', email], shop.site.server.env)
    path = /\/dashboard\/(?:invitation|reset)\/[^\s"]+/.exec(stdout)?.[0]
    if (path === undefined) throw new Error(`no address: ${stdout} ${stderr}`)
    known.set(command, path)
  }
  await shop.change(UNUSED)
  return path
}

/** As before this person was there. */
async function without(shop: FormShop, email: string): Promise<void> {
  const id = `(select id from users where email = '${email}')`
  await shop.change(...OF_USERS.map((table) => `delete from ${table} where user_id = ${id}`))
  await shop.change(`delete from invitations where user_id = ${id}`, `delete from users where email = '${email}'`)
}

/** Makes a user, once. */
async function joining(shop: FormShop, path: string, email: string, fields: Record<string, string>) {
  const person = new SitePerson(shop.site, email)
  // A person who joins by the same address again has the same id.
  const joined = (): Promise<number> => shop.count("select seq from audit_entries where action = 'user.joined'")
  return {
    person,
    form: { path, fields: { name: 'Chuy', ...fields, password: PASSWORD } },
    effects: () => shop.count('select u.id from users u join sessions s on s.user_id = u.id where u.email = ?', email),
    audited: joined,
  }
}

/** The address of the first run, as if it had not been used. */
async function beforeTheFirstRun(shop: FormShop): Promise<string> {
  await without(shop, shop.owner.email)
  await shop.change(UNUSED)
  return shop.setUpPath
}

export const SIGN_IN_FORMS: readonly FormAct[] = [
  {
    route: '/dashboard/sign-in',
    again: 'anew',
    prepare: async (shop) => {
      const person = (await shop.freshOwner()).signedOut()
      const form = { path: SIGN_IN, fields: { email: person.email, password: PASSWORD } }
      return { person, form, ...(await entering(shop)) }
    },
  },
  {
    route: '/dashboard/sign-in/passkey/options',
    prepare: async (shop) => {
      await shop.forgetLimits()
      return { person: shop.owner.elsewhere(), form: { path: `${SIGN_IN}/passkey/options`, fields: {} } }
    },
  },
  {
    route: '/dashboard/sign-in/passkey',
    usesUp: true,
    prepare: async (shop) => {
      const person = (await shop.withPasskey()).signedOut()
      const passkey = await shop.prove(person, `${SIGN_IN}/passkey/options`)
      return { person, form: { path: `${SIGN_IN}/passkey`, fields: { passkey } }, ...(await entering(shop)) }
    },
  },
  {
    route: '/dashboard/sign-in/code',
    prepare: async (shop) => {
      await shop.withCodes()
      const person = await atSecondStep(shop)
      return {
        person,
        form: { path: `${SIGN_IN}/code`, fields: { code: shop.code() } },
        ...(await entering(shop)),
      }
    },
  },
  {
    route: '/dashboard/sign-in/code/passkey/options',
    prepare: async (shop) => {
      await shop.withCodesAndPasskey()
      return { person: await atSecondStep(shop), form: { path: `${SIGN_IN}/code/passkey/options`, fields: {} } }
    },
  },
  {
    route: '/dashboard/sign-in/code/passkey',
    usesUp: true,
    prepare: async (shop) => {
      await shop.withCodesAndPasskey()
      const person = await atSecondStep(shop)
      const passkey = await shop.prove(person, `${SIGN_IN}/code/passkey/options`)
      return { person, form: { path: `${SIGN_IN}/code/passkey`, fields: { passkey } }, ...(await entering(shop)) }
    },
  },
  {
    route: '/dashboard/sign-in/forgot',
    again: 'anew',
    prepare: async (shop) => {
      await shop.forgetLimits()
      const count = (): Promise<number> => shop.count("select id from invitations where purpose = 'reset'")
      const before = await count()
      const person = shop.owner.elsewhere()
      return {
        person,
        form: { path: `${SIGN_IN}/forgot`, fields: { email: person.email } },
        effects: async () => (await count()) - before,
        audited: shop.audited('user.reset_requested'),
      }
    },
  },
  {
    route: '/dashboard/reset/:token',
    prepare: async (shop) => {
      const path = await addressOf(shop, 'reset-password', shop.owner.email)
      const [user] = await shop.site.view.rows<{ password: string }>('select password from users where id = ?', [
        shop.ownerId,
      ])
      const changed = 'select id from users where id = ? and password <> ?'
      return {
        person: shop.owner.elsewhere(),
        form: { path, fields: { password: PASSWORD } },
        effects: () => shop.count(changed, shop.ownerId, user?.password ?? ''),
        audited: shop.audited('user.password_reset'),
      }
    },
  },
  {
    route: '/dashboard/invitation/:token',
    prepare: async (shop) => {
      await without(shop, GUEST)
      return joining(shop, await addressOf(shop, 'invite', GUEST), GUEST, {})
    },
  },
  {
    route: '/dashboard/invitation/:token/passkey/options',
    prepare: async (shop) => {
      await without(shop, GUEST)
      const path = `${await addressOf(shop, 'invite', GUEST)}/passkey/options`
      return { person: new SitePerson(shop.site, GUEST), form: { path, fields: { name: 'Chuy' } } }
    },
  },
  {
    route: '/dashboard/setup/:token',
    prepare: async (shop) => {
      const { email } = shop.owner
      return joining(shop, await beforeTheFirstRun(shop), email, { email })
    },
  },
  {
    route: '/dashboard/setup/:token/passkey/options',
    prepare: async (shop) => {
      const path = `${await beforeTheFirstRun(shop)}/passkey/options`
      const { email } = shop.owner
      return { person: shop.owner.elsewhere(), form: { path, fields: { name: 'Lupita', email } } }
    },
  },
]
