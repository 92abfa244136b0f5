import { createHmac } from 'node:crypto'
import { freePort } from '../support/free-port.js'
import { MUG, XENON } from '../support/invoice-shop.js'
import type { Bench } from './bench.js'
import { nowMs } from './machine-clock.js'
import type { BenchMerchant } from './merchants.js'
import type { Target } from './report.js'
import { alternately, divided, figures, quantiles } from './rounds.js'
import { ALLOW_LOOPBACK, type Paylink } from './servers.js'

const ONE: Target = {
  row: '16a',
  what: 'invoices while a connection hangs, p99 of the others',
  ratio: 'requested → at the provider ÷ without it',
  goal: { most: 1.2 },
  redLine: 2,
}
const MANY: Target = { ...ONE, row: '16b', what: 'invoices while 20 connections hang, p99 of the others' }
const NOTIFIED: Target = {
  ...ONE,
  row: '16c',
  what: 'notifications while a connection hangs, p99 of the others',
  ratio: 'notified → the provider is asked ÷ without it',
}
const NOTIFIED_MANY: Target = {
  ...NOTIFIED,
  row: '16d',
  what: 'notifications while 20 connections hang, p99 of the others',
}

const HEALTHY = 9
/** More than one connection may have in flight. */
const WAITING_AT_EACH = 8
const PATIENCE_MS = 60_000
const INVOICEABLE = { title: 'Taza', invoiceable: true, items: [{ ...MUG, unitPriceCentavos: 34_800 }] }

/** Row 16: a provider that never answers about some connections, and the next step of all others. */
export async function hangingRows(bench: Bench): Promise<void> {
  const { options, report, engine } = bench
  const [none, one, many] = [await Shops.open(bench, 0), await Shops.open(bench, 1), await Shops.open(bench, 20)]
  try {
    for (const [act, first, second] of [
      ['invoice', ONE, MANY],
      ['notify', NOTIFIED, NOTIFIED_MANY],
    ] as const) {
      const taken = await alternately(options, {
        many: () => many.time(act),
        one: () => one.time(act),
        none: () => none.time(act),
      })
      const p99 = {
        none: quantiles(taken.none, 0.99),
        one: quantiles(taken.one, 0.99),
        many: quantiles(taken.many, 0.99),
      }
      for (const [target, with_] of [
        [first, 'one'],
        [second, 'many'],
      ] as const) {
        const sides = { 'with it': p99[with_], without: p99.none }
        const p50 = { 'p50 with it': quantiles(taken[with_], 0.5), without: quantiles(taken.none, 0.5) }
        report.add(engine, target, divided(p99[with_], p99.none), `${figures('ms', sides)}; ${figures('ms', p50)}`)
      }
    }
  } finally {
    await Promise.all([none, one, many].map((shops) => shops.close()))
  }
}

/** A server with accounts whose providers answer, and some whose providers do not. */
class Shops {
  /** By the id of an invoice or payment: who waits for its call at the provider. */
  private readonly waiting = new Map<string, (atMs: number) => void>()
  private readonly cameMs = new Map<string, number>()
  /** Of each account, a payment whose checkout is open. */
  private open: string[] = []

  private constructor(
    private readonly paylink: Paylink,
    private readonly healthy: BenchMerchant[],
    private readonly hanging: BenchMerchant[],
  ) {}

  static async open(bench: Bench, hanging: number): Promise<Shops> {
    const port = await freePort()
    const provider = bench.children.start('providers.js', [String(port), 'tells'], {})
    await provider.prints(/ready/)
    const paylink = await bench.paylink(0)
    const names = (count: number, name: string) => Array.from({ length: count }, (_, nth) => `${name}_${nth}`)
    const all = await paylink.addMerchants(`http://127.0.0.1:${port}`, [
      ...names(HEALTHY, 'answers'),
      ...names(hanging, 'hangs_forever'),
    ])
    const shops = new Shops(paylink, all.slice(0, HEALTHY), all.slice(HEALTHY))
    provider.hear((said) => shops.take(said as { id: string; atMs: number }))
    await paylink.start(ALLOW_LOOPBACK)
    shops.open = await Promise.all(shops.healthy.map((merchant) => shops.openCheckout(merchant)))
    for (const merchant of shops.hanging) await shops.hang(merchant)
    return shops
  }

  close(): Promise<void> {
    return this.paylink.stop()
  }

  /** What each of the others waits for, in milliseconds. */
  time(act: 'invoice' | 'notify'): Promise<number[]> {
    return act === 'invoice' ? this.timeInvoices() : this.timeNotifications()
  }

  private async timeInvoices(): Promise<number[]> {
    const payments = await Promise.all(this.healthy.map((merchant) => this.paid(merchant)))
    return Promise.all(
      this.healthy.map(async (merchant, index) => {
        const begunMs = nowMs()
        const invoiceId = await this.requestInvoice(merchant, payments[index] ?? '')
        return (await this.came(invoiceId)) - begunMs
      }),
    )
  }

  private timeNotifications(): Promise<number[]> {
    return Promise.all(
      this.healthy.map(async (merchant, index) => {
        const paymentId = this.open[index] ?? ''
        const begunMs = nowMs()
        await this.notify(merchant, paymentId)
        return (await this.came(paymentId)) - begunMs
      }),
    )
  }

  /** There is always something due that its provider does not answer. */
  private async hang(merchant: BenchMerchant): Promise<void> {
    for (let nth = 0; nth < WAITING_AT_EACH; nth++) {
      await this.requestInvoice(merchant, await this.paid(merchant))
      await this.notify(merchant, await this.openCheckout(merchant))
    }
  }

  private take({ id, atMs }: { id: string; atMs: number }): void {
    const arrived = this.waiting.get(id)
    if (arrived) arrived(atMs)
    else this.cameMs.set(id, atMs)
  }

  /** It may have come before its id is known here. */
  private async came(id: string): Promise<number> {
    const known = this.cameMs.get(id)
    this.cameMs.delete(id)
    if (known !== undefined) return known
    let timer: NodeJS.Timeout | undefined
    try {
      return await new Promise((resolve, reject) => {
        this.waiting.set(id, resolve)
        timer = setTimeout(() => reject(new Error(`the provider was not asked about ${id}`)), PATIENCE_MS)
      })
    } finally {
      clearTimeout(timer)
      this.waiting.delete(id)
    }
  }

  private async paid(merchant: BenchMerchant): Promise<string> {
    const { id } = await this.post<{ id: string }>(merchant, '/v1/payment_links', INVOICEABLE)
    const link = await this.post<{ paidPaymentId: string }>(merchant, `/v1/payment_links/${id}/mark_paid`, {
      method: 'spei_transfer',
    })
    return link.paidPaymentId
  }

  /** Returns the id of the invoice. */
  private async requestInvoice(merchant: BenchMerchant, paymentId: string): Promise<string> {
    const { id } = await this.post<{ id: string }>(merchant, `/v1/payments/${paymentId}/invoice`, XENON)
    return id
  }

  /** Returns the id of the payment. */
  private async openCheckout(merchant: BenchMerchant): Promise<string> {
    const { id, url } = await this.post<{ id: string; url: string }>(merchant, '/v1/payment_links', {
      ...INVOICEABLE,
      invoiceable: false,
    })
    const form = { method: 'POST', redirect: 'manual', body: new URLSearchParams({ provider: 'provider_a' }) } as const
    const { status } = await fetch(`${this.paylink.url}${new URL(url).pathname}/checkout`, form)
    if (status !== 303) throw new Error(`no checkout: ${status}`)
    const { data } = await this.call<{ data: { id: string; linkId: string }[] }>(merchant, '/v1/payments?limit=100')
    return data.find(({ linkId }) => linkId === id)?.id ?? ''
  }

  /** As the provider tells that something happened to a payment. */
  private async notify({ connectionId }: BenchMerchant, paymentId: string): Promise<void> {
    const object = { id: `cs_test_${paymentId}`, object: 'checkout.session', client_reference_id: paymentId }
    const event = { id: `evt_${crypto.randomUUID()}`, object: 'event', livemode: false, data: { object } }
    const body = JSON.stringify({ ...event, type: 'checkout.session.completed' })
    const at = Math.floor(Date.now() / 1000)
    const signature = createHmac('sha256', 'whsec_of_the_bench').update(`${at}.${body}`).digest('hex')
    const headers = { 'Stripe-Signature': `t=${at},v1=${signature}` }
    const address = `${this.paylink.url}/hooks/provider_a/${connectionId}`
    const { status } = await fetch(address, { method: 'POST', body, headers })
    if (status !== 200) throw new Error(`not notified: ${status}`)
  }

  private post<T>(merchant: BenchMerchant, path: string, body: object): Promise<T> {
    const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID() }
    return this.call(merchant, path, { method: 'POST', headers, body: JSON.stringify(body) })
  }

  private async call<T>({ key }: BenchMerchant, path: string, init: RequestInit = {}): Promise<T> {
    const headers = { ...(init.headers as Record<string, string>), Authorization: `Bearer ${key}` }
    const response = await fetch(this.paylink.url + path, { ...init, headers })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as T
  }
}
