import { Command } from 'commander'
import type { Composition } from '../composition/compose.js'
import type { InvoicingConnection } from '../connections/connection.js'
import type { Invoice } from '../invoicing/invoice.js'
import { answer } from './answer.js'
import {
  connectInput,
  type ConnectOptions,
  modeCommand,
  type ModeOptions,
  wholeNumber,
  withConnectOptions,
} from './options.js'
import { operatorFor, withoutPlugins, withService } from './with-service.js'

const DEFAULT_LISTED = 50

export function invoicingCommand(): Command {
  const command = new Command('invoicing').description('manage the invoicing connection and its issuing merchant')
  command.addCommand(
    withConnectOptions(
      modeCommand('connect', 'connect the invoicing provider or replace its connection').option(
        '--provider <id>',
        'the invoicing plugin (default: the built-in one)',
      ),
    ).action(connect),
  )
  command.addCommand(
    modeCommand('merchants', 'list the merchants the connection can issue for').action((options: ModeOptions) =>
      withService(async (service) => {
        const { ChooseIssuer } = await import('../invoicing/choose-issuer.js')
        answer(options, await service.container.get(ChooseIssuer).list(await operatorFor(service, options)))
      }),
    ),
  )
  command.addCommand(
    modeCommand('choose-merchant', 'choose the merchant that issues invoices').argument('<id>').action(chooseMerchant),
  )
  command.addCommand(
    modeCommand('status', 'show the connection and whether it is ready').action((options: ModeOptions) =>
      withoutPlugins(async (service) => {
        await answerConnection(service, options, await currentOf(service, options))
      }),
    ),
  )
  command.addCommand(
    modeCommand('check', 'check the credentials with the provider').action((options: ModeOptions) =>
      withService(async (service) => {
        const { CheckConnection } = await import('../connections/check-connection.js')
        const connection = await service.container.get(CheckConnection).run(await currentOf(service, options))
        await answerConnection(service, options, connection)
        if (connection.lastError !== null) throw new Error(connection.lastError)
      }),
    ),
  )
  command.addCommand(
    modeCommand('list', 'list the newest invoices: why one waits or failed, and how it was mailed')
      .option('--limit <n>', 'how many', wholeNumber('--limit', 1, 1000), DEFAULT_LISTED)
      .action((options: ModeOptions & { limit: number }) =>
        withoutPlugins(async (service) => {
          const { Invoices } = await import('../invoicing/invoices.repository.js')
          const invoices = await service.container
            .get(Invoices)
            .list(await operatorFor(service, options), options.limit)
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

async function connect(options: ConnectOptions & { provider?: string }): Promise<void> {
  const input = { provider: options.provider, ...connectInput(options) }
  await withService(async (service) => {
    const { ConnectInvoicing } = await import('../invoicing/connect-invoicing.js')
    const operator = await operatorFor(service, options)
    const connection = await service.container.get(ConnectInvoicing).run(operator, input)
    if (connection.issuer === null) {
      process.stderr.write(
        'Choose the merchant that issues invoices: run paylink invoicing merchants, then paylink invoicing choose-merchant.\n',
      )
    }
    await answerConnection(service, options, connection)
  })
}

async function chooseMerchant(id: string, options: ModeOptions): Promise<void> {
  await withService(async (service) => {
    const { ChooseIssuer } = await import('../invoicing/choose-issuer.js')
    const operator = await operatorFor(service, options)
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

async function currentOf(service: Composition, options: ModeOptions): Promise<InvoicingConnection> {
  const { Connections } = await import('../connections/connections.repository.js')
  const { invoicingNotConnected } = await import('../invoicing/provider-problem.js')
  const connection = await service.container.get(Connections).current('invoicing', await operatorFor(service, options))
  if (!connection) throw invoicingNotConnected()
  return connection
}

async function answerConnection(service: Composition, options: ModeOptions, connection: InvoicingConnection) {
  const { toInvoicingConnectionView } = await import('../connections/connection.view.js')
  const { notificationUrlOf } = await import('../connections/connection.js')
  const notificationUrl = notificationUrlOf(service.settings.baseUrl, connection)
  answer(options, { ...toInvoicingConnectionView(connection), notificationUrl })
}
