import { Command, CommanderError } from 'commander'
import { accountsCommand } from './accounts.js'
import { auditCommand } from './audit.js'
import { backupCommand, restoreCommand } from './backup.js'
import { connectionsCommand } from './connections.js'
import { customersCommand } from './customers.js'
import { describeError } from '../diagnosis/describe-error.js'
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
import { UsageError } from './options.js'
import { pluginsCommand } from './plugins.js'
import { printable } from './printable.js'
import { requestsCommand } from './requests.js'
import { reviewCommand } from './review.js'
import { sandboxCommand } from './sandbox.js'
import { secretsCommand } from './secrets.js'
import { serveCommand, upCommand, workerCommand } from './up.js'
import { VERSION } from '../kernel/version.js'
import { usersCommand } from './users.js'
import { webhooksCommand } from './webhooks.js'

const FAILED = 1
const WRONG_USAGE = 2

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
export async function run(argv: string[]): Promise<void> {
  const program = paylinkCommand()
  throwOnWrongUsage(program)
  // The reader of our output closed it, as `head` does.
  process.stdout.on('error', () => process.exit(0))
  try {
    await program.parseAsync(argv, { from: 'user' })
  } catch (error) {
    process.exitCode = exitCodeOf(error)
  }
}

/** commander itself would exit the process, with 1 for wrong usage. */
function throwOnWrongUsage(command: Command): void {
  command.exitOverride()
  for (const child of command.commands) throwOnWrongUsage(child)
}

function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : WRONG_USAGE
  process.stderr.write(`${printable(inOneLine(describeError(error)))}\n`)
  return error instanceof UsageError ? WRONG_USAGE : FAILED
}

const inOneLine = (text: string): string =>
  text
    .trim()
    .replace(/:\s*\n\s*/g, ': ')
    .replace(/\s*\n\s*/g, '; ')
