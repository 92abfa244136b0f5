import { Command } from 'commander'
import { answer } from './answer.js'
import { jsonCommand, numberOf, type Options } from './options.js'
import { withFlagNames } from './with-flag-names.js'
import { withService } from './with-service.js'

interface FaultOptions extends Options {
  match: string
  times: number
  ms: number
}

const FLAGS = { kind: 'the kind', match: '--match', times: '--times', ms: '--ms' }

/** For testing how failures of a provider are handled. */
export function sandboxCommand(): Command {
  const command = new Command('sandbox').description('control the simulated providers of test mode')
  command.addCommand(
    jsonCommand('fault', 'inject a fault into a simulated provider; without a kind, clear all faults')
      .argument('<provider>')
      .argument('[kind]')
      .option('--match <call>', 'the call or its beginning, for example "POST /v1/checkout/sessions"', '')
      .option('--times <number>', 'how many times', numberOf, 1)
      .option('--ms <number>', 'duration of a delay', numberOf, 1000)
      .action(setFault),
  )
  return command
}

async function setFault(provider: string, kind: string | undefined, options: FaultOptions): Promise<void> {
  const { checkFault } = await import('../sandbox/injected-faults.js')
  const { match, times, ms } = options
  const fault = await withFlagNames(FLAGS, () => (kind === undefined ? null : checkFault({ kind, match, times, ms })))
  await withService(async ({ container }) => {
    const { Sandbox } = await import('../sandbox/sandbox.js')
    const faults = container.get(Sandbox).faultsOf(provider)
    await withFlagNames(FLAGS, () => (fault ? faults.add(fault) : faults.set([])))
    answer(options, await faults.list())
  })
}
