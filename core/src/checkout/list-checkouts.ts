import type { ListedCheckout } from '@paylink/plugin-api'
import type { PaymentConnection } from '../connections/connection.js'
import type { ConnectedProvider, OpenConnection } from '../connections/open-connection.js'
import type { CallProvider, Outcome } from '../plugin-host/call-provider.js'
import { UnsealError } from '../secrets/sealer.js'

/** Far more than any account has; a plugin that never ends its list is refused. */
const MAX_PAGES = 20_000

/** A provider cannot be read, or not be read completely. */
export class UnreadError extends Error {}

/** Reads which checkouts of this installation a provider has. */
export class ListCheckouts {
  constructor(
    private readonly openConnection: OpenConnection,
    private readonly callProvider: CallProvider,
    private readonly instanceId: string,
  ) {}

  /** @throws UnreadError its plugin is not installed, or its stored credentials cannot be opened */
  async open(connection: PaymentConnection): Promise<ConnectedProvider> {
    const connected = await this.openConnection.run(connection).catch((error: unknown) => {
      throw error instanceof UnsealError ? new UnreadError('its stored credentials cannot be opened') : error
    })
    if (!connected) throw new UnreadError('the plugin of this provider is not installed')
    return connected
  }

  /**
   * Oldest first: a link's earlier checkouts ended before its later ones began.
   *
   * @param period ISO 8601, of their creation
   * @returns also those of which the provider does not tell the installation
   * @throws UnreadError
   */
  async run(to: ConnectedProvider, period: { from: string; until: string }): Promise<ListedCheckout[]> {
    if (!to.provider.listCheckouts) throw new UnreadError('its plugin cannot list checkouts')
    const listed: ListedCheckout[] = []
    let page: string | undefined
    for (let pages = 0; pages < MAX_PAGES; pages++) {
      const asked = { ...period, ...(page !== undefined && { page }) }
      const { checkouts, next } = answered(
        await this.callProvider.run(to, 'listCheckouts', async (provider, ctx) => provider.listCheckouts!(asked, ctx)),
      )
      listed.push(...checkouts.filter(({ instanceId }) => instanceId === undefined || instanceId === this.instanceId))
      if (next === undefined) return listed.sort((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt))
      page = next
    }
    throw new UnreadError('its list of checkouts does not end')
  }
}

/** @throws UnreadError */
export function answered<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new UnreadError(outcome.message)
  return outcome.value
}
