import { Command } from 'commander'
import { checkOverlapHours, MAX_OVERLAP_HOURS } from '../webhooks/endpoint.js'
import type { RegisteredEndpoint } from '../webhooks/register-endpoint.js'
import { actForAccount, OPERATOR } from '../kernel/principal.js'
import { answer } from './answer.js'
import {
  accountCommand,
  commaSeparated,
  modeCommand,
  type ModeOptions,
  type Options,
  numberOf,
  timestampOf,
  UsageError,
  wholeNumber,
} from './options.js'
import { checkEventFlag, withFlagNames } from './with-flag-names.js'
import { operatorFor, withAccount, withoutPlugins } from './with-service.js'

interface CreateOptions extends ModeOptions {
  url: string
  events?: string[]
}

interface UpdateOptions extends Options {
  url?: string
  events?: string[]
}

interface ResendOptions extends Options {
  endpoint?: string
  since?: string
  until?: string
  failed?: boolean
  waiting?: boolean
}

const MAX_LISTED = 1000

export function webhooksCommand(): Command {
  const command = new Command('webhooks').description('manage webhook endpoints and deliveries')
  command.addCommand(
    modeCommand('create', 'register an endpoint for the events of a mode; the secret is shown only once')
      .requiredOption('--url <url>', 'a public https URL')
      .option(
        '--events <list>',
        'comma-separated; default: all but payment.refunded and payment.disputed',
        commaSeparated,
      )
      .action(create),
  )
  command.addCommand(
    accountCommand('list', 'list endpoints, newest first').action((options: Options) =>
      withAccount(options, async ({ container }, account) => {
        const { ReadEndpoints } = await import('../webhooks/read-endpoints.js')
        const { toEndpointView } = await import('../webhooks/endpoint.js')
        const endpoints = await container.get(ReadEndpoints).all(actForAccount(OPERATOR, account.id))
        answer(options, endpoints.map(toEndpointView))
      }),
    ),
  )
  command.addCommand(
    accountCommand('update', 'change where events are sent, or which; what is left out stays as it is')
      .argument('<id>')
      .option('--url <url>', 'a public https URL; holds for every later attempt')
      .option('--events <list>', 'comma-separated; holds for later events', commaSeparated)
      .action(update),
  )
  command.addCommand(
    accountCommand('delete', 'delete an endpoint; waiting deliveries are stopped').argument('<id>').action(remove),
  )
  command.addCommand(
    accountCommand('ping', 'send one event of type ping now, and print the answer').argument('<id>').action(ping),
  )
  command.addCommand(
    accountCommand('rotate-secret', 'create a new secret, shown only once; the old one stays valid for a day')
      .argument('<id>')
      .option(
        '--overlap <hours>',
        'hours the old secret stays valid; 0 revokes it immediately',
        numberOf,
        MAX_OVERLAP_HOURS,
      )
      .action(rotateSecret),
  )
  command.addCommand(
    accountCommand('enable', 'resume sending events to an endpoint').argument('<id>').action(switchTo('enable')),
  )
  command.addCommand(
    accountCommand('disable', 'stop sending events to an endpoint').argument('<id>').action(switchTo('disable')),
  )
  command.addCommand(
    accountCommand('deliveries', 'list deliveries to an endpoint and their responses, newest first')
      .argument('<id>')
      .option('--limit <number>', 'how many', wholeNumber('--limit', 1, MAX_LISTED), 50)
      .action(deliveries),
  )
  command.addCommand(
    accountCommand('resend', 'resend events under the same id: one event, a time range, or failed deliveries')
      .argument('[event]')
      .option('--endpoint <id>', 'only to this endpoint')
      .option('--since <time>', 'events created at or after this time (ISO 8601)', timestampOf('--since'))
      .option('--until <time>', 'events created before this time', timestampOf('--until'))
      .option('--failed', 'only failed deliveries of the last 30 days')
      .option('--waiting', 'with --failed: also those that wait for their next attempt')
      .action(resend),
  )
  return command
}

async function create(options: CreateOptions): Promise<void> {
  await checkEventFlag(options.events)
  await withoutPlugins(async (service) => {
    const { RegisterEndpoint } = await import('../webhooks/register-endpoint.js')
    const principal = await operatorFor(service, options)
    const input = { url: options.url, events: options.events ?? null }
    const registered = await service.container.get(RegisterEndpoint).run(principal, input)
    if (!registered.resolves) warnOfHost(options.url)
    answer(options, await withSecret(registered))
  })
}

const warnOfHost = (url: string): void =>
  void process.stderr.write(
    `${new URL(url).hostname} does not resolve right now; it is looked up again for every delivery.\n`,
  )

async function update(id: string, { url, events, ...options }: UpdateOptions): Promise<void> {
  if (url === undefined && events === undefined) throw new UsageError('choose what to change: --url or --events')
  await checkEventFlag(events)
  await withAccount(options, async ({ container }, account) => {
    const { UpdateEndpoint } = await import('../webhooks/update-endpoint.js')
    const { toEndpointView } = await import('../webhooks/endpoint.js')
    const operator = actForAccount(OPERATOR, account.id)
    const { endpoint, resolves } = await container.get(UpdateEndpoint).run(operator, id, { url, events })
    if (!resolves) warnOfHost(endpoint.url)
    answer(options, toEndpointView(endpoint))
  })
}

async function remove(id: string, options: Options): Promise<void> {
  await withAccount(options, async ({ container }, account) => {
    const { DeleteEndpoint } = await import('../webhooks/delete-endpoint.js')
    answer(options, await container.get(DeleteEndpoint).run(actForAccount(OPERATOR, account.id), id))
  })
}

async function ping(id: string, options: Options): Promise<void> {
  await withAccount(options, async ({ container }, account) => {
    const { PingEndpoint } = await import('../webhooks/ping-endpoint.js')
    const { attempt, ...result } = await container.get(PingEndpoint).run(actForAccount(OPERATOR, account.id), id)
    answer(options, { ...result, ...attempt })
    if (!result.delivered) throw new Error(`the endpoint did not accept the event: ${attempt.error}`)
  })
}

async function rotateSecret(id: string, options: Options & { overlap: number }): Promise<void> {
  await withFlagNames({ overlapHours: '--overlap' }, () => checkOverlapHours(options.overlap))
  await withAccount(options, async ({ container }, account) => {
    const { RegisterEndpoint } = await import('../webhooks/register-endpoint.js')
    const rotated = await container
      .get(RegisterEndpoint)
      .rotateSecret(actForAccount(OPERATOR, account.id), id, options.overlap)
    answer(options, await withSecret(rotated))
  })
}

async function withSecret({ endpoint, secret }: Omit<RegisteredEndpoint, 'resolves'>): Promise<object> {
  const { toEndpointView } = await import('../webhooks/endpoint.js')
  const { id, url, mode, events, formerSecretUntil } = toEndpointView(endpoint)
  return { id, url, mode, events, secret, ...(formerSecretUntil !== null && { formerSecretUntil }) }
}

const switchTo = (state: 'enable' | 'disable') => (id: string, options: Options) =>
  withAccount(options, async ({ container }, account) => {
    const { SwitchEndpoint } = await import('../webhooks/switch-endpoint.js')
    const { toEndpointView } = await import('../webhooks/endpoint.js')
    answer(options, toEndpointView(await container.get(SwitchEndpoint)[state](actForAccount(OPERATOR, account.id), id)))
    if (state === 'enable') {
      process.stderr.write(`To resend what it missed: paylink webhooks resend --failed --endpoint ${id}\n`)
    }
  })

async function deliveries(id: string, options: Options & { limit: number }): Promise<void> {
  await withAccount(options, async ({ container }, account) => {
    const { ReadDeliveries } = await import('../webhooks/read-deliveries.js')
    const operator = actForAccount(OPERATOR, account.id)
    const found = await container.get(ReadDeliveries).newest(operator, id, options.limit)
    const summaries = found.map(({ attempts, ...delivery }) => ({
      ...delivery,
      attempts: attempts.length,
      last: attempts.at(-1)?.error ?? attempts.at(-1)?.status ?? null,
    }))
    answer(options, options.json ? found : summaries)
  })
}

async function resend(eventId: string | undefined, options: ResendOptions): Promise<void> {
  const { endpoint, since, until, failed: onlyUndelivered, waiting: includesWaiting } = options
  const isRange = since !== undefined || until !== undefined || onlyUndelivered === true
  if ((eventId === undefined) !== isRange) {
    throw new UsageError('choose one: EVENT, --since TIME [--until TIME], or --failed')
  }
  if (includesWaiting && !onlyUndelivered) throw new UsageError('--waiting needs --failed')
  const { checkPeriod } = await import('../webhooks/resend-events.js')
  await withFlagNames({ since: '--since' }, () => checkPeriod({ since, until }))
  await withAccount(options, async ({ container }, account) => {
    const { ResendEvents } = await import('../webhooks/resend-events.js')
    const resendEvents = container.get(ResendEvents)
    const operator = actForAccount(OPERATOR, account.id)
    const resent =
      eventId === undefined
        ? await resendEvents.many(operator, endpoint, { since, until, onlyUndelivered, includesWaiting })
        : await resendEvents.one(operator, eventId, endpoint)
    answer(options, resent)
    if (resent.length === 0) throw new Error('no endpoint is enabled for this event, so nothing was sent')
  })
}
