import type { BaseUrl } from '../kernel/named.js'
import type { ConfigValues } from '@paylink/plugin-api'
import type { CallProvider, Outcome } from '../plugin-host/call-provider.js'
import { notificationUrlOf } from './connection.js'
import type { Connected } from './open-connection.js'

export interface WebhookRegistration {
  id: string
  config?: ConfigValues
}

/** Registers our notification address at a provider whose API allows it. */
export class RegisterWebhook {
  constructor(
    private readonly callProvider: CallProvider,
    private readonly baseUrl: BaseUrl,
  ) {}

  /** Skipped, with null, if the merchant configured a webhook secret or the provider registers none. */
  async run(to: Connected): Promise<Outcome<WebhookRegistration | null>> {
    const { webhookSecretKey } = to.plugin
    const isConfigured = webhookSecretKey !== undefined && to.config[webhookSecretKey] !== undefined
    if (isConfigured || !to.provider.registerWebhook) return { ok: true, value: null }
    const url = notificationUrlOf(this.baseUrl, to.connection)
    return this.callProvider.run(
      to,
      'registerWebhook',
      async (provider, ctx) => provider.registerWebhook?.(url, ctx) ?? null,
    )
  }

  /** A former registration would send every notification twice. Harmless if it stays. */
  async undo(to: Connected, webhookId: string): Promise<void> {
    await this.callProvider.run(to, 'unregisterWebhook', async (provider, ctx) =>
      provider.unregisterWebhook?.(webhookId, ctx),
    )
  }
}
