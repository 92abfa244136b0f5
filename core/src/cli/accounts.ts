import { readFileSync } from 'node:fs'
import { Command } from 'commander'
import type { Account, Locale } from '../accounts/account.js'
import { OPERATOR } from '../kernel/principal.js'
import { answer } from './answer.js'
import { answering, onAccount, onOrOff, UsageError, wholeNumber } from './options.js'
import { accountOf, withoutPlugins, withService } from './with-service.js'

interface Options {
  json?: boolean
  account?: string
}

interface BrandOptions extends Options {
  name?: string
  color?: string
  logo?: string
  supportEmail?: string
  supportPhone?: string
  locale?: Locale
  timeZone?: string
}

export function accountsCommand(): Command {
  const command = new Command('accounts').description('manage merchants and their branding')
  command.addCommand(
    answering('list', 'list accounts').action((options: Options) =>
      withoutPlugins(async ({ container }) => {
        const { Accounts } = await import('../accounts/accounts.repository.js')
        answer(options, (await container.get(Accounts).list()).map(toDocument))
      }),
    ),
  )
  command.addCommand(
    answering('create', 'create an account, with the sandboxes connected in test mode')
      .requiredOption('--name <name>')
      .option('--no-sandbox', 'connect no sandbox')
      .action(create),
  )
  command.addCommand(
    onAccount(answering('verify', 'mark the business profile as verified')).action((options: Options) =>
      change(options, (account, now) => ({ ...account, verifiedAt: account.verifiedAt ?? now })),
    ),
  )
  command.addCommand(subscriptionCommand())
  command.addCommand(brandCommand()).addCommand(mailCommand()).addCommand(invoicingCommand())
  return command
}

async function create({ name, sandbox, ...options }: Options & { name: string; sandbox: boolean }): Promise<void> {
  await (sandbox ? withService : withoutPlugins)(async (service) => {
    const { CreateAccount } = await import('../accounts/create-account.js')
    const account = await service.container.get(CreateAccount).run(name, OPERATOR)
    if (sandbox) {
      const { connectSandboxes } = await import('../composition/first-run.js')
      await connectSandboxes(service, account, OPERATOR)
    }
    answer(options, toDocument(account))
  })
}

function subscriptionCommand(): Command {
  const command = new Command('subscription').description('control whether the account can create live links')
  const set = (name: string, subscription: Account['subscription']): Command =>
    onAccount(answering(name, `set the subscription to ${subscription}`)).action((options: Options) =>
      change(options, (account) => ({ ...account, subscription })),
    )
  return command.addCommand(set('activate', 'active')).addCommand(set('deactivate', 'inactive'))
}

const MAX_LOGO_BYTES = 200_000

function brandCommand(): Command {
  return onAccount(answering('brand', 'set the branding of payment pages and emails'))
    .option('--name <name>', '1 to 200 characters')
    .option('--color <hex>', '#rrggbb')
    .option('--logo <file>', 'PNG, JPEG or WebP of at most 200 kB')
    .option('--support-email <address>')
    .option('--support-phone <number>')
    .option('--locale <locale>', 'es-MX or en')
    .option('--time-zone <zone>', 'for example America/Mexico_City')
    .action(async (options: BrandOptions) => {
      await checkBrand(options)
      const logo = options.logo === undefined ? null : readLogo(options.logo)
      await change(
        options,
        (account) => ({
          ...account,
          name: options.name ?? account.name,
          brand: {
            ...account.brand,
            color: options.color?.toLowerCase() ?? account.brand.color,
            supportEmail: options.supportEmail ?? account.brand.supportEmail,
            supportPhone: options.supportPhone ?? account.brand.supportPhone,
            locale: options.locale ?? account.brand.locale,
            timeZone: options.timeZone ?? account.brand.timeZone,
          },
        }),
        logo,
      )
    })
}

async function checkBrand({ name, color, supportEmail, supportPhone, locale, timeZone }: BrandOptions): Promise<void> {
  const { isMailbox } = await import('../kernel/mailbox.js')
  const refuse = (reason: string): never => {
    throw new UsageError(reason)
  }
  if (name !== undefined && (name.trim() === '' || [...name].length > 200))
    refuse('--name must have 1 to 200 characters')
  if (color !== undefined && !/^#[0-9a-f]{6}$/i.test(color)) refuse('--color must be a hex color such as #0f766e')
  if (supportEmail !== undefined && !isMailbox(supportEmail)) refuse('--support-email must be one email address')
  if (supportPhone !== undefined && !/^\+?[0-9 ()-]{7,25}$/.test(supportPhone))
    refuse('--support-phone must be a phone number')
  if (locale !== undefined && !['es-MX', 'en'].includes(locale)) refuse('--locale must be es-MX or en')
  if (timeZone !== undefined && !Intl.supportedValuesOf('timeZone').includes(timeZone) && timeZone !== 'UTC') {
    refuse('--time-zone must be an IANA time zone such as America/Mexico_City')
  }
}

interface MailCommandOptions extends Options {
  reminder?: number | typeof OFF
  receipts?: boolean
  opens?: boolean
  alertsTo?: string
}

const MAX_REMINDER_HOURS = 24 * 30
/** Not null: commander turns null into an empty string. */
const OFF = 'off'

function mailCommand(): Command {
  const hours = wholeNumber('--reminder', 1, MAX_REMINDER_HOURS)
  return onAccount(answering('mail', 'set which emails are sent automatically; without options, show the settings'))
    .option('--reminder <hours>', 'remind customers this many hours before a link expires, or off', (text) =>
      text === OFF ? OFF : hours(text),
    )
    .option('--receipts <on|off>', 'email a receipt to the payer', onOrOff('--receipts'))
    .option('--opens <on|off>', 'add a tracking pixel that records when an email is opened', onOrOff('--opens'))
    .option('--alerts-to <address>', 'email alerts to this address, or off')
    .action(async ({ reminder, receipts, opens, alertsTo, ...options }: MailCommandOptions) => {
      const { isMailbox } = await import('../kernel/mailbox.js')
      if (alertsTo !== undefined && alertsTo !== OFF && !isMailbox(alertsTo)) {
        throw new UsageError('--alerts-to must be one email address, or off')
      }
      const edit = (account: Account): Account => ({
        ...account,
        mail: {
          reminderHours: newValue(reminder, account.mail.reminderHours),
          receipts: receipts ?? account.mail.receipts,
          opens: opens ?? account.mail.opens,
          alertsTo: newValue(alertsTo, account.mail.alertsTo),
        },
      })
      await change(options, edit, null, ({ id, mail }) => ({ id, ...mail }))
    })
}

const MAX_INVOICE_DAYS = 60

function invoicingCommand(): Command {
  return onAccount(answering('invoicing', 'set how customers request invoices; without options, show the settings'))
    .option(
      '--days-after-month <days>',
      'how many days after the month of the payment they can be requested',
      wholeNumber('--days-after-month', 0, MAX_INVOICE_DAYS),
    )
    .action(({ daysAfterMonth, ...options }: Options & { daysAfterMonth?: number }) =>
      change(
        options,
        (account) => ({ ...account, invoiceDaysAfterMonth: daysAfterMonth ?? account.invoiceDaysAfterMonth }),
        null,
        ({ id, invoiceDaysAfterMonth }) => ({ id, daysAfterMonth: invoiceDaysAfterMonth }),
      ),
    )
}

function newValue<T>(given: T | typeof OFF | undefined, before: T | null): T | null {
  if (given === undefined) return before
  return given === OFF ? null : given
}

const SIGNATURES: Record<string, RegExp> = {
  'image/png': /^89504e470d0a1a0a/,
  'image/jpeg': /^ffd8ff/,
  'image/webp': /^52494646.{8}57454250/,
}

function readLogo(path: string): { type: string; bytes: Uint8Array } {
  const bytes = readFileOf(path)
  const start = bytes.subarray(0, 12).toString('hex')
  const type = Object.keys(SIGNATURES).find((name) => SIGNATURES[name]?.test(start))
  if (type === undefined) throw new UsageError('--logo: the file is not a PNG, JPEG or WebP image')
  if (bytes.length > MAX_LOGO_BYTES) throw new UsageError(`--logo: the file is larger than ${MAX_LOGO_BYTES} bytes`)
  return { type, bytes }
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
  edit: (account: Account, now: string) => Account,
  logo: { type: string; bytes: Uint8Array } | null = null,
  document: (account: Account) => object = toDocument,
): Promise<void> {
  await withoutPlugins(async (service) => {
    const { ChangeAccount } = await import('../accounts/change-account.js')
    const account = await accountOf(service, options.account)
    const changed = edit(account, service.ports.clock.now().toISOString())
    await service.container.get(ChangeAccount).run(account, changed, logo, OPERATOR)
    answer(options, document(changed))
  })
}

const toDocument = ({ id, name, verifiedAt, subscription }: Account): object => ({
  id,
  name,
  verified: verifiedAt !== null,
  subscription,
})
