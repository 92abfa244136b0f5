import { readSettings } from '@paylink/config'
import type { Account } from '../accounts/account.js'
import type { Composition } from '../composition/compose.js'
import { type AccountPrincipal, actFor, OPERATOR } from '../kernel/principal.js'
import type { ModeOptions, Options } from './options.js'

/** Composes the service for one command, and closes it afterwards. Works while the server runs. */
export function withService<T>(action: (service: Composition) => Promise<T>): Promise<T> {
  return withComposed(action, true)
}

/** For commands that call no provider: no plugin is loaded, so none can delay them. */
export function withoutPlugins<T>(action: (service: Composition) => Promise<T>): Promise<T> {
  return withComposed(action, false)
}

/** The same, for commands about one account. */
export const withAccount = <T>(
  options: Options,
  action: (service: Composition, account: Account) => Promise<T>,
): Promise<T> => withoutPlugins(async (service) => action(service, await accountOf(service, options.account)))

async function withComposed<T>(action: (service: Composition) => Promise<T>, plugins: boolean): Promise<T> {
  // Loaded lazily: wrong usage is reported without loading the database driver.
  const { compose } = await import('../composition/compose.js')
  const { systemPorts } = await import('../composition/ports.js')
  const { COMMAND_LIMITS } = await import('../database/connect.js')
  const { Generation } = await import('../database/generation.js')
  const { Quarantine } = await import('../quarantine/quarantine.js')
  const settings = readSettings()
  const level = settings.logLevel === 'info' ? 'error' : settings.logLevel
  const databaseLimits = COMMAND_LIMITS
  const ports = { ...systemPorts({ ...settings, logLevel: level }), databaseLimits, isToldOutages: true }
  const service = await compose(settings, ports, { plugins })
  try {
    await service.container.get(Generation).refresh()
    await service.container.get(Quarantine).look()
    return await action(service)
  } finally {
    await service.close()
  }
}

/** The operator, acting for the account and mode of a command. */
export const operatorFor = async (
  service: Composition,
  { account, mode }: Pick<ModeOptions, 'account' | 'mode'>,
): Promise<AccountPrincipal> =>
  actFor(OPERATOR, { accountId: (await accountOf(service, account)).id, livemode: mode === 'live' })

/** The account a command is about: the one named, or the only one. */
export async function accountOf({ container }: Composition, id: string | undefined): Promise<Account> {
  const { Accounts } = await import('../accounts/accounts.repository.js')
  const accounts = await container.get(Accounts).list()
  if (id !== undefined) {
    const found = accounts.find((account) => account.id === id)
    if (!found) throw new Error(`there is no account ${id}`)
    return found
  }
  const [only, ...others] = accounts
  if (!only) throw new Error('there is no account yet: run paylink accounts create --name NAME')
  if (others.length > 0) throw new Error('there are several accounts: choose one with --account')
  return only
}
