import { Command } from 'commander'
import type { ListedKey } from '../accounts/read-keys.js'
import { DEFAULT_CURRENCY } from '../kernel/currency.js'
import { actForAccount, type Controls, OPERATOR } from '../kernel/principal.js'
import { modeOf } from '../kernel/mode.js'
import { answer } from './answer.js'
import {
  accountCommand,
  commaSeparated,
  modeCommand,
  type ModeOptions,
  numberOf,
  type Options,
  timestampOf,
  UsageError,
} from './options.js'
import { withFlagNames } from './with-flag-names.js'
import { operatorFor, withAccount, withoutPlugins } from './with-service.js'

interface CreateOptions extends ModeOptions {
  name?: string
  rateLimit?: number
  scopes?: string[]
  expiresAt?: string
  linkLimit?: number
  dailyLimit?: number
  askFirst?: string[]
}

const FLAGS = {
  ...{ name: '--name', rateLimit: '--rate-limit', scopes: '--scopes', expiresAt: '--expires-at' },
  ...{ linkLimit: '--link-limit', dailyLimit: '--daily-limit', askFirst: '--ask-first' },
}

/** None at all would be taken for no limit. */
function operationsOf(text: string): string[] {
  const operations = commaSeparated(text)
  if (operations.length === 0) throw new UsageError('--ask-first must name at least one operation')
  return operations
}

export function keysCommand(): Command {
  const command = new Command('keys').description('manage API keys')
  command.addCommand(
    modeCommand('create', 'create a key; it is shown only once')
      .option('--name <name>', 'a label')
      .option('--rate-limit <number>', 'requests per minute', numberOf)
      .option('--scopes <list>', 'comma-separated; default: everything in its mode', commaSeparated)
      .option('--expires-at <time>', 'refused from then on (ISO 8601); default: never', timestampOf('--expires-at'))
      .option('--link-limit <centavos>', 'the most that one link may ask for', numberOf)
      .option('--daily-limit <centavos>', 'the most that the links of a day may ask for together', numberOf)
      .option('--ask-first <list>', 'comma-separated operations that a person approves each time', operationsOf)
      .action(createKey),
  )
  command.addCommand(
    accountCommand('list', 'list keys, newest first').action((options: Options) =>
      withAccount(options, async ({ container }, account) => {
        const { ReadKeys } = await import('../accounts/read-keys.js')
        answer(options, (await container.get(ReadKeys).all(actForAccount(OPERATOR, account.id))).map(toDocument))
      }),
    ),
  )
  command.addCommand(accountCommand('revoke', 'revoke a key immediately').argument('<id>').action(revokeKey))
  return command
}

async function createKey(given: CreateOptions): Promise<void> {
  const { name, scopes, rateLimit, expiresAt, linkLimit = null, dailyLimit = null, askFirst = [], ...options } = given
  const { checkNewKey } = await import('../accounts/new-key.js')
  const controls = { currency: DEFAULT_CURRENCY, linkLimit, dailyLimit, askFirst }
  const input = { name, scopes, rateLimit, expiresAt, controls }
  await withFlagNames(FLAGS, () => checkNewKey(input))
  await withoutPlugins(async (service) => {
    const { CreateKey } = await import('../accounts/create-key.js')
    const operator = await operatorFor(service, options)
    const { key, text } = await withFlagNames(FLAGS, () => service.container.get(CreateKey).run(operator, input))
    answer(options, { id: key.id, key: text, mode: options.mode, name: key.name, createdAt: key.createdAt })
  })
}

async function revokeKey(id: string, options: Options): Promise<void> {
  await withAccount(options, async ({ container }, account) => {
    const { RevokeKey } = await import('../accounts/revoke-key.js')
    const revokedAt = await container.get(RevokeKey).run(actForAccount(OPERATOR, account.id), id)
    if (revokedAt === null) throw new Error(`there is no key ${id}`)
    answer(options, { id, revokedAt })
  })
}

const toDocument = (key: ListedKey): object => ({
  id: key.id,
  mode: modeOf(key.livemode),
  name: key.name,
  key: `${key.prefix}…${key.lastFour}`,
  scopes: key.scopes,
  rateLimit: key.rateLimit,
  limits: key.controls && toLimits(key.controls),
  createdAt: key.createdAt,
  lastUsedAt: key.lastUsedAt,
  expiresAt: key.expiresAt,
  revokedAt: key.revokedAt,
})

const toLimits = ({ currency, linkLimit, dailyLimit, askFirst }: Controls): object => ({
  currency,
  linkLimitCentavos: linkLimit,
  dailyLimitCentavos: dailyLimit,
  askFirst,
})
