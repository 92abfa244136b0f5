import type { Command } from 'commander'
import type { Mode } from '../kernel/mode.js'
import type { Attempt } from '../webhooks/delivery.js'
import type { EventType, WebhookEvent } from '../webhooks/event.js'
import { answering, eventNames, onAccount, onMode, UsageError } from './options.js'
import { printable, printableJson } from './printable.js'
import { accountOf, withoutPlugins } from './with-service.js'

interface Options {
  json?: boolean
  account?: string
  mode: Mode
  forwardTo: string
  events?: EventType[]
}

export const listenCommand = (): Command =>
  onAccount(
    onMode(
      answering(
        'listen',
        "forward a mode's events to a local URL without registering an endpoint; --json prints one per line",
      ),
    ),
  )
    .requiredOption('--forward-to <url>', 'for example http://localhost:3000/hook')
    .option('--events <list>', 'comma-separated; default: all', eventNames)
    .action(listen)

async function listen(options: Options): Promise<void> {
  const { forwardTo: url, events } = options
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new UsageError('--forward-to must be an http or https URL')
  }

  const { stayAlive } = await import('../kernel/timer.js')
  const end = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => end.abort())
  const release = stayAlive()
  try {
    await withoutPlugins(async (service) => {
      const { ForwardEvents } = await import('../webhooks/forward-events.js')
      const account = await accountOf(service, options.account)
      const scope = { accountId: account.id, livemode: options.mode === 'live' }
      const forwardEvents = service.container.get(ForwardEvents)
      process.stderr.write(
        `Forwarding ${options.mode} events to ${url}. Signing secret: ${forwardEvents.secretFor(scope)}\n`,
      )
      const print = options.json ? printJson : printText
      await forwardEvents.run(scope, { url, events: events ?? null }, end.signal, print)
    })
  } finally {
    release()
  }
}

const printText = ({ createdAt, type, id }: WebhookEvent, { status, error, ms }: Attempt): void =>
  void process.stdout.write(
    `${createdAt}  ${type.padEnd(25)}  ${id}  ${printable(String(error ?? status ?? ''))}  ${ms} ms\n`,
  )

/** One document per line. */
const printJson = ({ createdAt, type, id }: WebhookEvent, attempt: Attempt): void =>
  void process.stdout.write(`${printableJson({ id, type, createdAt, ...attempt })}\n`)
