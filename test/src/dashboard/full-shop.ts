import { AskPerson } from '@paylink/core/agents/ask-person'
import type { Route } from '@paylink/core/dashboard/route'
import { UnitOfWork } from '@paylink/core/database/unit-of-work'
import { InviteUser } from '@paylink/core/identity/invite-user'
import { actFor, actForAccount, OPERATOR } from '@paylink/core/kernel/principal'
import { RegisterEndpoint } from '@paylink/core/webhooks/register-endpoint'
import { Program } from '../oauth/program.js'
import type { TestAppliance } from '../support/appliance.js'
import { ShopPerson } from '../support/dashboard.js'

/** In every text that the shop gave to what it has. */
export const MARK = 'Zarzamora'

/** By the beginning of the address that a thing of the kind is found at. */
const KINDS = ['links', 'payments', 'review', 'connections', 'keys', 'webhooks', 'sessions', 'passkeys'] as const
type Kind = (typeof KINDS)[number] | 'approvals' | 'connect' | 'invitations' | 'people' | 'plugins' | 'suppressed'

/** What is seen in one mode alone; the rest belongs to the account or to a person. */
const OF_A_MODE: readonly Kind[] = [
  'approvals',
  'connect',
  'links',
  'payments',
  'review',
  'connections',
  'keys',
  'webhooks',
  'suppressed',
]

const HASH = 'a'.repeat(64)

const FIELDS: Record<string, string> = {
  ...{
    name: 'Otro',
    title: 'Otro',
    'items[0].unitPrice': '245.50',
    amount: '2,450',
    color: '#0f766e',
    way: 'simulator',
  },
  ...{ email: 'otra@tienda.example', role: 'viewer', required: 'on', isOn: 'on', sheetTo: 'otra@tienda.example' },
  ...{ url: 'http://127.0.0.1:9/otro', which: 'all', overlap: '0', can: 'all', expires: 'never' },
  ...{ to: 'otra@tienda.example', reason: 'Porque sí', decision: 'keep', method: 'retail_cash', motivo: '02' },
  ...{
    daysBefore: '0',
    days: '5',
    language: 'en',
    password: 'caballo correcto grapa',
    code: '123456',
    argumentsHash: HASH,
  },
}

/** A shop that has one of everything in test mode, so that each address of the dashboard may be about something. */
export class FullShop {
  private constructor(
    readonly paylink: TestAppliance,
    private readonly ids: Record<Kind | 'event', string>,
  ) {}

  static async furnish(paylink: TestAppliance): Promise<FullShop> {
    const { container, account, db } = paylink
    await paylink.changeAccount({ verifiedAt: paylink.clock.now().toISOString(), subscription: 'active' })
    const endpoint = await container
      .get(RegisterEndpoint)
      .run(actFor(OPERATOR, { accountId: account.id, livemode: false }), {
        url: `http://127.0.0.1:9/${MARK}`,
        events: null,
      })
    const link = await paylink.createLink({ title: MARK })
    const [payment, review] = [await FullShop.paid(paylink), await FullShop.paid(paylink)]
    await paylink.change('payments', review, {
      review_reason: 'duplicate',
      review_since: paylink.clock.now().toISOString(),
    })
    const { key } = await paylink.newKey({ name: MARK })
    const principal = actForAccount(OPERATOR, account.id)
    const { invitation } = await container
      .get(InviteUser)
      .run(principal, { email: `${MARK}@invitada.example`, role: 'cashier' })
    const member = await ShopPerson.signIn(paylink, 'viewer')
    const createdAt = paylink.clock.now().toISOString()
    const ofMember = { user_id: member.userId, account_id: account.id, created_at: createdAt }
    await container.get(UnitOfWork).run(async (tx) => {
      await tx('users').where({ id: member.userId }).update({ name: MARK })
      const own = { public_key: 'none', counter: 0, transports: '', name: MARK }
      await tx('passkeys').insert({ id: `passkey-${member.userId}`, ...ofMember, ...own })
    })
    const suppressed = 'eml_suppressed'
    const address = { livemode: false, address: `${MARK}@cliente.example`, reason: 'bounced', delivery_id: suppressed }
    await paylink
      .writer('email_suppressions')
      .insert({ account_id: account.id, ...address, created_at: createdAt })
      .onConflict(['account_id', 'livemode', 'address'])
      .ignore()
    const { id: session } = await db('sessions').where({ user_id: member.userId }).first('id')
    const { id: event } = await db('events').where({ type: 'payment_link.paid' }).first('id')
    const { id: connection } = await db('connections').where({ account_id: account.id, provider: 'provider_a' }).first()
    const things = { links: link.id, payments: payment, review, connections: connection, keys: key.id }
    const ofTeam = { sessions: session, passkeys: `passkey-${member.userId}`, people: member.userId }
    const ids = {
      ...things,
      ...ofTeam,
      approvals: await FullShop.askedToApprove(paylink, key.id),
      connect: await FullShop.askedToConnect(paylink),
      webhooks: endpoint.endpoint.id,
      invitations: invitation.id,
      event,
      plugins: 'invoicing_provider',
      suppressed,
    }
    return new FullShop(paylink, ids)
  }

  private static async paid(paylink: TestAppliance): Promise<string> {
    const { id } = await paylink.createLink({ title: MARK })
    return (await paylink.post(`/v1/payment_links/${id}/mark_paid`, {})).body.paidPaymentId
  }

  private static async askedToApprove({ container, account }: TestAppliance, keyId: string): Promise<string> {
    const principal = { surface: 'mcp', who: { kind: 'key', id: keyId }, scopes: null } as const
    const { id } = await container.get(AskPerson).run(
      { ...principal, accountId: account.id, livemode: false },
      {
        ...{ client: MARK, operation: 'create_payment_link', idempotencyKey: MARK },
        ...{ arguments: { title: MARK }, argumentsHash: HASH },
      },
    )
    return id
  }

  /** A request of a program that waits for a person. */
  private static async askedToConnect(paylink: TestAppliance): Promise<string> {
    const program = await Program.register(paylink, { name: MARK })
    const { headers } = await fetch(program.authorizeUrl(), { redirect: 'manual' })
    return headers.get('location')?.split('/').at(-1) ?? ''
  }

  /** The address of a route about the shop's own things. `mode`: `` or `/test`. */
  pathOf({ path }: Route, mode: string): string {
    const kind = kindOf(path)
    const named: Record<string, string> = {
      ...{ ':provider': path.includes('/invoicing/') ? 'invoicing_provider' : 'provider_a', ':event': this.ids.event },
      ...{ ':id': kind ? this.ids[kind] : '' },
    }
    return `/dashboard${mode}${path === '/' ? '' : path.replace(/:\w+/g, (name) => named[name] ?? 'x')}`
  }

  /** With a token of this person's session and mode, and what a person might type. */
  async fields(
    person: ShopPerson,
    mode: string,
    changes: Record<string, string> = {},
  ): Promise<Record<string, string>> {
    const { fields } = await person.form(`/dashboard${mode}/settings/security`, '/language')
    return { ...FIELDS, csrf: fields['csrf'] ?? '', ...changes }
  }
}

export const kindOf = (path: string): Kind | undefined =>
  ([...KINDS, 'approvals', 'connect', 'invitations', 'people', 'plugins', 'suppressed'] as const).find((kind) =>
    path.includes(`/${kind}/:id`),
  )

export const isOfAMode = (path: string): boolean => OF_A_MODE.some((kind) => kind === kindOf(path))
