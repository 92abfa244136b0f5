import { Command } from 'commander'
import type { AccountPrincipal } from '../kernel/principal.js'
import type { Composition } from '../composition/compose.js'
import type { PaymentLinkView } from '../payment-links/payment-link.view.js'
import { answer } from './answer.js'
import { accountCommand, modeCommand, type ModeOptions, type Options, UsageError, wholeNumber } from './options.js'
import { parseInput } from './parse-input.js'
import { checkReason } from './with-flag-names.js'
import { operatorFor, withService, withoutPlugins } from './with-service.js'

interface Item {
  name: string
  quantity: number
  unitPriceCentavos: number
}

interface CreateOptions extends ModeOptions {
  title: string
  item: Item[]
}

const MAX_LISTED = 100

const MEANINGS = {
  closed: 'The provider closed the checkout: it can no longer be paid.',
  released:
    'The checkout may still be paid. A late payment is recorded, and listed in `review list` if the link was paid twice.',
}

export function linksCommand(): Command {
  const command = new Command('links').description('payment links')
  command.addCommand(
    modeCommand('create', 'create a link')
      .requiredOption('--title <title>')
      .requiredOption('--item <name:quantity:unitPriceCentavos>', 'can be repeated', parseItem)
      .action(create),
  )
  command.addCommand(
    accountCommand('list', 'list the newest links of both modes')
      .option('--limit <number>', 'how many per mode', wholeNumber('--limit'), MAX_LISTED)
      .action(list),
  )
  command.addCommand(accountCommand('show', 'show one link').argument('<id>').action(show))
  command.addCommand(
    accountCommand('release', 'free a link whose provider refuses to close the open checkout')
      .argument('<id>')
      .requiredOption('--reason <reason>', 'why; kept in the audit log')
      .action(release),
  )
  return command
}

async function list({ limit, ...options }: Options & { limit: number }): Promise<void> {
  await parseInput('list_payment_links', { query: { limit } }, { limit: '--limit' })
  await withoutPlugins(async (service) => {
    const { ReadPaymentLinks } = await import('../payment-links/read-payment-links.js')
    const links = service.container.get(ReadPaymentLinks)
    const pages = await Promise.all(
      (['test', 'live'] as const).map(async (mode) =>
        links.page(await operatorFor(service, { account: options.account, mode }), { limit }),
      ),
    )
    answer(
      options,
      pages.flatMap(({ data }) => data),
    )
  })
}

async function create(options: CreateOptions): Promise<void> {
  const { BASE36, randomText, SystemRandom } = await import('../kernel/random.js')
  const { headers, body } = await parseInput(
    'create_payment_link',
    {
      headers: { 'idempotency-key': `cli-${randomText(new SystemRandom(), BASE36, 24)}` },
      body: { title: options.title, items: options.item },
    },
    { title: '--title', items: '--item' },
  )
  await withService(async (service) => {
    const { CreatePaymentLink } = await import('../payment-links/create-payment-link.js')
    const operator = await operatorFor(service, options)
    const { body: link } = await service.container
      .get(CreatePaymentLink)
      .run(operator, headers['idempotency-key'], body)
    answer(options, link)
  })
}

async function show(id: string, options: Options): Promise<void> {
  await withoutPlugins(async (service) => {
    const { ReadLinkPayments } = await import('../payments/read-link-payments.js')
    const { describeCheckout } = await import('../checkout/describe-checkout.js')
    const { principal, link } = await findLink(service, options.account, id)
    const last = await service.container.get(ReadLinkPayments).last(principal, link.id)
    const checkout = last ? describeCheckout(last) : null
    if (!checkout) answer(options, link)
    else answer(options, { ...link, checkout: options.json ? checkout : checkout.summary })
  })
}

async function release(id: string, options: Options & { reason: string }): Promise<void> {
  await checkReason(options.reason)
  await withService(async (service) => {
    const { ReleaseLink } = await import('../checkout/release-link.js')
    const { principal } = await findLink(service, options.account, id)
    const { payment, checkout } = await service.container.get(ReleaseLink).run(principal, id, options.reason)
    const { link } = await findLink(service, options.account, id)
    const released = { id, status: link.status, paymentId: payment.id, checkout }
    answer(options, options.json ? released : { ...released, meaning: MEANINGS[checkout] })
  })
}

async function findLink(
  service: Composition,
  accountId: string | undefined,
  id: string,
): Promise<{ principal: AccountPrincipal; link: PaymentLinkView }> {
  const { ReadPaymentLinks } = await import('../payment-links/read-payment-links.js')
  const { Problem } = await import('../kernel/problem.js')
  const links = service.container.get(ReadPaymentLinks)
  for (const mode of ['test', 'live'] as const) {
    const principal = await operatorFor(service, { account: accountId, mode })
    try {
      return { principal, link: await links.one(principal, id) }
    } catch (error) {
      if (!(error instanceof Problem && error.code === 'not_found')) throw error
    }
  }
  throw new Error(`there is no link ${id}`)
}

/** The name may contain colons: the numbers are the last two parts. */
function parseItem(text: string, before: Item[] = []): Item[] {
  const [, name, quantity, price] = /^(.*):(\d+):(\d+)$/s.exec(text) ?? []
  if (name === undefined) throw new UsageError('--item must be name:quantity:unitPriceCentavos')
  return [...before, { name, quantity: Number(quantity), unitPriceCentavos: Number(price) }]
}
