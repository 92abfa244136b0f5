import { existsSync } from 'node:fs'
import type { KeylessSettings } from '@paylink/config'
import { Connections } from '../connections/connections.repository.js'
import { COMMAND_LIMITS, connect } from '../database/connect.js'
import { Generation } from '../database/generation.js'
import { type Contract, loadContract } from '../contract/contract.js'
import { discover } from '../plugin-host/discover.js'
import { ProviderRegistry } from '../plugin-host/registry.js'
import { pluginPlaces, systemPorts } from './compose.js'
import { knownProviders } from './known-providers.js'

const PROVIDER_KIND = 'payment-provider'

/**
 * The contract that a server with these settings serves. Providers are those of the installed plugins and, if the
 * database can be read, connected ones whose plugin was removed. A build machine has no database.
 */
export async function installedContract(settings: KeylessSettings): Promise<Contract> {
  const found = (await discover(pluginPlaces(settings))).filter(({ kind }) => kind === PROVIDER_KIND)
  const registry = await ProviderRegistry.open(found, { ...systemPorts(settings), onCrash: () => Promise.resolve() })
  try {
    return loadContract(settings.baseUrl, await providersOf(registry, settings))
  } finally {
    await registry.close()
  }
}

async function providersOf(registry: ProviderRegistry, { databaseUrl }: KeylessSettings): Promise<string[]> {
  const file = databaseUrl.startsWith('sqlite:') ? databaseUrl.slice('sqlite:'.length) : null
  // Connecting would create the file.
  if (file !== null && !existsSync(file)) return registry.ids()
  const database = connect(databaseUrl, COMMAND_LIMITS, { readOnly: true })
  try {
    return await knownProviders(registry, new Connections(database.reader, new Generation(database.reader)))
  } catch {
    return registry.ids()
  } finally {
    await database.close()
  }
}
