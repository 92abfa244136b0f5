import { Accounts } from '../accounts/accounts.repository.js'
import { type AccountWidePrincipal, actFor, actForAccount, SYSTEM } from '../kernel/principal.js'
import { ConnectProvider } from '../connections/connect-provider.js'
import { Connections } from '../connections/connections.repository.js'
import { Generation } from '../database/generation.js'
import { Plugins } from '../plugin-host/registry.js'
import { Sandbox } from '../sandbox/sandbox.js'
import type { Composition } from './compose.js'

/** Connects the simulated providers to the account of the first run. */
export async function connectFirstSandboxes(composition: Composition): Promise<void> {
  const { container } = composition
  await container.get(Generation).refresh()
  const [account] = await container.get(Accounts).list()
  if (account) await connectSandboxes(composition, actForAccount(SYSTEM, account.id))
}

/**
 * Connects the simulated providers to an account in test mode, unless it ever had a connection with them: one that the
 * merchant disconnected stays disconnected.
 */
export async function connectSandboxes(
  { container, ports }: Composition,
  principal: AccountWidePrincipal,
): Promise<void> {
  const inTestMode = actFor(principal, { accountId: principal.accountId, livemode: false })
  const registry = container.get(Plugins)
  const listKnown = async (): Promise<string[]> =>
    (await container.get(Connections).list('payment', inTestMode)).map(({ provider }) => provider)
  const known = await listKnown()
  const missing = registry
    .ids('payment-provider')
    .filter((provider) => !known.includes(provider) && container.get(Sandbox).has(provider))
  const isOurs = (provider: string): boolean => registry.plugin('payment-provider', provider)?.origin === 'built-in'
  const connect = async (provider: string): Promise<void> => {
    const connecting = container.get(ConnectProvider).run(inTestMode, { provider, sandbox: true, settings: {} })
    await connecting.catch(async (error: unknown) => {
      // Another process that starts at the same time has connected it.
      if (!(await listKnown()).includes(provider)) throw error
    })
  }
  // In sequence: their order is that of the buttons on the payment page.
  for (const provider of missing.filter(isOurs)) await connect(provider)
  // In parallel, so that hanging ones delay the start only once. A failure does not prevent it; the next start retries.
  const others = missing.filter((provider) => !isOurs(provider))
  await Promise.all(
    others.map((provider) =>
      connect(provider).catch((error: unknown) => {
        ports.log.error({ err: error, provider }, 'the sandbox could not be connected')
      }),
    ),
  )
}
