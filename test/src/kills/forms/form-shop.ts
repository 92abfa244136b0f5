import { randomUUID } from 'node:crypto'
import type { Role } from '@paylink/core/identity/role'
import { TOTP } from 'otpauth'
import { Authenticator } from '../../support/authenticator.js'
import type { Site } from '../../support/site.js'
import { PASSWORD, SitePerson } from '../../support/site-person.js'

export const BASE = '/dashboard/test'
export const SECURITY = `${BASE}/settings/security`

/** One for each site, from the first time it is asked for. */
const shops = new WeakMap<Site, Promise<FormShop>>()

export function formShopOf(site: Site): Promise<FormShop> {
  let shop = shops.get(site)
  if (!shop) shops.set(site, (shop = FormShop.open(site)))
  return shop
}

/** A shop at a server of its own process, and its owner. */
export class FormShop {
  private secret = ''
  private authenticator: Authenticator | undefined

  private constructor(
    readonly site: Site,
    readonly owner: SitePerson,
    readonly ownerId: string,
    /** The one-time address of the first run, used by now. */
    readonly setUpPath: string,
  ) {}

  static async open(site: Site): Promise<FormShop> {
    const path = /\/dashboard\/setup\/\S+/.exec(site.server.output)?.[0]
    if (path === undefined) throw new Error(`the first start printed no address: ${site.server.output}`)
    const owner = new SitePerson(site)
    const fields = { name: 'Lupita', email: owner.email, password: PASSWORD }
    const { status, text } = await owner.send({ path, fields })
    if (status !== 303) throw new Error(`no owner: ${status} ${text.slice(0, 200)}`)
    const [{ id }] = (await site.view.rows<{ id: string }>('select id from users')) as [{ id: string }]
    return new FormShop(site, owner, id, path)
  }

  /** The owner without a second factor, signed in just now in a browser that has never been limited. */
  async freshOwner(): Promise<SitePerson> {
    await this.change('delete from totps', 'delete from recovery_codes', 'delete from passkeys')
    await this.forgetLimits()
    await this.owner.signedOut().signIn()
    return this.owner
  }

  /** Tries that were killed are not given back. */
  async forgetLimits(): Promise<void> {
    await this.change('delete from sign_in_limits')
  }

  async change(...statements: string[]): Promise<void> {
    const letGo = await this.site.view.change(statements)
    letGo()
  }

  async count(sql: string, ...values: unknown[]): Promise<number> {
    return (await this.site.view.rows(sql, values)).length
  }

  /** How many rows of the audit log have this action, about this. */
  audited(action: string, target = this.ownerId): () => Promise<number> {
    return () => this.count('select seq from audit_entries where action = ? and target = ?', action, target)
  }

  /** Another person of the shop, whose password is the owner's. */
  async member(role: Role): Promise<{ person: SitePerson; id: string }> {
    const mark = randomUUID().replaceAll('-', '')
    const [id, email] = [`usr_${mark}`, `${mark}@tienda.example`]
    await this.change(
      `insert into users
         (id, account_id, email, email_key, name, role, locale, password, password_changed_at, created_at, disabled_at)
       select '${id}', account_id, '${email}', '${email}', 'Chuy', '${role}', null, password, null, created_at, null
         from users where id = '${this.ownerId}'`,
    )
    return { person: new SitePerson(this.site, email), id }
  }

  /** The owner signs in with a code. Signed in before that. */
  async withCodes(): Promise<SitePerson> {
    const owner = await this.freshOwner()
    const path = `${SECURITY}/code`
    const { fields } = await owner.form(path, '/code')
    await this.readSecret(owner)
    await owner.send({ path, fields: { ...fields, code: this.code() } })
    // A code works once; the next is half a minute away.
    await this.change('update totps set last_step = 0')
    return owner
  }

  /** Remembers what the page shows to an authenticator app. */
  async readSecret(person: SitePerson): Promise<void> {
    const { html } = await person.get(`${SECURITY}/code`)
    this.secret = (/data-secret[^>]*>([^<]+)</.exec(html)?.[1] ?? '').replace(/\s/g, '')
  }

  code(): string {
    return new TOTP({ secret: this.secret }).generate()
  }

  /** The owner may give a code or a passkey after the password. */
  async withCodesAndPasskey(): Promise<void> {
    const owner = await this.withCodes()
    await owner.send(await this.newPasskey(owner, 'Celular'))
  }

  /** The owner has a passkey. */
  async withPasskey(): Promise<SitePerson> {
    const owner = await this.freshOwner()
    const form = await this.newPasskey(owner, 'Celular')
    const { status, text } = await owner.send(form)
    if (status !== 303) throw new Error(`no passkey: ${status} ${text.slice(0, 200)}`)
    return owner
  }

  /** The filled form for a new one. */
  async newPasskey(person: SitePerson, name: string): Promise<{ path: string; fields: Record<string, string> }> {
    const { path, fields } = await person.form(`${SECURITY}/passkeys/new`, '/new')
    this.authenticator = new Authenticator(this.site.server.url)
    const passkey = this.authenticator.register(await this.options(person, `${path}/options`, fields))
    return { path, fields: { ...fields, name, passkey: JSON.stringify(passkey) } }
  }

  /** What a browser makes of the options at this address. */
  async prove(person: SitePerson, path: string, fields: Record<string, string> = {}): Promise<string> {
    const options = await this.options(person, path, fields)
    return JSON.stringify(this.authenticator?.authenticate(options))
  }

  register(options: Parameters<Authenticator['register']>[0]): string {
    return JSON.stringify(new Authenticator(this.site.server.url).register(options))
  }

  async options(person: SitePerson, path: string, fields: Record<string, string>): Promise<any> {
    const { status, html } = await person.send({ path, fields })
    if (status !== 200) throw new Error(`${path}: ${status} ${html.slice(0, 200)}`)
    return JSON.parse(html)
  }
}
