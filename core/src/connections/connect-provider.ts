import { modeOf } from '../kernel/mode.js'
import type { BaseUrl } from '../kernel/named.js'
import type { AccountPrincipal } from '../kernel/principal.js'
import { type PaymentConnection, notificationUrlOf } from './connection.js'
import { onceMoreAfterTwin } from './once-more-after-twin.js'
import type { OpenConnection } from './open-connection.js'
import type { ConnectInput, PrepareConnection } from './prepare-connection.js'
import { providerUnavailable, valueOrProblem } from './provider-problem.js'
import type { RegisterWebhook } from './register-webhook.js'
import type { StoreConnection } from './store-connection.js'

export interface ConnectResult {
  connection: PaymentConnection
  notificationUrl: string
  /** Whether PayLink registered it at the provider. */
  registered: boolean
}

export class ConnectProvider {
  constructor(
    private readonly prepareConnection: PrepareConnection,
    private readonly openConnection: OpenConnection,
    private readonly registerWebhook: RegisterWebhook,
    private readonly storeConnection: StoreConnection,
    private readonly baseUrl: BaseUrl,
  ) {}

  /**
   * Checks the credentials with the provider and connects it. The same external account keeps its connection, with the
   * new credentials; another account replaces it, and the former connection, `disconnected`, still serves its open
   * payments.
   *
   * @throws Problem `validation_error`: a setting is wrong, or the credentials belong to the other mode
   * @throws Problem `provider_rejected`: the provider refuses the credentials
   * @throws Problem `provider_unavailable`: it could not be asked; nothing was changed
   * @throws Problem `request_in_flight`: the connection was changed in the meantime
   */
  run(principal: AccountPrincipal, input: ConnectInput): Promise<ConnectResult> {
    return onceMoreAfterTwin(() => this.connect(principal, input))
  }

  private async connect(principal: AccountPrincipal, input: ConnectInput): Promise<ConnectResult> {
    const { connection, settings, former, known } = await this.prepareConnection.run('payment', principal, input)
    const connected = await this.openConnection.runWith(connection, settings)
    if (!connected) throw providerUnavailable('payment', 'its plugin is not installed')
    const registration = valueOrProblem('payment', await this.registerWebhook.run(connected))
    const storing = this.storeConnection.run(
      { ...connection, webhookId: registration?.id ?? null },
      { ...settings, issuing: registration?.config ?? {} },
      principal,
      {
        basis: former && { connection: former, mustBeInUse: false },
        known,
        action: 'connected',
        details: {
          provider: input.provider,
          mode: modeOf(principal.livemode),
          sandbox: input.sandbox,
          externalAccountId: connection.externalAccountId,
        },
      },
    )
    const stored = await storing.catch(async (error: unknown) => {
      // Nothing was stored, so nothing would ever remove what was registered.
      if (registration) await this.registerWebhook.undo(connected, registration.id)
      throw error
    })
    if (former?.webhookId && former.webhookId !== stored.webhookId) {
      await this.registerWebhook.undo(connected, former.webhookId)
    }
    return {
      connection: stored,
      notificationUrl: notificationUrlOf(this.baseUrl, stored),
      registered: registration !== null,
    }
  }
}
