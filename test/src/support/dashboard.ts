import { Accounts } from '@paylink/core/accounts/accounts.repository'
import type { Account } from '@paylink/core/accounts/account'
import { CreateAccount } from '@paylink/core/accounts/create-account'
import { DASHBOARD_ROUTES } from '@paylink/core/dashboard/dashboard.module'
import type { Route } from '@paylink/core/dashboard/route'
import { UnitOfWork } from '@paylink/core/database/unit-of-work'
import { OpenSession } from '@paylink/core/identity/open-session'
import { ReadSession } from '@paylink/core/identity/read-session'
import type { Role } from '@paylink/core/identity/role'
import { IdentityCookies } from '@paylink/core/identity/session-cookie'
import { Users } from '@paylink/core/identity/users.repository'
import type { PageLocale } from '@paylink/core/kernel/choose-locale'
import { Ids } from '@paylink/core/kernel/ids'
import { SYSTEM } from '@paylink/core/kernel/principal'
import { Clock, iso } from '@paylink/core/kernel/clock'
import { valueOf } from '@paylink/core/kernel/provide'
import type { TestAppliance } from './appliance.js'

export interface PageReply {
  status: number
  headers: Headers
  html: string
  /** The text of the page, with plain spaces. */
  text: string
}

/** Fields of one form, by name, as a browser would send them untouched; without its buttons. */
export interface PageForm {
  action: string
  fields: Record<string, string>
}

type SentHeaders = Record<string, string>

/** A person of the shop, signed in, whose browser runs no scripts. */
export class ShopPerson {
  private constructor(
    readonly paylink: TestAppliance,
    readonly userId: string,
    readonly account: Account,
    readonly cookie: string,
  ) {}

  /** A new user with this role, in the first account unless another is given. */
  static async signIn(
    paylink: TestAppliance,
    role: Role = 'owner',
    accountId?: string,
    locale: PageLocale | null = null,
  ): Promise<ShopPerson> {
    const { container } = paylink
    const [first] = await container.get(Accounts).list()
    const account = accountId === undefined ? first : await container.get(Accounts).find(accountId)
    if (!account) throw new Error('there is no account')
    const id = container.get(Ids).next('usr')
    const now = iso(container.get(Clock).now())
    const opened = await container.get(UnitOfWork).run(async (tx) => {
      const email = `${id}@tienda.example`
      await container.get(Users).insert(tx, {
        ...{ id, accountId: account.id, email, emailKey: email, name: `Lupita ${role}`, role, locale },
        ...{ password: null, passwordChangedAt: null, createdAt: now, disabledAt: null },
      })
      return container
        .get(OpenSession)
        .signIn(tx, { id, accountId: account.id }, { ip: '127.0.0.1', userAgent: '' }, { method: 'password' })
    })
    const name = container.get(IdentityCookies).nameOf('session')
    return new ShopPerson(paylink, id, account, `${name}=${opened.token}`)
  }

  /** Another merchant's account on the same installation. */
  static otherAccount({ container }: TestAppliance): Promise<Account> {
    return container.get(CreateAccount).run('Otra tienda', SYSTEM)
  }

  /** The same person, under a new session in place of this one. */
  static async again({ paylink, userId, account, cookie }: ShopPerson): Promise<ShopPerson> {
    const [name = '', token = ''] = cookie.split('=')
    const session = await paylink.container.get(ReadSession).find(token)
    const place = { ip: '127.0.0.1', userAgent: '' }
    const opened = await paylink.container
      .get(UnitOfWork)
      .run((tx) => paylink.container.get(OpenSession).replace(tx, session?.id ?? '', place, { isConfirmed: true }))
    return new ShopPerson(paylink, userId, account, `${name}=${opened.token}`)
  }

  async get(path: string, headers: SentHeaders = {}): Promise<PageReply> {
    return this.fetch(path, { headers })
  }

  /** The form of a page whose action ends so; the only one that posts, unless given. */
  async form(path: string, actionEnd = ''): Promise<PageForm> {
    const reply = await this.get(path)
    const form = formsIn(reply.html).find(({ action }) => action.split('?')[0]?.endsWith(actionEnd))
    if (!form) throw new Error(`${path} (${reply.status}) has no form for ${actionEnd}: ${reply.text.slice(0, 200)}`)
    return form
  }

  /** Sends a form of the page at `path`, with changes; null leaves a field out. */
  async send(
    path: string,
    changes: Record<string, string | null>,
    actionEnd = path.split('?')[0] ?? '',
  ): Promise<PageReply> {
    const { action, fields } = await this.form(path, actionEnd)
    return this.post(action, { ...fields, ...changes })
  }

  async post(path: string, fields: Record<string, string | null>, headers: SentHeaders = {}): Promise<PageReply> {
    const given = Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== null)
    return this.fetch(path, {
      method: 'POST',
      headers: { Origin: this.paylink.url, ...headers },
      body: new URLSearchParams(given),
    })
  }

  /** The same person, when their session has ended. */
  withCookie(cookie: string): ShopPerson {
    return new ShopPerson(this.paylink, this.userId, this.account, cookie)
  }

  private async fetch(path: string, { headers, ...init }: RequestInit & { headers: SentHeaders }): Promise<PageReply> {
    const url = path.startsWith('http') ? path : this.paylink.url + path
    const reply = await fetch(url, {
      redirect: 'manual',
      ...init,
      headers: { Accept: 'text/html', Cookie: this.cookie, ...headers },
    })
    const html = await reply.text()
    return { status: reply.status, headers: reply.headers, html, text: textOf(html) }
  }
}

export const textOf = (html: string): string =>
  decode(html.replace(/<(script|style)[\s\S]*?<\/\1>/g, ' ').replace(/<[^>]+>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim()

export function formsIn(html: string): PageForm[] {
  return [...html.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/g)]
    .filter(([, attributes = '']) => /method="post"/.test(attributes))
    .map(([, attributes = '', body = '']) => ({
      action: attributeOf(attributes, 'action') ?? '',
      fields: fieldsIn(body),
    }))
}

function fieldsIn(html: string): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const [, attributes = ''] of html.matchAll(/<input\b([^>]*)>/g)) {
    const name = attributeOf(attributes, 'name')
    const type = attributeOf(attributes, 'type') ?? 'text'
    const isOff = ['checkbox', 'radio'].includes(type) && !/\bchecked\b/.test(attributes)
    if (name !== undefined && !isOff && type !== 'file') fields[name] = attributeOf(attributes, 'value') ?? ''
  }
  for (const [, attributes = '', text = ''] of html.matchAll(/<textarea\b([^>]*)>([\s\S]*?)<\/textarea>/g)) {
    fields[attributeOf(attributes, 'name') ?? ''] = decode(text)
  }
  for (const [, attributes = '', options = ''] of html.matchAll(/<select\b([^>]*)>([\s\S]*?)<\/select>/g)) {
    const all = [...options.matchAll(/<option\b([^>]*)>/g)].map(([, option = '']) => option)
    const chosen = all.find((option) => /\bselected\b/.test(option)) ?? all[0] ?? ''
    fields[attributeOf(attributes, 'name') ?? ''] = attributeOf(chosen, 'value') ?? ''
  }
  return fields
}

const attributeOf = (attributes: string, name: string): string | undefined => {
  const [, value] = new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes) ?? []
  return value === undefined ? undefined : decode(value)
}

const decode = (text: string): string =>
  text
    .replace(/&quot;/g, '"')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&')

/** Every address behind the session. The dashboard is loaded with its first request. */
export async function dashboardRoutes({ url, container }: TestAppliance): Promise<Route[]> {
  await fetch(`${url}/dashboard/sign-in`)
  return valueOf(container, DASHBOARD_ROUTES)
}
