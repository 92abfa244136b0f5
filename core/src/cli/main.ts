import { Command } from 'commander'
import { accountsCommand } from './accounts.js'
import { auditCommand } from './audit.js'
import { backupCommand, restoreCommand } from './backup.js'
import { connectionsCommand } from './connections.js'
import { customersCommand } from './customers.js'
import { doctorCommand } from './doctor.js'
import { emailsCommand } from './emails.js'
import { invoicingCommand } from './invoicing.js'
import { keysCommand } from './keys.js'
import { linksCommand } from './links.js'
import { listenCommand } from './listen.js'
import { paymentsCommand } from './payments.js'
import { migrateCommand } from './migrate.js'
import { moveCommand } from './move.js'
import { openapiCommand } from './openapi.js'
import { pluginsCommand } from './plugins.js'
import { requestsCommand } from './requests.js'
import { reviewCommand } from './review.js'
import { runProgram } from './run-program.js'
import { sandboxCommand } from './sandbox.js'
import { secretsCommand } from './secrets.js'
import { serveCommand, upCommand, workerCommand } from './up.js'
import { VERSION } from '../kernel/version.js'
import { usersCommand } from './users.js'
import { webhooksCommand } from './webhooks.js'

export { endProcess } from './run-program.js'

/** Every command with its options; nothing runs yet. */
export function paylinkCommand(): Command {
  const program = new Command('paylink')
    .description('Self-hosted payment links.')
    .version(VERSION, '--version', 'print the version')
    .helpCommand(false)
    .showHelpAfterError(false)
  for (const command of [
    upCommand(),
    serveCommand(),
    workerCommand(),
    migrateCommand(),
    accountsCommand(),
    usersCommand(),
    keysCommand(),
    connectionsCommand(),
    invoicingCommand(),
    linksCommand(),
    paymentsCommand(),
    requestsCommand(),
    reviewCommand(),
    webhooksCommand(),
    emailsCommand(),
    listenCommand(),
    auditCommand(),
    customersCommand(),
    pluginsCommand(),
    sandboxCommand(),
    doctorCommand(),
    backupCommand(),
    restoreCommand(),
    moveCommand(),
    secretsCommand(),
    openapiCommand(),
  ]) {
    program.addCommand(command)
  }
  return program
}

/** Runs one command. `argv`: without node and the script. Sets the exit code. */
export const run = (argv: string[]): Promise<void> => runProgram(paylinkCommand(), argv)
