import { Command } from 'commander'
import type { FaultKind } from '../sandbox/injected-faults.js'
import { answer } from './answer.js'
import { jsonCommand, type Options, UsageError, wholeNumber } from './options.js'
import { withService } from './with-service.js'

interface FaultOptions extends Options {
  match: string
  times: number
  ms: number
}

/** For testing how failures of a provider are handled. */
export function sandboxCommand(): Command {
  const command = new Command('sandbox').description('control the simulated providers of test mode')
  command.addCommand(
    jsonCommand('fault', 'inject a fault into a simulated provider; without a kind, clear all faults')
      .argument('<provider>')
      .argument('[kind]')
      .option('--match <call>', 'the call or its beginning, for example "POST /v1/checkout/sessions"', '')
      .option('--times <number>', 'how many times', wholeNumber('--times', 1, 1_000_000), 1)
      .option('--ms <number>', 'duration of a delay', wholeNumber('--ms', 1, 600_000), 1000)
      .action(setFault),
  )
  return command
}

async function setFault(provider: string, kind: string | undefined, options: FaultOptions): Promise<void> {
  const { FAULT_KINDS } = await import('../sandbox/injected-faults.js')
  if (kind !== undefined && !(FAULT_KINDS as readonly string[]).includes(kind)) {
    throw new UsageError(`the kind must be one of ${FAULT_KINDS.join(', ')}`)
  }
  await withService(async ({ container }) => {
    const { Sandbox } = await import('../sandbox/sandbox.js')
    const sandbox = container.get(Sandbox)
    if (!sandbox.has(provider)) throw new Error(`there is no sandbox for ${provider}`)
    const faults = sandbox.faultsOf(provider)
    const { match, times, ms } = options
    await faults.set(
      kind === undefined ? [] : [...(await faults.list()), { kind: kind as FaultKind, match, times, ms }],
    )
    answer(options, await faults.list())
  })
}
