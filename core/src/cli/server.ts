import { Command } from 'commander'
import { runProgram } from './run-program.js'
import { serveCommand, upCommand, workerCommand } from './up.js'

export { endProcess } from './run-program.js'

/**
 * Runs `up`, `serve` or `worker`, as `main.ts` does. `bin/paylink` starts these here: in a bundle together with all other
 * commands, what they share with each of them would be many small files.
 */
export const run = (argv: string[]): Promise<void> => {
  const program = new Command('paylink').helpCommand(false).showHelpAfterError(false)
  for (const command of [upCommand(), serveCommand(), workerCommand()]) program.addCommand(command)
  return runProgram(program, argv)
}
