import type { PaymentLinkView } from '@paylink/core/payment-links/payment-link.view'
import { actFor, OPERATOR } from '@paylink/core/kernel/principal'
import type { Account } from '@paylink/core/accounts/account'
import { settingsOf } from '@paylink/core/accounts/account-settings'
import { Accounts } from '@paylink/core/accounts/accounts.repository'
import { ApiKeys } from '@paylink/core/accounts/api-keys.repository'
import { CreateAccount } from '@paylink/core/accounts/create-account'
import { CreateKey } from '@paylink/core/accounts/create-key'
import type { NewKey } from '@paylink/core/accounts/new-key'
import { ConnectProvider } from '@paylink/core/connections/connect-provider'
import { Connections } from '@paylink/core/connections/connections.repository'
import { DisconnectProvider } from '@paylink/core/connections/disconnect-provider'
import { UnitOfWork } from '@paylink/core/database/unit-of-work'
import { Ids } from '@paylink/core/kernel/ids'
import { type CallOptions, linkBody, type Reply, type TestAppliance } from './appliance.js'
import { storedConnection } from './stored-connection.js'

/** A further merchant of one server, with keys, links and lists of its own. */
export class Merchant {
  private count = 0

  private constructor(
    private readonly paylink: TestAppliance,
    readonly account: Account,
    readonly key: string,
  ) {}

  static async join(
    paylink: TestAppliance,
    { connected = true, changes = {} }: { connected?: boolean; changes?: Partial<Account> } = {},
  ): Promise<Merchant> {
    const { container } = paylink
    const account = { ...(await container.get(CreateAccount).run('Otro negocio', OPERATOR)), ...changes }
    await container.get(UnitOfWork).run((tx) => container.get(Accounts).update(tx, account.id, settingsOf(account)))
    const operator = actFor(OPERATOR, { accountId: account.id, livemode: false })
    const { text } = await container.get(CreateKey).run(operator, {})
    const merchant = new Merchant(paylink, account, text)
    if (connected) await merchant.connect()
    return merchant
  }

  /** Test mode gets the sandbox; live mode a connection that is only written down. */
  async connect(livemode = false): Promise<string> {
    const { container } = this.paylink
    const scope = { accountId: this.account.id, livemode }
    if (!livemode) {
      const input = { provider: 'provider_a', sandbox: true, settings: {} }
      return (await container.get(ConnectProvider).run(actFor(OPERATOR, scope), input)).connection.id
    }
    const id = container.get(Ids).next('conn')
    const createdAt = this.paylink.clock.now().toISOString()
    const connection = storedConnection({ ...scope, id, createdAt })
    await container.get(UnitOfWork).run((tx) => container.get(Connections).put(tx, connection))
    return id
  }

  async disconnect(id: string): Promise<void> {
    const connection = await this.paylink.container.get(Connections).find('payment', id)
    await this.paylink.container.get(DisconnectProvider).run(actFor(OPERATOR, connection!), id)
  }

  newKey({ livemode = false, ...input }: NewKey & { livemode?: boolean } = {}): ReturnType<CreateKey['run']> {
    return this.paylink.container.get(CreateKey).run(actFor(OPERATOR, { accountId: this.account.id, livemode }), input)
  }

  async revoke(keyId: string): Promise<void> {
    const at = this.paylink.clock.now().toISOString()
    await this.paylink.container
      .get(UnitOfWork)
      .run((tx) => this.paylink.container.get(ApiKeys).revoke(tx, this.account.id, keyId, at))
  }

  async change(changes: Partial<Account>): Promise<void> {
    Object.assign(this.account, changes)
    await this.paylink.container
      .get(UnitOfWork)
      .run((tx) => this.paylink.container.get(Accounts).update(tx, this.account.id, settingsOf(this.account)))
  }

  get(path: string, options: CallOptions = {}): Promise<Reply> {
    return this.paylink.get(path, { key: this.key, ...options })
  }

  post(path: string, body?: unknown, options: CallOptions = {}): Promise<Reply> {
    return this.paylink.post(path, body, { key: this.key, ...options })
  }

  /** Asks for a link, under a new key unless one is given. */
  create(changes: object = {}, options: CallOptions = {}): Promise<Reply> {
    return this.post('/v1/payment_links', linkBody(changes), {
      idempotencyKey: `${this.account.id}-${++this.count}`,
      ...options,
    })
  }

  createLink(changes: object = {}, options: CallOptions = {}): Promise<PaymentLinkView> {
    return this.paylink.createLink(changes, {
      key: this.key,
      idempotencyKey: `${this.account.id}-${++this.count}`,
      ...options,
    })
  }
}
