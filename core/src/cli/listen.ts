import type { Command } from 'commander'
import type { Attempt } from '../webhooks/delivery.js'
import type { WebhookEvent } from '../webhooks/event.js'
import { commaSeparated, modeCommand, type ModeOptions, UsageError } from './options.js'
import { printable, printableJson } from './printable.js'
import { checkEventFlag } from './with-flag-names.js'
import { withAccount } from './with-service.js'

interface ListenOptions extends ModeOptions {
  forwardTo: string
  events?: string[]
}

export const listenCommand = (): Command =>
  modeCommand(
    'listen',
    "forward a mode's events to a local URL without registering an endpoint; --json prints one per line",
  )
    .requiredOption('--forward-to <url>', 'for example http://localhost:3000/hook')
    .option('--events <list>', 'comma-separated; default: all', commaSeparated)
    .action(listen)

async function listen(options: ListenOptions): Promise<void> {
  const { forwardTo: url, events } = options
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new UsageError('--forward-to must be an http or https URL')
  }
  await checkEventFlag(events)

  const { stayAlive } = await import('../kernel/timer.js')
  const end = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => end.abort())
  const release = stayAlive()
  try {
    await withAccount(options, async ({ container }, account) => {
      const { ForwardEvents } = await import('../webhooks/forward-events.js')
      const scope = { accountId: account.id, livemode: options.mode === 'live' }
      const listening = (secret: string): void =>
        void process.stderr.write(`Forwarding ${options.mode} events to ${url}. Signing secret: ${secret}\n`)
      const report = { listening, forwarded: options.json ? printJson : printText }
      await container.get(ForwardEvents).run(scope, { url, events: events ?? null }, end.signal, report)
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
