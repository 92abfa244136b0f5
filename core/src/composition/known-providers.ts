import type { ConnectionKind } from '../connections/connection.js'
import type { Connections } from '../connections/connections.repository.js'
import type { Plugins } from '../plugin-host/registry.js'

type Known = Record<ConnectionKind, string[]>

export const installedProviders = (plugins: Plugins): Known => ({
  payment: plugins.ids('payment-provider'),
  invoicing: plugins.ids('invoicing'),
})

/** The installed ones, and formerly connected ones whose payments and invoices can still be read. */
export async function knownProviders(plugins: Plugins, connections: Pick<Connections, 'listAll'>): Promise<Known> {
  const installed = installedProviders(plugins)
  const known = async (kind: ConnectionKind): Promise<string[]> => {
    const connected = await connections.listAll(kind)
    return [...new Set([...installed[kind], ...connected.map(({ provider }) => provider)])]
  }
  return { payment: await known('payment'), invoicing: await known('invoicing') }
}
