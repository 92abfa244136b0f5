import { Command } from 'commander'
import { isMailbox } from '../kernel/mailbox.js'
import { answer } from './answer.js'
import { accountCommand, type Options, UsageError } from './options.js'
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

export function customersCommand(): Command {
  const command = new Command('customers').description('answer what customers may ask about their data')
  command.addCommand(
    customerCommand('export', 'print everything that is stored about a customer').action((options: CustomerOptions) =>
      withAccount(options, async ({ container }, account) => {
        const { ExportCustomer } = await import('../privacy/export-customer.js')
        answer(options, await container.get(ExportCustomer).run(account.id, options.email))
      }),
    ),
  )
  command.addCommand(
    customerCommand('erase', 'erase a customer; invoices and what else the law keeps stay, and are reported').action(
      (options: CustomerOptions) =>
        withAccount(options, async ({ container }, account) => {
          const { EraseCustomer } = await import('../privacy/erase-customer.js')
          const { OPERATOR } = await import('../kernel/principal.js')
          answer(options, await container.get(EraseCustomer).run(account.id, options.email, OPERATOR))
        }),
    ),
  )
  return command
}
