import type { Container } from 'inversify'
import { Connections } from '../connections/connections.repository.js'
import { ProviderRegistry } from '../plugin-host/registry.js'

/** What `provider` may be: those that are installed, and those that once were, whose payments are still answered. */
export async function knownProviders(container: Container): Promise<string[]> {
  const connected = await container.get(Connections).listAll()
  return [...new Set([...container.get(ProviderRegistry).ids(), ...connected.map(({ provider }) => provider)])]
}
