import { Command } from 'commander'
import type { Composition } from '../composition/compose.js'
import type { Email } from '../mail/email.js'
import type { QueueReceipt } from '../payments/queue-receipt.js'
import type { Mode } from '../kernel/mode.js'
import { Problem } from '../kernel/problem.js'
import { answer } from './answer.js'
import { accountCommand, jsonCommand, modeCommand, type Options, wholeNumber } from './options.js'
import { parseFlag } from './parse-input.js'
import { printable, printableLines } from './printable.js'
import { accountOf, operatorFor, withAccount, withoutPlugins } from './with-service.js'

interface ShowOptions {
  html?: boolean
  pdf?: string
  xml?: string
}

const MAX_LISTED = 1000

export function emailsCommand(): Command {
  const command = new Command('emails').description('show emails and their delivery status')
  command.addCommand(
    accountCommand('list', 'list emails, newest first')
      .option('--link <id>', 'only for this link')
      .option('--limit <number>', 'how many', wholeNumber('--limit', 1, MAX_LISTED), 50)
      .action(list),
  )
  command.addCommand(
    accountCommand('show', 'show one email (text, HTML or attachments) as it was sent or would be sent')
      .argument('<id>')
      .option('--html', 'print only the HTML')
      .option('--pdf <file>', 'save the attached receipt or invoice (PDF) to a file')
      .option('--xml <file>', 'save the attached invoice (XML) to a file')
      .action(show),
  )
  command.addCommand(
    accountCommand('receipt', 'email the receipt of a payment again')
      .argument('<payment>')
      .option('--to <address>', "default: the customer's address")
      .action(resendReceipt),
  )
  command.addCommand(
    accountCommand('invoice', 'email the stamped invoice of a payment again')
      .argument('<payment>')
      .option('--to <address>', 'default: the address given with the invoice request')
      .action(resendInvoice),
  )
  command.addCommand(
    accountCommand('suppressed', 'list suppressed addresses and why they are suppressed').action((options: Options) =>
      withAccount(options, async ({ container }, account) => {
        const { Suppressions } = await import('../mail/suppressions.repository.js')
        const { modeOf } = await import('../kernel/mode.js')
        const listed = await container.get(Suppressions).list(account.id)
        answer(
          options,
          listed.map(({ livemode, ...one }) => ({ ...one, mode: modeOf(livemode) })),
        )
      }),
    ),
  )
  command.addCommand(
    modeCommand('allow', 'remove an address from the suppression list, at its owner’s request')
      .argument('<address>')
      .action(allow),
  )
  command.addCommand(
    jsonCommand('reports', 'show the URL and token for bounce and complaint reports').action((options: Options) =>
      withoutPlugins(async ({ container, settings }) => {
        const { ReceiveReport, REPORTS_PATH } = await import('../mail/receive-report.js')
        answer(options, { url: settings.baseUrl + REPORTS_PATH, token: container.get(ReceiveReport).secret })
      }),
    ),
  )
  return command
}

async function list(options: Options & { link?: string; limit: number }): Promise<void> {
  await withAccount(options, async ({ container }, { id: accountId }) => {
    const { modeOf } = await import('../kernel/mode.js')
    const { Emails } = await import('../mail/emails.repository.js')
    const where = { accountId, ...(options.link !== undefined && { linkId: options.link }) }
    const emails = await container.get(Emails).list(where, options.limit)
    const summaryOf = ({ id, kind, livemode, to, status, subject, error, createdAt }: Email): object => {
      const mode = modeOf(livemode)
      return { kind, mode, id, to, status, subject, error, createdAt }
    }
    answer(options, options.json ? await Promise.all(emails.map(documentOf)) : emails.map(summaryOf))
  })
}

async function show(id: string, options: Options & ShowOptions): Promise<void> {
  await withoutPlugins(async (service) => {
    const email = await emailOf(service, id, options.account)
    const { ShowEmail } = await import('../letters/show-email.js')
    const shown = await service.container.get(ShowEmail).run(email)
    for (const format of ['pdf', 'xml'] as const) {
      const file = options[format]
      if (file === undefined) continue
      const content = shown[format]
      if (!content) throw new Error(`this email has no ${format.toUpperCase()} attachment`)
      const { writeFileSync } = await import('node:fs')
      writeFileSync(file, content)
    }
    if (options.json) answer(options, { ...(await documentOf(email)), text: shown.text, html: shown.html })
    else if (options.html) process.stdout.write(`${printableLines(shown.html)}\n`)
    else {
      const error = email.error === null ? [] : [`Error: ${email.error}`]
      const head = [`To: ${email.to}`, `Subject: ${email.subject}`, `Status: ${email.status}`, ...error]
      process.stdout.write(`${head.map(printable).join('\n')}\n\n${printableLines(shown.text)}\n`)
    }
  })
}

/** @param loadQueue what queues the email again */
const resend =
  (loadQueue: (service: Composition) => Promise<Pick<QueueReceipt, 'resend'>>) =>
  async (paymentId: string, options: Options & { to?: string }): Promise<void> => {
    if (options.to !== undefined) await parseFlag('--to', 'EmailAddress', options.to)
    await withAccount(options, async (service, account) => {
      const queue = await loadQueue(service)
      answer(options, await documentOf(await namingRecipient(queue.resend(account, paymentId, options.to))))
    })
  }

const resendReceipt = resend(async ({ container }) => {
  const { QueueReceipt } = await import('../payments/queue-receipt.js')
  return container.get(QueueReceipt)
})

const resendInvoice = resend(async ({ container }) => {
  const { QueueInvoiceEmail } = await import('../invoicing/queue-invoice-email.js')
  return container.get(QueueInvoiceEmail)
})

/** Adds the flag to the problem of a recipient that is not known. */
const namingRecipient = (queued: Promise<Email>): Promise<Email> =>
  queued.catch((error: unknown) => {
    const isRequired =
      error instanceof Problem && error.errors?.some(({ path, message }) => path === 'to' && message === 'is required')
    throw isRequired ? new Error(`${error.message}: pass one with --to`, { cause: error }) : error
  })

async function allow(address: string, options: Options & { mode: Mode }): Promise<void> {
  await withoutPlugins(async (service) => {
    const { AllowAddress } = await import('../mail/allow-address.js')
    const principal = await operatorFor(service, options)
    await service.container.get(AllowAddress).run(principal, address)
    answer(options, { address, mode: options.mode, suppressed: false })
  })
}

async function emailOf(service: Composition, id: string, accountId: string | undefined): Promise<Email> {
  const { Emails } = await import('../mail/emails.repository.js')
  const account = await accountOf(service, accountId)
  const email = await service.container.get(Emails).find(account.id, id)
  if (!email) throw new Error(`there is no email ${id}`)
  return email
}

async function documentOf(email: Email): Promise<object> {
  const { toEmailView } = await import('../mail/email.js')
  const { modeOf } = await import('../kernel/mode.js')
  const { livemode, ...shown } = toEmailView(email)
  return {
    kind: email.kind,
    mode: modeOf(livemode),
    ...shown,
    paymentId: email.paymentId,
    via: email.via,
    attempts: email.attempts,
  }
}
