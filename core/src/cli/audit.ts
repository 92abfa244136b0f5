import { Command } from 'commander'
import { answer } from './answer.js'
import { accountCommand, jsonCommand, type Options, UsageError, wholeNumber } from './options.js'
import { withAccount, withoutPlugins } from './with-service.js'

const MAX_LISTED = 10_000

export function auditCommand(): Command {
  const command = new Command('audit').description('show the append-only audit log')
  command.addCommand(
    accountCommand('list', 'list entries, newest first')
      .option('--limit <number>', 'how many', wholeNumber('--limit', 1, MAX_LISTED), 100)
      .action((options: Options & { limit: number }) =>
        withAccount(options, async ({ container }, account) => {
          const { AuditLog } = await import('../audit/audit-log.repository.js')
          answer(options, await container.get(AuditLog).list(account.id, options.limit))
        }),
      ),
  )
  command.addCommand(
    jsonCommand('verify', 'check that no entry was changed, added or removed')
      .option('--from <hash>', 'what `audit head` printed earlier: the log must still contain it', hashOf)
      .action(verify),
  )
  command.addCommand(
    jsonCommand('head', 'print the last entry’s hash; keep it elsewhere for `audit verify --from`').action(
      (options: Options) =>
        withoutPlugins(async ({ container }) => {
          const { AuditLog } = await import('../audit/audit-log.repository.js')
          answer(options, await container.get(AuditLog).head())
        }),
    ),
  )
  return command
}

function hashOf(text: string): string {
  if (/^[0-9a-f]{64}$/i.test(text)) return text.toLowerCase()
  throw new UsageError('--from takes the hash that `paylink audit head` prints: 64 hexadecimal digits')
}

async function verify({ from, ...options }: Options & { from?: string }): Promise<void> {
  await withoutPlugins(async ({ container }) => {
    const { AuditLog } = await import('../audit/audit-log.repository.js')
    const report = await container.get(AuditLog).verify(from)
    answer(options, report)
    if (report.ok) return
    throw new Error(
      report.brokenAt === null
        ? 'the audit log does not contain the entry with that hash: entries were removed or replaced'
        : `the audit log was tampered with at entry ${report.brokenAt}`,
    )
  })
}
