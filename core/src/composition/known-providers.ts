import type { Connections } from '../connections/connections.repository.js'
import type { ProviderRegistry } from '../plugin-host/registry.js'

/** What `provider` may be: those that are installed, and those that once were, whose payments are still answered. */
export async function knownProviders(
  registry: Pick<ProviderRegistry, 'ids'>,
  connections: Pick<Connections, 'listAll'>,
): Promise<string[]> {
  const connected = await connections.listAll()
  return [...new Set([...registry.ids(), ...connected.map(({ provider }) => provider)])]
}
