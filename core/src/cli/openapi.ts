import { Command } from 'commander'
import { withService } from './with-service.js'

export function openapiCommand(): Command {
  return new Command('openapi')
    .description('print the served OpenAPI contract as JSON')
    .option('--json', 'accepted for consistency; the output is always JSON')
    .action(() =>
      withService(async ({ container, settings }) => {
        const { knownProviders } = await import('../composition/known-providers.js')
        const { openContract } = await import('../http/contract.js')
        const contract = openContract(settings.baseUrl, await knownProviders(container))
        process.stdout.write(`${JSON.stringify(contract, null, 2)}\n`)
      }),
    )
}
