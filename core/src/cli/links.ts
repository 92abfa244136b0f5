import { Command } from 'commander'
import type { Caller } from '../kernel/caller.js'
import type { Mode } from '../kernel/mode.js'
import type { Composition } from '../composition/compose.js'
import { answer } from './answer.js'
import { answering, onAccount, onMode, UsageError, wholeNumber } from './options.js'
import { accountOf, withBooks, withService } from './with-service.js'

interface Options {
  json?: boolean
  account?: string
}

interface Item {
  name: string
  quantity: number
  unitPriceCentavos: number
}

interface CreateOptions extends Options {
  mode: Mode
  title: string
  item: Item[]
}

const PAGE = 100

export function linksCommand(): Command {
  const command = new Command('links').description('payment links')
  command.addCommand(
    onAccount(onMode(answering('create', 'create a link')))
      .requiredOption('--title <title>')
      .requiredOption('--item <name:quantity:unitPriceCentavos>', 'can be repeated', parseItem)
      .action(create),
  )
  command.addCommand(
    onAccount(answering('list', 'list the newest links of both modes'))
      .option('--limit <number>', 'how many per mode', wholeNumber('--limit', 1, PAGE), PAGE)
      .action((options: Options & { limit: number }) =>
        withBooks(async (service) => {
          const { ReadPaymentLinks } = await import('../payment-links/read-payment-links.js')
          const links = service.container.get(ReadPaymentLinks)
          const pages = await Promise.all(
            (['test', 'live'] as const).map(async (mode) =>
              links.page(await callerOf(service, options.account, mode), { limit: options.limit }),
            ),
          )
          answer(
            options,
            pages.flatMap(({ data }) => data),
          )
        }),
      ),
  )
  command.addCommand(onAccount(answering('show', 'show one link')).argument('<id>').action(show))
  return command
}

async function create(options: CreateOptions): Promise<void> {
  await withService(async (service) => {
    const { CreatePaymentLink } = await import('../payment-links/create-payment-link.js')
    const { Ids } = await import('../kernel/ids.js')
    const caller = await callerOf(service, options.account, options.mode)
    const key = `cli-${service.container.get(Ids).uuid()}`
    const wish = { title: options.title, items: options.item }
    answer(options, (await service.container.get(CreatePaymentLink).run(caller, key, wish)).body)
  })
}

async function show(id: string, options: Options): Promise<void> {
  await withBooks(async (service) => {
    const { ReadPaymentLinks } = await import('../payment-links/read-payment-links.js')
    const { Problem } = await import('../kernel/problem.js')
    const links = service.container.get(ReadPaymentLinks)
    for (const mode of ['test', 'live'] as const) {
      try {
        answer(options, await links.one(await callerOf(service, options.account, mode), id))
        return
      } catch (error) {
        if (!(error instanceof Problem && error.code === 'not_found')) throw error
      }
    }
    throw new Error(`there is no link ${id}`)
  })
}

/** The operator acts for the merchant, as the dashboard does. */
async function callerOf(service: Composition, accountId: string | undefined, mode: Mode): Promise<Caller> {
  const account = await accountOf(service, accountId)
  return { accountId: account.id, livemode: mode === 'live', mode, channel: 'dashboard', keyId: 'cli', scopes: null }
}

/** The name itself may hold colons: the numbers are the last two parts. */
function parseItem(text: string, before: Item[] = []): Item[] {
  const [, name = '', quantity, price] = /^(.+):(\d{1,3}):(\d{1,9})$/s.exec(text) ?? []
  const item = { name, quantity: Number(quantity), unitPriceCentavos: Number(price) }
  const isValid = [...name].length <= 200 && item.quantity >= 1 && item.unitPriceCentavos >= 1 && before.length < 20
  if (name === '' || !isValid) throw new UsageError('--item must be name:quantity:unitPriceCentavos, at most 20 times')
  return [...before, item]
}
