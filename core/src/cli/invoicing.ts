import { Command } from 'commander'
import type { Composition } from '../composition/compose.js'
import type { InvoicingConnection } from '../connections/connection.js'
import type { Invoice } from '../invoicing/invoice.js'
import type { AccountPrincipal } from '../kernel/principal.js'
import type { Mode } from '../kernel/mode.js'
import { answer } from './answer.js'
import { answering, onAccount, onMode, parseSetting, UsageError, wholeNumber } from './options.js'
import { operatorOn, withoutPlugins, withService } from './with-service.js'

interface Options {
  json?: boolean
  account?: string
  mode: Mode
}

interface ConnectOptions extends Options {
  provider?: string
  sandbox?: boolean
  set?: Record<string, string>
}

const DEFAULT_LISTED = 50

export function invoicingCommand(): Command {
  const command = new Command('invoicing').description('manage the invoicing connection and its issuing merchant')
  const inMode = (name: string, description: string): Command => onAccount(onMode(answering(name, description)))
  command.addCommand(
    inMode('connect', 'connect the invoicing provider or replace its connection')
      .option('--provider <id>', 'the invoicing plugin (default: the built-in one)')
      .option('--sandbox', 'connect to the built-in simulator')
      .option(
        '--set <k=v>',
        'a setting; use k=@file or k=- (standard input) to keep a secret off the command line',
        parseSetting,
      )
      .action(connect),
  )
  command.addCommand(
    inMode('merchants', 'list the merchants the connection can issue for').action((options: Options) =>
      withService(async (service) => {
        const { ChooseIssuer } = await import('../invoicing/choose-issuer.js')
        answer(options, await service.container.get(ChooseIssuer).list(await operatorOf(service, options)))
      }),
    ),
  )
  command.addCommand(
    inMode('choose-merchant', 'choose the merchant that issues invoices').argument('<id>').action(chooseMerchant),
  )
  command.addCommand(
    inMode('status', 'show the connection and whether it is ready').action((options: Options) =>
      withoutPlugins(async (service) => {
        await answerConnection(service, options, await currentOf(service, options))
      }),
    ),
  )
  command.addCommand(
    inMode('check', 'check the credentials with the provider').action((options: Options) =>
      withService(async (service) => {
        const { CheckConnection } = await import('../connections/check-connection.js')
        const connection = await service.container.get(CheckConnection).run(await currentOf(service, options))
        await answerConnection(service, options, connection)
        if (connection.lastError !== null) throw new Error(connection.lastError)
      }),
    ),
  )
  command.addCommand(
    inMode('list', 'list the newest invoices: why one waits or failed, and how it was mailed')
      .option('--limit <n>', 'how many', wholeNumber('--limit', 1, 1000), DEFAULT_LISTED)
      .action((options: Options & { limit: number }) =>
        withoutPlugins(async (service) => {
          const { Invoices } = await import('../invoicing/invoices.repository.js')
          const invoices = await service.container.get(Invoices).list(await operatorOf(service, options), options.limit)
          const mails = await mailsOf(service, invoices)
          answer(
            options,
            invoices.map(({ id, paymentId, status, uuid, receiver, failureReason, waitReason, createdAt }) => ({
              ...{ id, paymentId, status, uuid, rfc: receiver.rfc, mail: mails.get(id) ?? null },
              ...{ why: failureReason ?? waitReason, createdAt },
            })),
          )
        }),
      ),
  )
  return command
}

async function connect(options: ConnectOptions): Promise<void> {
  if (options.sandbox && options.set) throw new UsageError('--sandbox cannot be combined with --set')
  await withService(async (service) => {
    const { ConnectInvoicing } = await import('../invoicing/connect-invoicing.js')
    const input = { provider: options.provider, sandbox: options.sandbox ?? false, settings: options.set ?? {} }
    const operator = await operatorOf(service, options)
    const connection = await service.container.get(ConnectInvoicing).run(operator, input)
    if (connection.issuer === null) {
      process.stderr.write(
        'Choose the merchant that issues invoices: run paylink invoicing merchants, then paylink invoicing choose-merchant.\n',
      )
    }
    await answerConnection(service, options, connection)
  })
}

async function chooseMerchant(id: string, options: Options): Promise<void> {
  await withService(async (service) => {
    const { ChooseIssuer } = await import('../invoicing/choose-issuer.js')
    const operator = await operatorOf(service, options)
    const { connection, registered } = await service.container.get(ChooseIssuer).run(operator, id)
    process.stderr.write(
      registered
        ? 'The notification URL was registered with the provider.\n'
        : 'The notification URL was not registered with the provider; invoices are polled instead.\n',
    )
    await answerConnection(service, options, connection)
  })
}

/** By invoice id: how its email is sent, and its delivery status. */
async function mailsOf(service: Composition, invoices: readonly Invoice[]): Promise<Map<string, string>> {
  const { Emails } = await import('../mail/emails.repository.js')
  const { onceForInvoice } = await import('../invoicing/queue-invoice-email.js')
  const mails = await service.container.get(Emails).listOnce(invoices.map(({ id }) => onceForInvoice(id)))
  const byName = new Map(mails.map((mail) => [mail.once, mail]))
  const statesOf = new Map<string, string>()
  for (const { id, receiver, uuid } of invoices) {
    const mail = byName.get(onceForInvoice(id))
    if (mail) statesOf.set(id, `${mail.via ?? 'smtp'} ${mail.status}`)
    else if (receiver.email !== null && uuid !== null) statesOf.set(id, 'none')
  }
  return statesOf
}

const operatorOf = (service: Composition, { account, mode }: Options): Promise<AccountPrincipal> =>
  operatorOn(service, account, mode)

async function currentOf(service: Composition, options: Options): Promise<InvoicingConnection> {
  const { Connections } = await import('../connections/connections.repository.js')
  const { invoicingNotConnected } = await import('../invoicing/provider-problem.js')
  const connection = await service.container.get(Connections).current('invoicing', await operatorOf(service, options))
  if (!connection) throw invoicingNotConnected()
  return connection
}

async function answerConnection(service: Composition, options: Options, connection: InvoicingConnection) {
  const { toInvoicingConnectionView } = await import('../connections/connection.view.js')
  const { notificationUrlOf } = await import('../connections/connection.js')
  const notificationUrl = notificationUrlOf(service.settings.baseUrl, connection)
  answer(options, { ...toInvoicingConnectionView(connection), notificationUrl })
}
