import type { Connections } from '../connections/connections.repository.js'
import type { Plugins } from '../plugin-host/registry.js'

/** The values of `provider`: installed ones, and formerly connected ones whose payments can still be read. */
export async function knownProviders(
  registry: Plugins,
  connections: Pick<Connections, 'listAll'>,
): Promise<string[]> {
  const connected = await connections.listAll('payment')
  return [...new Set([...registry.ids('payment-provider'), ...connected.map(({ provider }) => provider)])]
}
