import { readKeylessSettings } from '@paylink/config'
import { Command } from 'commander'

export function openapiCommand(): Command {
  return new Command('openapi')
    .description('print the served OpenAPI contract as JSON; needs no database')
    .option('--json', 'accepted for consistency; the output is always JSON')
    .action(async () => {
      const settings = readKeylessSettings()
      const { installedContract } = await import('../composition/installed-contract.js')
      const level = settings.logLevel === 'info' ? 'error' : settings.logLevel
      const contract = await installedContract({ ...settings, logLevel: level })
      process.stdout.write(`${JSON.stringify(contract, null, 2)}\n`)
    })
}
