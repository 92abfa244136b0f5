import { readSettings } from '@paylink/config'
import { Appliance, type Roles } from './composition/appliance.js'
import { type Composition, systemPorts } from './composition/compose.js'
import { logProcess } from './composition/log-process.js'
import { migrate } from './composition/migrate.js'

/** `up` migrates, then runs this before it serves. */
interface FirstSteps {
  beforeServing: (composition: Composition) => Promise<void>
}

/** Settings → compose → start. */
export async function start(roles: Roles, first?: FirstSteps): Promise<Appliance> {
  const settings = readSettings()
  const ports = systemPorts(settings)
  logProcess(ports.log)
  if (first) {
    const { applied, snapshot } = await migrate(settings, ports)
    if (snapshot !== null) ports.log.info({ applied, snapshot }, 'migrated; a backup was made before')
  }
  return Appliance.start(settings, roles, ports, first?.beforeServing)
}
