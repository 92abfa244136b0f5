import { readSettings } from '@paylink/config'
import { Appliance, migrate, type Roles } from './composition/appliance.js'
import { systemPorts } from './composition/compose.js'

/** Settings → compose → start. */
export async function start(roles: Roles, { migrateFirst }: { migrateFirst: boolean }): Promise<Appliance> {
  const settings = readSettings()
  const ports = systemPorts(settings)
  if (migrateFirst) await migrate(settings, ports.log)
  return Appliance.start(settings, roles, ports)
}
