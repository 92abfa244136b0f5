import { Command } from 'commander'
import type { Mode } from '../kernel/mode.js'
import type { AccountPrincipal } from '../kernel/principal.js'
import type { OperatorPaymentView, ReadPayments } from '../payments/read-payments.js'
import { answer } from './answer.js'
import { accountCommand, type Options, wholeNumber } from './options.js'
import { parseInput } from './parse-input.js'
import { operatorFor, withoutPlugins } from './with-service.js'

const MAX_LISTED = 100

export function paymentsCommand(): Command {
  const command = new Command('payments').description('show payments')
  command.addCommand(
    accountCommand('list', 'list the newest payments of both modes')
      .option('--limit <number>', 'how many per mode', wholeNumber('--limit'), MAX_LISTED)
      .action(list),
  )
  command.addCommand(
    accountCommand('show', 'show one payment').argument('<id>', 'payment id, or the folio of its receipt').action(show),
  )
  return command
}

async function list(options: Options & { limit: number }): Promise<void> {
  await parseInput('list_payments', { query: { limit: options.limit } }, { limit: '--limit' })
  const views = await inBothModes(options, (payments, principal) => payments.newest(principal, options.limit))
  answer(
    options,
    options.json
      ? views
      : views.map(({ id, linkId, status, provider, amountCentavos, amountRefunded, paidAt }) => ({
          ...{ id, linkId, status, provider, amountCentavos, amountRefunded, paidAt },
        })),
  )
}

async function show(id: string, options: Options): Promise<void> {
  const [found, another] = await inBothModes(options, (payments, principal) => payments.named(principal, id))
  if (!found) throw new Error(`there is no payment ${id}`)
  if (another) throw new Error(`several payments have the folio ${id}: use the full id`)
  answer(options, found)
}

/** Test mode first. */
const inBothModes = (
  { account }: Options,
  read: (payments: ReadPayments, principal: AccountPrincipal) => Promise<OperatorPaymentView[]>,
): Promise<OperatorPaymentView[]> =>
  withoutPlugins(async (service) => {
    const { ReadPayments } = await import('../payments/read-payments.js')
    const payments = service.container.get(ReadPayments)
    const readMode = async (mode: Mode) => read(payments, await operatorFor(service, { account, mode }))
    return (await Promise.all((['test', 'live'] as const).map(readMode))).flat()
  })
