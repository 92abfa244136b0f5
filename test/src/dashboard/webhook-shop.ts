import type { Engine } from '@paylink/core/database/engine'
import { actForAccount, OPERATOR } from '@paylink/core/kernel/principal'
import { SwitchEndpoint } from '@paylink/core/webhooks/switch-endpoint'
import { type PageReply, ShopPerson } from '../support/dashboard.js'
import { answering } from '../support/receiver.js'
import { type EndpointOfTest, Hooks } from '../webhooks/hooks.js'

export const LIST = '/dashboard/test/settings/webhooks'
export const NEW = `${LIST}/new`

/** The pages of webhooks in test mode, opened by the owner; call it in a `describe`. */
export class WebhookShop {
  hooks!: Hooks
  owner!: ShopPerson

  constructor(engine: Engine) {
    before(async () => void (this.hooks = await Hooks.start(engine)))
    after(() => this.hooks.stop())
    // Identity is confirmed for ten minutes.
    beforeEach(() => this.signIn())
    // What is announced goes to every endpoint that is enabled.
    afterEach(() => this.disableAll())
  }

  async signIn(): Promise<void> {
    this.owner = await ShopPerson.signIn(this.hooks.paylink)
  }

  at({ id }: { id: string }): string {
    return `${LIST}/${id}`
  }

  row(id: string): Promise<any> {
    return this.hooks.paylink.db('webhook_endpoints').where({ id }).first()
  }

  /** What the owner did to it. */
  audited(id: string): Promise<string[]> {
    const entries = this.hooks.paylink.db('audit_entries').where({ target: id, actor: this.owner.userId })
    return entries.orderBy('seq').pluck('action')
  }

  /** A button of the endpoint's page. */
  press(endpoint: { id: string }, act: string): Promise<PageReply> {
    return this.owner.send(this.at(endpoint), {}, `/${act}`)
  }

  async failing(): Promise<EndpointOfTest> {
    const endpoint = await this.hooks.register()
    this.hooks.receiver.conduct(endpoint.path, answering(502, {}, '<h1>Bad Gateway</h1>'))
    return endpoint
  }

  private async disableAll(): Promise<void> {
    const { account, db } = this.hooks.paylink
    const own = { account_id: account.id, status: 'enabled' }
    const enabled: string[] = await db('webhook_endpoints').where(own).pluck('id')
    for (const id of enabled) {
      await this.hooks.container.get(SwitchEndpoint).disable(actForAccount(OPERATOR, account.id), id)
    }
  }
}

export const locationOf = ({ headers }: PageReply): string => headers.get('location') ?? ''

export const secretIn = ({ text }: PageReply): string => /whsec_[A-Za-z0-9+/]{43}=/.exec(text)?.[0] ?? ''
