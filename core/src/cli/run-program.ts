import { type Command, CommanderError } from 'commander'
import { describeError } from '../diagnosis/describe-error.js'
import { UsageError } from './options.js'
import { printable } from './printable.js'

const FAILED = 1
const WRONG_USAGE = 2

/** Runs one command of it. `argv`: without node and the script. Sets the exit code. */
export async function runProgram(program: Command, argv: string[]): Promise<void> {
  throwOnWrongUsage(program)
  process.stdout.on('error', endForUnwritten)
  try {
    await program.parseAsync(argv, { from: 'user' })
  } catch (error) {
    process.exitCode = exitCodeOf(error)
  }
}

/** Connections to what does not answer would keep the process. What was written to a pipe is not through yet. */
export async function endProcess(): Promise<never> {
  const flushed = (stream: NodeJS.WriteStream) => new Promise<void>((resolve) => stream.write('', () => resolve()))
  await Promise.all([flushed(process.stdout), flushed(process.stderr)])
  process.exit()
}

/** The reader of our output closed it, as `head` does; or the output is lost, as on a full disk. */
function endForUnwritten(error: NodeJS.ErrnoException): never {
  if (error.code === 'EPIPE') process.exit(0)
  process.stderr.write(`The output could not be written (${error.message}): what the command changed stays changed.\n`)
  process.exit(FAILED)
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
