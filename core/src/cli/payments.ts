import { Command } from 'commander'
import type { Composition } from '../composition/compose.js'
import type { Scope } from '../kernel/principal.js'
import type { Payment } from '../payments/payment.js'
import { answer } from './answer.js'
import { accountCommand, type Options, wholeNumber } from './options.js'
import { parseInput } from './parse-input.js'
import { accountOf, withoutPlugins } from './with-service.js'

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
  await withoutPlugins(async (service) => {
    const { payments, scopes } = await paymentsOf(service, options.account)
    const pages = await Promise.all(scopes.map((scope) => payments.list(scope, { limit: options.limit })))
    const views = await Promise.all(pages.flat().map(toOperatorView))
    answer(
      options,
      options.json
        ? views
        : views.map(({ id, linkId, status, provider, amountCentavos, amountRefunded, paidAt }) => ({
            id,
            linkId,
            status,
            provider,
            amountCentavos,
            amountRefunded,
            paidAt,
          })),
    )
  })
}

async function show(id: string, options: Options): Promise<void> {
  await withoutPlugins(async (service) => {
    const { payments, scopes } = await paymentsOf(service, options.account)
    const { folioEndOf } = await import('../payments/folio.js')
    const end = folioEndOf(id)
    const findIn = (scope: Scope): Promise<Payment[]> =>
      end === null ? payments.find(scope, id).then((one) => (one ? [one] : [])) : payments.findByIdEnd(scope, end)
    const [found, another] = (await Promise.all(scopes.map(findIn))).flat()
    if (!found) throw new Error(`there is no payment ${id}`)
    if (another) throw new Error(`several payments have the folio ${id}: use the full id`)
    answer(options, await toOperatorView(found))
  })
}

async function paymentsOf(service: Composition, accountId: string | undefined) {
  const { Payments } = await import('../payments/payments.repository.js')
  const { id } = await accountOf(service, accountId)
  const scopes = [false, true].map((livemode) => ({ accountId: id, livemode }))
  return { payments: service.container.get(Payments), scopes }
}

/** As in the API, with the refunded amount: a partial refund changes no status. */
async function toOperatorView(payment: Payment) {
  const { toPaymentView } = await import('../payments/payment.view.js')
  return { ...toPaymentView(payment), amountRefunded: payment.amountRefunded }
}
