import type { Connections } from '../connections/connections.repository.js'
import type { ProviderRegistry } from '../plugin-host/registry.js'

/** The values of `provider`: installed ones, and formerly connected ones whose payments can still be read. */
export async function knownProviders(
  registry: Pick<ProviderRegistry, 'ids'>,
  connections: Pick<Connections, 'listAll'>,
): Promise<string[]> {
  const connected = await connections.listAll()
  return [...new Set([...registry.ids(), ...connected.map(({ provider }) => provider)])]
}
