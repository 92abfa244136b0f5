import { Command } from 'commander'
import { isMailbox } from '../kernel/mailbox.js'
import { answer } from './answer.js'
import { accountCommand, type Options, UsageError } from './options.js'
import { printable } from './printable.js'
import { withAccount } from './with-service.js'

interface CustomerOptions extends Options {
  email: string
}

const customerCommand = (name: string, description: string): Command =>
  accountCommand(name, description).requiredOption(
    '--email <email>',
    "the customer's email address (case-insensitive)",
    (text: string): string => {
      if (isMailbox(text)) return text
      throw new UsageError('--email must be one address, like ana@example.com')
    },
  )

const isEmpty = (report: object): boolean => Object.keys(report).length === 0

const sayUnknown = (email: string): void =>
  void process.stderr.write(`Nothing is stored about ${printable(email)} in this account.\n`)

export function customersCommand(): Command {
  const command = new Command('customers').description('answer what customers may ask about their data')
  command.addCommand(
    customerCommand('export', 'print everything that is stored about a customer').action((options: CustomerOptions) =>
      withAccount(options, async ({ container }, account) => {
        const { ExportCustomer } = await import('../privacy/export-customer.js')
        const report = await container.get(ExportCustomer).run(account.id, options.email)
        answer(options, report)
        if (isEmpty(report.tables)) sayUnknown(options.email)
      }),
    ),
  )
  command.addCommand(
    customerCommand('erase', 'erase a customer; invoices and what else the law keeps stay, and are reported').action(
      (options: CustomerOptions) =>
        withAccount(options, async ({ container }, account) => {
          const { EraseCustomer } = await import('../privacy/erase-customer.js')
          const { OPERATOR } = await import('../kernel/principal.js')
          const report = await container.get(EraseCustomer).run(account.id, options.email, OPERATOR)
          answer(options, report)
          if (isEmpty(report.erased) && report.kept.length === 0) sayUnknown(options.email)
        }),
    ),
  )
  return command
}
