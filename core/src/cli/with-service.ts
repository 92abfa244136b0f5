import { readSettings } from '@paylink/config'
import type { Account } from '../accounts/account.js'
import type { Composition } from '../composition/compose.js'

/** Composes the service for one command, and lets it go again. Works while the server runs. */
export function withService<T>(act: (service: Composition) => Promise<T>): Promise<T> {
  return withComposed(act, true)
}

/** For what is only read or written here, and concerns no provider: no plugin is loaded, and none can be in the way. */
export function withBooks<T>(act: (service: Composition) => Promise<T>): Promise<T> {
  return withComposed(act, false)
}

async function withComposed<T>(act: (service: Composition) => Promise<T>, plugins: boolean): Promise<T> {
  // Loaded when needed: a wrong flag is answered without waiting for the database driver.
  const { compose, systemPorts } = await import('../composition/compose.js')
  const { COMMAND_LIMITS } = await import('../database/connect.js')
  const { Generation } = await import('../database/generation.js')
  const settings = readSettings()
  const level = settings.logLevel === 'info' ? 'error' : settings.logLevel
  const ports = { ...systemPorts({ ...settings, logLevel: level }), databaseLimits: COMMAND_LIMITS }
  const service = await compose(settings, ports, { plugins })
  try {
    await service.container.get(Generation).refresh()
    return await act(service)
  } finally {
    await service.close()
  }
}

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
  if (!only) throw new Error('there is no account yet: paylink accounts create --name NAME')
  if (others.length > 0) throw new Error('there are several accounts: choose one with --account')
  return only
}
