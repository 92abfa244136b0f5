import { Command } from 'commander'
import { answer } from './answer.js'
import { answering, onAccount, wholeNumber } from './options.js'
import { accountOf, withBooks } from './with-service.js'

interface ListOptions {
  json?: boolean
  account?: string
  limit: number
}

const MOST_LISTED = 10_000

export function auditCommand(): Command {
  const command = new Command('audit').description('show the append-only audit log')
  command.addCommand(
    onAccount(answering('list', 'list entries, newest first'))
      .option('--limit <number>', 'how many', wholeNumber('--limit', 1, MOST_LISTED), 100)
      .action((options: ListOptions) =>
        withBooks(async (service) => {
          const { AuditLog } = await import('../audit/audit-log.repository.js')
          const account = await accountOf(service, options.account)
          answer(options, await service.container.get(AuditLog).list(account.id, options.limit))
        }),
      ),
  )
  command.addCommand(
    answering('verify', 'verify the hash chain').action((options: { json?: boolean }) =>
      withBooks(async ({ container }) => {
        const { AuditLog } = await import('../audit/audit-log.repository.js')
        const report = await container.get(AuditLog).verify()
        answer(options, report)
        if (!report.ok) throw new Error(`the audit log was tampered with at entry ${report.brokenAt}`)
      }),
    ),
  )
  return command
}
