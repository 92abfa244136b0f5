import { Command } from 'commander'
import type { ApiKey } from '../accounts/api-key.js'
import { type ApiScope, OPERATOR } from '../kernel/principal.js'
import { modeOf } from '../kernel/mode.js'
import { answer } from './answer.js'
import { accountCommand, modeCommand, type ModeOptions, type Options, UsageError, wholeNumber } from './options.js'
import { withAccount } from './with-service.js'

interface CreateOptions extends ModeOptions {
  name?: string
  rateLimit?: number
  scopes?: string
}

export function keysCommand(): Command {
  const command = new Command('keys').description('manage API keys')
  command.addCommand(
    modeCommand('create', 'create a key; it is shown only once')
      .option('--name <name>', 'a label')
      .option('--rate-limit <number>', 'requests per minute', wholeNumber('--rate-limit', 1, 1_000_000))
      .option('--scopes <list>', 'comma-separated; default: everything in its mode')
      .action(createKey),
  )
  command.addCommand(
    accountCommand('list', 'list keys, newest first').action((options: Options) =>
      withAccount(options, async ({ container }, account) => {
        const { ApiKeys } = await import('../accounts/api-keys.repository.js')
        answer(options, (await container.get(ApiKeys).list(account.id)).map(toDocument))
      }),
    ),
  )
  command.addCommand(accountCommand('revoke', 'revoke a key immediately').argument('<id>').action(revokeKey))
  return command
}

async function createKey(options: CreateOptions): Promise<void> {
  const scopes = await parseScopes(options.scopes)
  await withAccount(options, async ({ container }, account) => {
    const { CreateKey } = await import('../accounts/create-key.js')
    const input = {
      livemode: options.mode === 'live',
      name: options.name ?? `${options.mode} key`,
      scopes,
      rateLimit: options.rateLimit ?? null,
    }
    const { key, text } = await container.get(CreateKey).run(account, input, OPERATOR)
    answer(options, { id: key.id, key: text, mode: options.mode, name: key.name, createdAt: key.createdAt })
  })
}

async function revokeKey(id: string, options: Options): Promise<void> {
  await withAccount(options, async ({ container }, account) => {
    const { RevokeKey } = await import('../accounts/revoke-key.js')
    const revokedAt = await container.get(RevokeKey).run(account.id, id, OPERATOR)
    if (revokedAt === null) throw new Error(`there is no key ${id}`)
    answer(options, { id, revokedAt })
  })
}

async function parseScopes(text: string | undefined): Promise<ApiScope[] | null> {
  if (text === undefined) return null
  const { isApiScope } = await import('../accounts/api-key.js')
  const { API_SCOPES } = await import('../kernel/principal.js')
  const names = text.split(',').map((name) => name.trim())
  const scopes = names.filter(isApiScope)
  if (scopes.length !== names.length) throw new UsageError(`--scopes takes any of ${API_SCOPES.join(', ')}`)
  return scopes
}

const toDocument = (key: ApiKey): object => ({
  id: key.id,
  mode: modeOf(key.livemode),
  name: key.name,
  key: `${key.prefix}…${key.lastFour}`,
  scopes: key.scopes,
  rateLimit: key.rateLimit,
  createdAt: key.createdAt,
  lastUsedAt: key.lastUsedAt,
  revokedAt: key.revokedAt,
})
