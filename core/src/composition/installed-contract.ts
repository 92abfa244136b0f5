import { existsSync } from 'node:fs'
import type { KeylessSettings } from '@paylink/config'
import { Connections } from '../connections/connections.repository.js'
import { COMMAND_LIMITS, connect } from '../database/connect.js'
import { directUrlOf } from '../database/direct-url.js'
import { sqlitePathOf } from '../database/sqlite-path.js'
import { Generation } from '../database/generation.js'
import { type Contract, loadContract } from '../contract/contract.js'
import { discover } from '../plugin-host/discover.js'
import { Plugins } from '../plugin-host/registry.js'
import { pluginPlaces } from './compose.js'
import { systemPorts } from './ports.js'
import { installedProviders, knownProviders } from './known-providers.js'

/**
 * The contract that a server with these settings serves. Providers are those of the installed plugins and, if the
 * database can be read, connected ones whose plugin was removed. A build machine has no database.
 */
export async function installedContract(settings: KeylessSettings): Promise<Contract> {
  const found = await discover(pluginPlaces(settings))
  const registry = await Plugins.open(found, { ...systemPorts(settings), onCrash: () => Promise.resolve() })
  try {
    const { payment, invoicing } = await providersOf(registry, settings)
    return loadContract(settings.baseUrl, payment, invoicing)
  } finally {
    await registry.close()
  }
}

async function providersOf(registry: Plugins, settings: KeylessSettings) {
  const url = directUrlOf(settings)
  const file = sqlitePathOf(url)
  // Connecting would create the file.
  if (file !== null && !existsSync(file)) return installedProviders(registry)
  const database = connect(url, COMMAND_LIMITS, { readOnly: true })
  try {
    return await knownProviders(registry, new Connections(database.reader, new Generation(database.reader)))
  } catch {
    return installedProviders(registry)
  } finally {
    await database.close()
  }
}
