import type { RawWebhook } from '@paylink/plugin-api'
import type { Bench, Opened } from '../bench/bench.js'
import { MemoryStore } from '../bench/memory-store.js'
import {
  both,
  either,
  type ConformanceCase,
  hasVouchers,
  liveIf,
  notifies,
  reportsRefunds,
  takesNotifications,
} from '../conformance-case.js'
import { Finding, insist } from '../finding.js'

type Options = Parameters<Bench['verify']>[1]

const DAY_SECONDS = 86_400

/** Two outcomes that are each notified, and the status after both. */
const VOUCHER_PAID = ['cash_later', 'succeed', 'paid'] as const
const REFUNDED = ['succeed', 'refund', 'refunded'] as const

/** Returns the notifications that the simulator sends about `act`. */
async function notified(
  bench: Bench,
  act: (opened: Opened) => Promise<void>,
): Promise<{ opened: Opened; webhooks: RawWebhook[] }> {
  const listening = await bench.listen()
  if (listening) bench.config = listening.config
  const opened = await bench.opened()
  bench.notifications.length = 0
  await act(opened)
  insist(
    bench.notifications.length > 0,
    'The simulator sent no notification (sim.notify) of a payment, though capabilities.webhooks says that the provider does.',
  )
  return { opened, webhooks: bench.notifications.map((notification) => rawWebhook(bench, notification)) }
}

async function paid(bench: Bench): Promise<{ opened: Opened; webhook: RawWebhook }> {
  const { opened, webhooks } = await notified(bench, ({ redirectUrl }) => bench.payer.press(redirectUrl, 'succeed'))
  return { opened, webhook: webhooks.at(-1)! }
}

function rawWebhook(bench: Bench, { headers, body }: Bench['notifications'][number]): RawWebhook {
  const lowered = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])
  return {
    headers: Object.fromEntries(lowered) as Record<string, string>,
    rawBody: new TextEncoder().encode(body),
    receivedAt: new Date(bench.now).toISOString(),
  }
}

/** Recognizes the error by its name: a plugin may bring its own copy of plugin-api. */
async function insistRefused(bench: Bench, what: string, webhook: RawWebhook, options?: Options): Promise<void> {
  const error = await bench.verify(webhook, options).then(
    () => null,
    (cause: unknown) => cause,
  )
  if (error === null) throw new Finding(`verifyWebhook accepts a notification ${what}. Anyone could send that.`)
  const isRefusal = error instanceof Error && error.name === 'WebhookSignatureError'
  insist(
    isRefusal,
    `verifyWebhook, a notification ${what}: throw WebhookSignatureError, not ${error instanceof Error ? error.name : typeof error}.`,
  )
}

async function insistHint(bench: Bench, webhook: RawWebhook, { providerRef, input }: Opened) {
  const hint = await bench.verify(webhook).catch((cause: unknown) => {
    throw new Finding(`verifyWebhook must accept this notification, but threw ${String(cause)}.`, { cause })
  })
  insist(
    typeof hint.eventId === 'string' && hint.eventId !== '',
    'hint.eventId is missing: a duplicate could not be detected.',
  )
  insist(typeof hint.eventType === 'string' && hint.eventType !== '', 'hint.eventType is missing.')
  const namesPayment = hint.subjects.some(
    (subject) => subject.providerRef === providerRef || subject.paymentId === input.paymentId,
  )
  insist(
    namesPayment,
    `hint.subjects names neither ${providerRef} nor ${input.paymentId}: ${JSON.stringify(hint.subjects)}.`,
  )
  return hint
}

export const NOTIFICATIONS: ConformanceCase[] = [
  liveIf(notifies, 'C80', 'a genuine notification is accepted and names the payment', async (bench) => {
    const { opened, webhook } = await paid(bench)
    await insistHint(bench, webhook, opened)
  }),
  liveIf(notifies, 'C81', 'a tampered notification is refused', async (bench) => {
    const { webhook } = await paid(bench)
    const body = new TextDecoder().decode(webhook.rawBody)
    const at = body.search(/\d/)
    const digit = body[at] === '9' ? '8' : '9'
    const changes: [string, string][] = [
      ['with one byte changed', body.slice(0, at) + digit + body.slice(at + 1)],
      ['with a space inserted', body.slice(0, 1) + ' ' + body.slice(1)],
      ['with a trailing line break', `${body}\n`],
      ['without a body', ''],
    ]
    for (const [what, changed] of changes) {
      await insistRefused(bench, what, { ...webhook, rawBody: new TextEncoder().encode(changed) })
    }
  }),
  liveIf(notifies, 'C82', 'a notification signed for another account is refused', async (bench) => {
    const { webhook } = await paid(bench)
    const other = await bench.listen(bench.newConfig('2'))
    await insistRefused(bench, 'signed for another account', webhook, {
      config: other?.config ?? bench.newConfig('2'),
    })
    const { webhookSecretKey } = bench.plugin
    if (webhookSecretKey === undefined) return
    const bare = { ...bench.config, [webhookSecretKey]: undefined }
    await insistRefused(bench, 'although no secret is set to verify it', webhook, { config: bare })
  }),
  liveIf(notifies, 'C83', 'a notification without a signature, or with a truncated one, is refused', async (bench) => {
    const { webhook } = await paid(bench)
    await insistRefused(bench, 'without any header', { ...webhook, headers: {} })
    const own = Object.entries(webhook.headers).filter(([name]) => !/^(content-|user-agent|accept|host)/.test(name))
    const all = Object.fromEntries(own.map(([name, value]) => [name, value.slice(0, Math.ceil(value.length / 2))]))
    const empty = Object.fromEntries(own.map(([name]) => [name, '']))
    await insistRefused(bench, 'with truncated header values', {
      ...webhook,
      headers: { ...webhook.headers, ...all },
    })
    await insistRefused(bench, 'with empty headers', { ...webhook, headers: { ...webhook.headers, ...empty } })
  }),
  liveIf(
    both(notifies, ({ timedNotifications = true }) =>
      timedNotifications ? null : 'capabilities.timedNotifications is false',
    ),
    'C84',
    'a stale notification is refused',
    async (bench) => {
      const { webhook } = await paid(bench)
      bench.advance(DAY_SECONDS)
      await insistRefused(bench, 'received a day after it was signed (compare with webhook.receivedAt)', {
        ...webhook,
        receivedAt: new Date(bench.now).toISOString(),
      })
    },
  ),
  liveIf(notifies, 'C85', 'a duplicate has the same event id, and another event has another', async (bench) => {
    const { opened, webhook } = await paid(bench)
    const first = await insistHint(bench, webhook, opened)
    bench.advance(1)
    const second = await insistHint(bench, webhook, opened)
    insist(first.eventId === second.eventId, 'hint.eventId differs when the same notification is received again.')
    bench.notifications.length = 0
    const another = await bench.checkoutAfter('succeed')
    const other = await insistHint(bench, rawWebhook(bench, bench.notifications.at(-1)!), another)
    insist(other.eventId !== first.eventId, 'hint.eventId is the same for two events: the second would be dropped.')
  }),
  liveIf(
    both(notifies, either(hasVouchers, reportsRefunds)),
    'C86',
    'notifications in the wrong order are accepted, and retrieve tells the truth',
    async (bench) => {
      const isByVoucher = hasVouchers(bench.plugin.manifest.capabilities, bench.plugin) === null
      const [first, second, end] = isByVoucher ? VOUCHER_PAID : REFUNDED
      const { opened, webhooks } = await notified(bench, async ({ redirectUrl }) => {
        await bench.payer.press(redirectUrl, first)
        await bench.payer.press(redirectUrl, second)
      })
      for (const webhook of webhooks.toReversed()) await insistHint(bench, webhook, opened)
      const { status } = await bench.stateOf(opened)
      insist(status === end, `After notifications in the wrong order retrieve returns ${status}, not ${end}.`)
    },
  ),
  liveIf(notifies, 'C87', 'a notification about an unknown checkout is accepted without any write', async (bench) => {
    const { opened, webhook } = await paid(bench)
    bench.pluginStore = new MemoryStore()
    const writes = bench.store.writes
    bench.faults.clear()
    await insistHint(bench, webhook, opened)
    insist(
      bench.faults.count('write') === 0 && bench.store.writes === writes,
      'verifyWebhook changed something at the provider.',
    )
  }),
  liveIf(both(notifies, reportsRefunds), 'C88', 'a refund is notified', async (bench) => {
    const { opened, webhooks } = await notified(bench, async ({ redirectUrl }) => {
      await bench.payer.press(redirectUrl, 'succeed')
      bench.notifications.length = 0
      await bench.payer.press(redirectUrl, 'refund')
    })
    await insistHint(bench, webhooks.at(-1)!, opened)
  }),
  liveIf(takesNotifications, 'C89', 'a forged notification is refused', async (bench) => {
    const forged = JSON.stringify({ id: 'evt_1', type: 'paid', data: { id: 'co_1', status: 'paid' } })
    const headers: Record<string, string> = { 'content-type': 'application/json' }
    const webhook = {
      headers,
      rawBody: new TextEncoder().encode(forged),
      receivedAt: new Date(bench.now).toISOString(),
    }
    await insistRefused(bench, 'that the kit forged, without a signature', webhook)
    await insistRefused(bench, 'that is empty', { ...webhook, rawBody: new Uint8Array() })
  }),
]
