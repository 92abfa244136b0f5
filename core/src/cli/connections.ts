import { Command } from 'commander'
import type { Composition } from '../composition/compose.js'
import type { PaymentConnection } from '../connections/connection.js'
import { actFor, OPERATOR } from '../kernel/principal.js'
import { answer } from './answer.js'
import {
  accountCommand,
  connectInput,
  type ConnectOptions,
  jsonCommand,
  modeCommand,
  type Options,
  withConnectOptions,
} from './options.js'
import { operatorFor, withAccount, withService } from './with-service.js'

export function connectionsCommand(): Command {
  const command = new Command('connections').description('manage payment provider connections')
  command.addCommand(
    withConnectOptions(modeCommand('connect', 'connect a provider or replace its connection'))
      .argument('<provider>')
      .action(connect),
  )
  command.addCommand(
    accountCommand('list', 'list connections, newest first').action((options: Options) =>
      withAccount(options, async ({ container }, account) => {
        const { ReadConnections } = await import('../connections/read-connections.js')
        const connections = container.get(ReadConnections)
        const both = await Promise.all(
          [false, true].map((livemode) => connections.list(actFor(OPERATOR, { accountId: account.id, livemode }))),
        )
        answer(options, both.flat())
      }),
    ),
  )
  command.addCommand(
    jsonCommand('check', 'check the credentials with the provider')
      .argument('<id>')
      .action((id: string, options: Options) =>
        withService(async (service) => {
          const { CheckConnection } = await import('../connections/check-connection.js')
          const { toConnectionView } = await import('../connections/connection.view.js')
          const known = await connectionOf(service, id)
          const connection = await service.container.get(CheckConnection).run(known, OPERATOR)
          answer(options, toConnectionView(connection))
          if (connection.lastError !== null) throw new Error(connection.lastError)
        }),
      ),
  )
  command.addCommand(
    jsonCommand('disconnect', 'disconnect a provider; its open payments are still verified')
      .argument('<id>')
      .action((id: string, options: Options) =>
        withService(async (service) => {
          const { DisconnectProvider } = await import('../connections/disconnect-provider.js')
          const { toConnectionView } = await import('../connections/connection.view.js')
          const operator = actFor(OPERATOR, await connectionOf(service, id))
          answer(options, toConnectionView(await service.container.get(DisconnectProvider).run(operator, id)))
        }),
      ),
  )
  return command
}

async function connect(provider: string, options: ConnectOptions): Promise<void> {
  const input = { provider, ...connectInput(options) }
  await withService(async (service) => {
    const { ConnectProvider } = await import('../connections/connect-provider.js')
    const { toConnectionView } = await import('../connections/connection.view.js')
    const operator = await operatorFor(service, options)
    const { connection, notificationUrl, registered } = await service.container
      .get(ConnectProvider)
      .run(operator, input)
    process.stderr.write(
      registered
        ? 'The notification URL was registered with the provider.\n'
        : 'The notification URL was not registered with the provider. Register notificationUrl there yourself if it is missing.\n',
    )
    const { Plugins } = await import('../plugin-host/registry.js')
    if (service.container.get(Plugins).plugin('payment-provider', provider)?.origin === 'third-party') {
      process.stderr.write('If the service was started before this plugin was installed, restart it.\n')
    }
    answer(options, { ...toConnectionView(connection), notificationUrl })
  })
}

async function connectionOf({ container }: Composition, id: string): Promise<PaymentConnection> {
  const { Connections } = await import('../connections/connections.repository.js')
  const { noConnection } = await import('../connections/provider-problem.js')
  const connection = await container.get(Connections).find('payment', id)
  if (!connection) throw noConnection()
  return connection
}
