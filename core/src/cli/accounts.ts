import { readFileSync } from 'node:fs'
import { Command } from 'commander'
import type { AccountChanges } from '../accounts/account-settings.js'
import type { Account, Locale } from '../accounts/account.js'
import { actForAccount, OPERATOR } from '../kernel/principal.js'
import { answer } from './answer.js'
import { withFlagNames } from './with-flag-names.js'
import { accountCommand, jsonCommand, numberOf, onOrOff, type Options, UsageError } from './options.js'
import { withAccount, withService, withoutPlugins } from './with-service.js'

interface BrandOptions extends Options {
  name?: string
  color?: string
  /** False: `--no-logo`. */
  logo?: string | false
  supportEmail?: string
  supportPhone?: string
  locale?: Locale
  timeZone?: string
}

const FLAGS = {
  name: '--name',
  color: '--color',
  logo: '--logo',
  supportEmail: '--support-email',
  supportPhone: '--support-phone',
  locale: '--locale',
  timeZone: '--time-zone',
  reminderHours: '--reminder',
  alertsTo: '--alerts-to',
  sheetTo: '--sheet-to',
  invoiceDaysAfterMonth: '--days-after-month',
} satisfies { [Name in keyof AccountChanges]: string }

export function accountsCommand(): Command {
  const command = new Command('accounts').description('manage merchants and their branding')
  command.addCommand(
    jsonCommand('list', 'list accounts').action((options: Options) =>
      withoutPlugins(async ({ container }) => {
        const { Accounts } = await import('../accounts/accounts.repository.js')
        answer(options, (await container.get(Accounts).list()).map(toDocument))
      }),
    ),
  )
  command.addCommand(
    jsonCommand('create', 'create an account, with the sandboxes connected in test mode')
      .requiredOption('--name <name>')
      .option('--no-sandbox', 'connect no sandbox')
      .action(create),
  )
  command.addCommand(
    accountCommand('verify', 'mark the business profile as verified').action((options: Options) =>
      withAccount(options, async ({ container }, account) => {
        const { ChangeAccount } = await import('../accounts/change-account.js')
        answer(options, toDocument(await container.get(ChangeAccount).verify(actForAccount(OPERATOR, account.id))))
      }),
    ),
  )
  command.addCommand(subscriptionCommand())
  command.addCommand(brandCommand()).addCommand(mailCommand()).addCommand(invoicingCommand())
  return command
}

async function create({ name, sandbox, ...options }: Options & { name: string; sandbox: boolean }): Promise<void> {
  await checkFlags({ name })
  await (sandbox ? withService : withoutPlugins)(async (service) => {
    const { CreateAccount } = await import('../accounts/create-account.js')
    const account = await service.container.get(CreateAccount).run(name, OPERATOR)
    if (sandbox) {
      const { connectSandboxes } = await import('../composition/connect-sandboxes.js')
      await connectSandboxes(service, actForAccount(OPERATOR, account.id))
    }
    answer(options, toDocument(account))
  })
}

function subscriptionCommand(): Command {
  const command = new Command('subscription').description('control whether the account can create live links')
  const set = (name: string, subscription: Account['subscription']): Command =>
    accountCommand(name, `set the subscription to ${subscription}`).action((options: Options) =>
      change(options, { subscription }),
    )
  return command.addCommand(set('activate', 'active')).addCommand(set('deactivate', 'inactive'))
}

function brandCommand(): Command {
  return accountCommand('brand', 'set the branding of payment pages and emails')
    .option('--name <name>', '1 to 200 characters')
    .option('--color <hex>', '#rrggbb')
    .option('--logo <file>', 'PNG, JPEG or WebP of at most 200 kB and 1.1 million pixels')
    .option('--no-logo', 'remove the logo')
    .option('--support-email <address>')
    .option('--support-phone <number>')
    .option('--locale <locale>', 'es-MX or en')
    .option('--time-zone <zone>', 'for example America/Mexico_City')
    .action(async ({ logo: path, account, json, ...settings }: BrandOptions) => {
      const changes = { ...settings, logo: path === false ? null : path === undefined ? undefined : readFileOf(path) }
      await checkFlags(changes)
      await change({ account, json }, changes)
    })
}

interface MailCommandOptions extends Options {
  reminder?: number | typeof OFF
  receipts?: boolean
  opens?: boolean
  alertsTo?: string
  sheetTo?: string
}

/** Not null: commander turns null into an empty string. */
const OFF = 'off'

function mailCommand(): Command {
  return accountCommand('mail', 'set which emails are sent automatically; without options, show the settings')
    .option('--reminder <hours>', 'remind customers this many hours before a link expires, or off', (text) =>
      text === OFF ? OFF : numberOf(text),
    )
    .option('--receipts <on|off>', 'email a receipt to the payer', onOrOff('--receipts'))
    .option('--opens <on|off>', 'add a tracking pixel that records when an email is opened', onOrOff('--opens'))
    .option('--alerts-to <address>', 'email alerts to this address, or off')
    .option('--sheet-to <address>', 'on the first of each month, email a link to the sheet for the accountant, or off')
    .action(async ({ reminder, receipts, opens, alertsTo, sheetTo, ...options }: MailCommandOptions) => {
      const changes = {
        reminderHours: reminder === OFF ? null : reminder,
        receipts,
        opens,
        alertsTo: alertsTo === OFF ? null : alertsTo,
        sheetTo: sheetTo === OFF ? null : sheetTo,
      }
      await checkFlags(changes)
      await change(options, changes, ({ id, mail }) => ({ id, ...mail }))
    })
}

function invoicingCommand(): Command {
  return accountCommand('invoicing', 'set how customers request invoices; without options, show the settings')
    .option('--days-after-month <days>', 'how many days after the month of the payment they can be requested', numberOf)
    .action(async ({ daysAfterMonth, ...options }: Options & { daysAfterMonth?: number }) => {
      const changes = { invoiceDaysAfterMonth: daysAfterMonth }
      await checkFlags(changes)
      await change(options, changes, ({ id, invoiceDaysAfterMonth }) => ({ id, daysAfterMonth: invoiceDaysAfterMonth }))
    })
}

/** Before the database is opened. @throws UsageError */
async function checkFlags(changes: AccountChanges): Promise<void> {
  const { checkChanges } = await import('../accounts/account-settings.js')
  await withFlagNames(FLAGS, () => checkChanges(changes))
}

function readFileOf(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    throw new UsageError(`--logo: ${error instanceof Error ? error.message : String(error)}`)
  }
}

async function change(
  options: Options,
  changes: AccountChanges,
  document: (account: Account) => object = toDocument,
): Promise<void> {
  await withAccount(options, async ({ container }, account) => {
    const { ChangeAccount } = await import('../accounts/change-account.js')
    answer(options, document(await container.get(ChangeAccount).run(actForAccount(OPERATOR, account.id), changes)))
  })
}

const toDocument = ({ id, name, verifiedAt, subscription }: Account): object => ({
  id,
  name,
  verified: verifiedAt !== null,
  subscription,
})
